import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chapter, Scene } from '../scene';

const promises = {
  buyer: 'a tax id that cannot be one is refused, a right one is kept with the address for the invoices',
  totals: 'two years of the deal come to 52,240.00, line by line',
  readiness: 'a contract that cannot be published says what is missing',
  schedule: 'the invoices to come add up to the totals, to the cent',
  live: 'a published contract is ACTIVE and tells what it invoices next',
  frozen: 'what is published is not edited in place',
  invoiced: 'what is due is invoiced: once, in the agreed amounts, with consecutive numbers',
  document: 'an invoice is a PDF document',
};

interface Totals {
  subTotal: number;
  totalDiscount: number;
  totalTax: number;
  total: number;
  items: { name: string; total: number }[];
}

interface Schedule {
  isPreview: boolean;
  invoiceCount: number;
  total: number;
  invoices: { issueDate: string; total: number }[];
}

interface CustomerInvoice {
  invoiceId: string;
  invoiceNumber: string;
  state: string;
  total: number;
}

/** What was negotiated. Domain: contracts-billing M5 */
const lineItems = [
  { name: 'Platform', rows: [{ quantity: 1, price: 12_000 }], billingCycleUnit: 'yearly', tax: 20 },
  {
    name: 'Seats',
    rows: [{ quantity: 25, price: 30 }],
    billingCycleUnit: 'monthly',
    discount: 10,
    tax: 20,
  },
  { name: 'Onboarding', rows: [{ quantity: 1, price: 4_000 }], billingCycleUnit: 'one_time' },
];
const negotiated = {
  subTotal: 46_000,
  totalDiscount: 1_800,
  totalTax: 8_040,
  total: 52_240,
  items: [
    ['Platform', 28_800],
    ['Seats', 19_440],
    ['Onboarding', 4_000],
  ],
};
/** A year of the platform, a month of seats, and the onboarding are paid in advance. */
const dueAtOnce = [14_400, 810, 4_000];

/** The billing run comes at once, and every minute. */
const patienceMs = 120_000;
const pauseMs = 200;

/** Dune Couriers negotiates: what runs already, and what is billed for it. */
export const billContract: Chapter = {
  title: 'A sales-led deal',
  about:
    'Dune Couriers signs for two years. The contract bills what was negotiated, and its invoices are documents.',
  promises: Object.values(promises),
  async tell(scene) {
    await introduceBuyer(scene);
    const contract = `/contracts/${await draftContract(scene)}`;
    await settleTerms(scene, contract);
    const { stage } = scene;
    const shown = ['contractId', 'state', 'billingState', 'nextInvoice'];
    const published = await scene.perform<{ billingState: string; nextInvoice: object | null }>(
      'POST',
      `${contract}/billing/publish`,
      {},
      shown,
    );
    const { billingState, nextInvoice } = published.data();
    stage.check(promises.live, [billingState, nextInvoice !== null], ['ACTIVE', true]);
    const late = await scene.perform('PATCH', `${contract}/billing/terms`, { netTerms: 60 });
    stage.check(promises.frozen, reasonOf(late.body), 'CONTRACT_NOT_DRAFT');
    await readInvoices(scene);
  },
};

const reasonOf = (body: unknown): unknown => (body as { reason?: unknown }).reason;

/** Whom the invoices are made out to. Domain: customers-subscriptions U12 */
async function introduceBuyer(scene: Scene): Promise<void> {
  const customer = `/customers/${scene.called('dune')}`;
  const mistyped = { taxIds: [{ type: 'us_ein', value: '12-345' }] };
  const { code } = await scene.perform('PATCH', customer, mistyped);
  const said = {
    billingAddress: { line1: '8 Dune Road', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' },
    taxIds: [{ type: 'us_ein', value: '12-3456789' }],
  };
  const shown = ['id', 'billingAddress', 'taxIds'];
  const { taxIds } = (await scene.perform<{ taxIds: unknown[] }>('PATCH', customer, said, shown)).data();
  scene.stage.check(promises.buyer, { code, taxIds }, { code: 'InvalidTaxId', taxIds: said.taxIds });
}

/** A contract around the subscription that runs, with the lines that were negotiated. */
async function draftContract(scene: Scene): Promise<string> {
  const contractId = scene.called('dune-deal');
  const body = {
    contractId,
    customerId: scene.called('dune'),
    name: 'Dune Couriers, two years',
    poNumber: 'PO-4711',
    subscriptions: [{ existingSubscriptionId: scene.subscriptions.get(scene.called('dune'))?.id }],
  };
  const shown = ['contractId', 'state', 'billingState', 'subscriptions'];
  (await scene.perform('POST', '/contracts', body, shown)).data();
  const items = { lineItems, currency: 'usd', ...twoYears(scene.startedAt) };
  const { subTotal, totalDiscount, totalTax, total, ...rest } = (
    await scene.perform<Totals>('POST', `/contracts/${contractId}/billing/items`, items, [
      'subTotal',
      'totalDiscount',
      'totalTax',
      'total',
    ])
  ).data();
  const told = rest.items.map((item) => [item.name, item.total]);
  scene.stage.check(promises.totals, { subTotal, totalDiscount, totalTax, total, items: told }, negotiated);
  return contractId;
}

/** From the first of the month in which the story is told: its first bills are due at once. */
function twoYears(now: Date): { activationStartDate: string; activationEndDate: string } {
  const first = (months: number, days: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1 + days)).toISOString();
  return { activationStartDate: first(0, 0), activationEndDate: first(24, -1) };
}

/** Terms and settings until nothing is missing, then the schedule. */
async function settleTerms(scene: Scene, contract: string): Promise<void> {
  const { stage } = scene;
  const early = await scene.perform('POST', `${contract}/billing/publish`, {});
  stage.check(promises.readiness, reasonOf(early.body), 'PAYMENT_TERMS_REQUIRED');
  (await scene.perform('PATCH', `${contract}/billing/terms`, { netTerms: 30 }, ['total', 'netTerms'])).data();
  const settings = { ...(await seller(scene)), note: 'Thank you for two years of trust.' };
  const shown = ['total', 'legalEntityId', 'paymentAccountId'];
  (await scene.perform('PATCH', `${contract}/billing/settings`, settings, shown)).data();
  const { isPreview, total, invoices } = (
    await scene.perform<Schedule>('GET', `${contract}/billing/invoice-schedule`, undefined, [
      'isPreview',
      'invoiceCount',
      'total',
    ])
  ).data();
  const cents = invoices.reduce((sum, invoice) => sum + Math.round(invoice.total * 100), 0);
  const expected = { isPreview: true, total: negotiated.total, cents: negotiated.total * 100 };
  stage.check(promises.schedule, { isPreview, total, cents }, expected);
}

/** Who invoices; every telling has the same. */
async function seller(scene: Scene): Promise<{ legalEntityId: string; paymentAccountId: string }> {
  const legalEntityId = 'northwind-hosting';
  const paymentAccountId = 'northwind-main-account';
  const entities = (await scene.service.rest<{ id: string }[]>('GET', '/contracts/legal-entities')).data();
  if (entities.every(({ id }) => id !== legalEntityId)) {
    const address = { line1: '12 Harbour Street', city: 'Cork', postalCode: 'T12 X8N6', country: 'IE' };
    const entity = { id: legalEntityId, name: 'Northwind Hosting Ltd', address };
    (await scene.perform('POST', '/contracts/legal-entities', entity, ['id', 'name', 'isDefault'])).data();
    const account = { id: paymentAccountId, name: 'Main account', iban: 'IE29AIBK93115212345678' };
    const accounts = `/contracts/legal-entities/${legalEntityId}/payment-accounts`;
    (await scene.perform('POST', accounts, account, ['id', 'name'])).data();
  }
  return { legalEntityId, paymentAccountId };
}

/** Waits for the billing run and opens the first invoice. */
async function readInvoices(scene: Scene): Promise<void> {
  const { stage, service } = scene;
  const customer = `/customers/${scene.called('dune')}/invoices`;
  const deadline = performance.now() + patienceMs;
  stage.say('The first invoices are due already; the billing run finalizes them:');
  const sent = async () => (await service.rest<CustomerInvoice[]>('GET', customer)).data();
  let invoices = await sent();
  while (invoices.length < dueAtOnce.length && performance.now() < deadline) {
    await sleep(pauseMs);
    invoices = await sent();
  }
  const shown = ['invoiceNumber', 'state', 'issueDate', 'dueDate', 'total'];
  (await scene.perform('GET', customer, undefined, shown)).data();
  const numbers = invoices
    .map(({ invoiceNumber }) => Number(/\d+$/.exec(invoiceNumber)?.[0]))
    .sort(ascending);
  const totals = invoices.map(({ total }) => total).sort(ascending);
  const [lowest = 0] = numbers;
  stage.check(
    promises.invoiced,
    { totals, numbers },
    { totals: [...dueAtOnce].sort(ascending), numbers: dueAtOnce.map((_, index) => lowest + index) },
  );
  await openDocument(scene, customer, invoices);
}

const ascending = (a: number, b: number): number => a - b;

async function openDocument(scene: Scene, customer: string, invoices: CustomerInvoice[]): Promise<void> {
  const largest = invoices.toSorted((a, b) => b.total - a.total)[0] as CustomerInvoice;
  const path = `${customer}/${largest.invoiceId}/pdf`;
  (await scene.perform('POST', `${path}/generate`, {}, ['status'])).data();
  const deadline = performance.now() + patienceMs;
  const status = async () =>
    (await scene.service.rest<{ status: string }>('GET', `${path}/status`)).data().status;
  while ((await status()) !== 'READY' && performance.now() < deadline) await sleep(pauseMs);
  const { contentBase64 } = (
    await scene.perform<{ contentBase64: string }>('GET', path, undefined, ['invoiceId', 'status'])
  ).data();
  const file = Buffer.from(contentBase64, 'base64');
  const place = join(tmpdir(), `${largest.invoiceNumber}-${scene.called('dune')}.pdf`);
  writeFileSync(place, file);
  scene.stage.say(`${largest.invoiceNumber} lies in ${place}, ${Math.round(file.length / 1024)} kB.`);
  scene.stage.check(promises.document, file.subarray(0, 5).toString('latin1'), '%PDF-');
}
