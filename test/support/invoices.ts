import { newContext, runInContext } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { DueWalks, type DueWalk } from '#libs/messaging/due-work';
import { ExtensionRegistry, type Extension } from '#libs/messaging/extension-registry';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CustomersService } from '#modules/customers/customers';
import {
  ContractInvoices,
  usagePrices,
  type BilledContract,
  type PricedUsage,
  type ScheduledInvoice,
} from '#modules/billing/invoices';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectPage } from './client';
import type { TestEnvironment } from './environments';
import { day, line } from './invoice-lines';

/** As a use case of an upper module, in a transaction of its own. */
export const within = <T>(app: TestApp, place: TestEnvironment, work: () => Promise<T>): Promise<T> => {
  const { environmentId, accountId } = place;
  const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
  const context = { ...newContext('test', 'WORKER'), principal, useCase: 'test' };
  return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
};

export type Scheduled = Partial<Omit<ScheduledInvoice, 'legalEntity' | 'paymentAccount'>> & {
  contractId?: string;
  customerId?: string;
  /** Of the legal entity and its account (createIssuer). */
  issuer?: string;
};

/** Contracts as their invoices know them: those of this file belong to no module. */
const contracts = new Map<string, string>();
export const contractUid = (place: TestEnvironment, contractId: string): string => {
  const key = `${place.environmentId}/${contractId}`;
  const known = contracts.get(key) ?? newUid();
  contracts.set(key, known);
  return known;
};

/** Documents that a contract hands over at its publication, one by one unless the contract is the same. */
export async function schedule(app: TestApp, place: TestEnvironment, documents: Scheduled[]): Promise<void> {
  await within(app, place, async () => {
    for (const document of documents) {
      const [contract, scheduled] = await scheduledOf(app, place, document);
      await app.nest.get(ContractInvoices).schedule(contract, [scheduled]);
    }
  });
}

/** As the methods of ContractInvoices take it; only inside a use case. */
export async function scheduledOf(
  app: TestApp,
  place: TestEnvironment,
  { contractId = 'deal', customerId = 'acorn', issuer = 'acme', ...more }: Scheduled,
): Promise<[BilledContract, ScheduledInvoice]> {
  const customer = await app.nest.get(CustomersService).getOrThrow(customerId);
  const known = await app.nest.get(LegalEntitiesService).find(issuer);
  const [account] = known?.accounts ?? [];
  if (!known || !account) throw new Error(`There is no issuer ${issuer}`);
  const { uid, id } = customer;
  const contract = {
    uid: contractUid(place, contractId),
    id: contractId,
    externalId: `ext-${contractId}`,
    customer: { uid, id },
  };
  const scheduled: ScheduledInvoice = {
    paymentTime: 'IN_ADVANCE',
    periodStart: day('2026-03-01'),
    periodEnd: day('2026-03-31'),
    netTerms: 30,
    sequence: 0,
    currency: 'usd',
    note: null,
    lines: [line()],
    legalEntity: { uid: known.entity.uid, id: known.entity.id },
    paymentAccount: { uid: account.uid, id: account.id },
    ...more,
  };
  return [contract, scheduled];
}

/** Over the invoices that are due: a part of it at each call. */
export const billingWalk = (app: TestApp): DueWalk =>
  app.nest.get(DueWalks).all.find(({ name }) => name === 'finalize-due-invoices') as DueWalk;

/** The whole walk over what is due now; what the worker of the application has in hand by itself is waited for. */
export async function runBilling(app: TestApp): Promise<void> {
  while ((await billingWalk(app).goOn()) === 'more') continue;
  await app.dataSource.query(`select from invoice where state = 'DRAFT' for share`);
}

/** Sent, of a contract of its own unless one is said. @returns as its customer is told */
export async function sendInvoice(
  app: TestApp,
  { contractId = newUid(), customerId = 'acorn', ...more }: Scheduled = {},
  place: TestEnvironment = app.a,
): Promise<Json> {
  await schedule(app, place, [{ contractId, customerId, ...more }]);
  await runBilling(app);
  const query = `contractExternalId=ext-${contractId}&orderDir=desc`;
  const path = `/customers/${customerId}/invoices?${query}`;
  return (await expectPage<Json>(place.api.rest('GET', path))).data[0] as Json;
}

/** In place of the modules that schedule usage lines. */
export function priceUsage(
  app: Pick<TestApp, 'nest'>,
  price: (facts: typeof usagePrices.facts) => Map<string, PricedUsage>,
): void {
  const [priced, ...others] = app.nest.get(ExtensionRegistry).of(usagePrices.form, usagePrices.name);
  jest
    .spyOn(priced as Extension, 'run')
    .mockImplementation(async (facts) => price(facts as typeof usagePrices.facts));
  for (const other of others) jest.spyOn(other, 'run').mockImplementation(async () => new Map());
}
