import { Sandbox } from '../sandbox';
import type { ClockChapter, Scene } from '../scene';

const promises = {
  imported: 'of two rows of an import the good one is a customer, and the bad one is told with why',
  declined: 'a card that is declined leaves the invoice open, and says so',
  processing: 'what is on its way is not charged again, whoever asks',
  paid: 'it comes an hour later, and pays the invoice at that instant',
};

const customer = 'martin';
const hourMs = 3_600_000;

interface Import {
  newCustomers: string[];
  failures: { index: number; code: string }[];
}

interface Payment {
  id: string;
  state: string;
  createdAt: string;
}

interface Invoice {
  invoiceId: string;
  state: string;
  paidDate: string | null;
}

/** A thirteenth customer comes from another system, and pays by the sandbox. */
export const collectByClock: ClockChapter = {
  title: 'Moved in, and collected',
  about:
    'Customers come from another system. A payment is kept before the provider is asked, so nothing is collected twice.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage } = scene;
    await imported(scene);
    const sandbox = await Sandbox.of(scene);
    await billed(scene);
    await sandbox.attach(customer, 'declines');
    const declined = await charge(scene);
    stage.check(promises.declined, [declined.state, (await invoice(scene)).state], ['FAILED', 'OPEN']);
    await sandbox.attach(customer, 'pays_late');
    const first = await charge(scene);
    const again = await charge(scene);
    stage.check(promises.processing, [again.id, again.state], [first.id, 'PROCESSING']);
    const comesAt = new Date(Date.parse(first.createdAt) + hourMs);
    await clock.moveTo(new Date(comesAt.getTime() + hourMs));
    const { state, paidDate } = await invoice(scene);
    stage.check(promises.paid, [state, paidDate], ['PAID', comesAt.toISOString()]);
  },
};

async function imported(scene: Scene): Promise<void> {
  const { called } = scene;
  const rows = [
    { id: called(customer), name: 'Martin Masonry', email: 'accounts@martin.example', billingId: 'old-17' },
    { id: 'no id at all', name: 'Nobody', email: null },
  ];
  const told = (await scene.perform<Import>('POST', '/customers/import', { customers: rows })).data();
  const failed = told.failures.map(({ index, code }) => [index, code]);
  scene.stage.check(
    promises.imported,
    [told.newCustomers, failed],
    [[called(customer)], [[1, 'FailedToImportCustomer']]],
  );
}

async function billed(scene: Scene): Promise<void> {
  const { called } = scene;
  const wanted = {
    ...{ customerId: called(customer), planId: called('team'), billingPeriod: 'MONTHLY' },
    paymentCollectionMethod: 'INVOICE',
  };
  (await scene.perform('POST', '/subscriptions', wanted, ['id', 'status'])).data();
}

async function charge(scene: Scene): Promise<Payment> {
  const { invoiceId } = await invoice(scene);
  const path = `/customers/${scene.called(customer)}/invoices/${invoiceId}/charge`;
  return (await scene.perform<Payment>('POST', path, undefined, ['state', 'failureReason'])).data();
}

async function invoice(scene: Scene): Promise<Invoice> {
  const path = `/customers/${scene.called(customer)}/invoices`;
  const all = (
    await scene.perform<Invoice[]>('GET', path, undefined, ['invoiceNumber', 'state', 'total'])
  ).data();
  return all[0] as Invoice;
}
