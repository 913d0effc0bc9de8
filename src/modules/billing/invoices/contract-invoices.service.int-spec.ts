import { Client } from 'pg';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import type { TestEnvironment } from '../../../../test/support/environments';
import { somebodyWaits } from '../../../../test/support/held-row';
import {
  billingWalk,
  contractUid,
  runBilling,
  schedule,
  scheduledOf,
  within,
  type Scheduled,
} from '../../../../test/support/invoices';
import { createBuyers, createIssuer } from '../../../../test/support/issuers';
import { day, line, usageLine } from '../../../../test/support/invoice-lines';
import { ContractInvoices } from './contract-invoices.service';

// Domain: contracts-billing

describe('the invoices of a contract', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let invoices: ContractInvoices;

  beforeAll(async () => {
    app = await createTestApp();
    invoices = app.nest.get(ContractInvoices);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    place = await app.newEnvironment();
    await createBuyers(place.api, 'acorn');
    await createIssuer(place.api, 'acme');
  });

  const uid = (contractId = 'deal'): string => contractUid(place, contractId);
  const inside = <T>(work: () => Promise<T>): Promise<T> => within(app, place, work);
  const month = (start: string, end: string): Scheduled => ({ periodStart: day(start), periodEnd: day(end) });
  const [march, april, may] = [
    month('2026-03-01', '2026-03-31'),
    month('2026-04-01', '2026-04-30'),
    month('2026-05-01', '2026-05-31'),
  ];
  const statesOf = async (contractId = 'deal'): Promise<string[]> =>
    (await inside(() => invoices.listOf(uid(contractId)))).map(({ invoice }) => invoice.state);

  it('P5: are listed by issue date with their lines in order, drafts too', async () => {
    const lines = [line({ description: 'First' }), usageLine({ description: 'Second' })];
    app.clock.travelTo('2026-03-01T08:00:00.000Z');
    await schedule(app, place, [may, { ...march, lines }, april]);
    await runBilling(app);
    const listed = await inside(() => invoices.listOf(uid()));
    expect(listed.map(({ invoice }) => invoice.issueDate)).toEqual([
      day('2026-03-01'),
      day('2026-04-01'),
      day('2026-05-01'),
    ]);
    expect(listed[0]?.lines.map(({ description }) => description)).toEqual(['First', 'Second']);
    expect(listed[0]?.invoice).toMatchObject({
      contractId: 'deal',
      contractExternalId: 'ext-deal',
      carriesUsage: true,
    });
  });

  it('V10: one per contract, period, payment time and sequence', async () => {
    await schedule(app, place, [march]);
    await expect(schedule(app, place, [april, march])).rejects.toRefuse(
      'DuplicatedEntityNotAllowed',
      /period/,
    );
    await schedule(app, place, [
      { ...march, sequence: 1 },
      { ...march, paymentTime: 'IN_ARREARS' },
      { ...march, contractId: 'another' },
    ]);
    expect(await statesOf()).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
  });

  it('T3, P2, V1: the next one is told before it is sent, the latest one after', async () => {
    app.clock.travelTo('2026-03-01T08:00:00.000Z');
    await schedule(app, place, [march, april, { ...march, contractId: 'other' }]);
    const around = () => inside(() => invoices.of([uid(), uid('other'), uid('none')]));
    const before = await around();
    expect(before.get(uid())).toEqual({
      latest: null,
      next: {
        amount: { amount: 100, currency: 'usd' },
        dueDate: day('2026-03-31'),
        periodStart: day('2026-03-01'),
        periodEnd: day('2026-03-31'),
      },
    });
    await runBilling(app);
    const after = await around();
    const [sent] = await inside(() => invoices.listOf(uid()));
    expect(after.get(uid())).toMatchObject({
      latest: {
        billingId: sent?.invoice.uid,
        status: 'OPEN',
        total: 100,
        amountDue: 100,
        currency: 'usd',
        billingReason: 'BILLING_CYCLE',
        requiresAction: false,
        createdAt: app.clock.now(),
      },
      next: { periodStart: day('2026-04-01') },
    });
    expect(after.get(uid('other'))).toMatchObject({ latest: { status: 'OPEN' }, next: null });
    expect(after.get(uid('none'))).toEqual({ latest: null, next: null });
  });

  it('P3: withdrawn, drafts are gone and what was sent stays and is told', async () => {
    await schedule(app, place, [april, may, { ...april, contractId: 'other' }]);
    expect(await inside(() => invoices.withdraw(uid()))).toEqual({ hasSent: false });
    expect(await statesOf()).toEqual([]);
    expect(await statesOf('other')).toEqual(['DRAFT']);
    await schedule(app, place, [march, april]);
    await runBilling(app);
    expect(await inside(() => invoices.withdraw(uid()))).toEqual({ hasSent: true });
    expect(await statesOf()).toEqual(['OPEN']);
  });

  it('P3: an amendment puts other documents in the place of the drafts, in one step', async () => {
    await schedule(app, place, [april, may]);
    const amend = () =>
      inside(async () => {
        const [contract, document] = await scheduledOf(app, place, { ...april, note: 'amended' });
        const withdrawn = await invoices.withdraw(contract.uid);
        await invoices.schedule(contract, [document]);
        return withdrawn;
      });
    expect(await amend()).toEqual({ hasSent: false });
    const listed = await inside(() => invoices.listOf(uid()));
    expect(listed.map(({ invoice }) => invoice.note)).toEqual(['amended']);
    app.clock.travelTo('2026-04-01T00:00:00.000Z');
    await runBilling(app);
    await expect(amend()).rejects.toRefuse('DuplicatedEntityNotAllowed', /period/);
    expect(await statesOf()).toEqual(['OPEN']);
  });

  it('P3: withdrawn but for periods that have begun, those stay as they are', async () => {
    await schedule(app, place, [april, may]);
    const [before] = await inside(() => invoices.listOf(uid()));
    const begunBy = (text: string) => inside(() => invoices.withdraw(uid(), day(text)));
    expect(await begunBy('2026-04-01')).toEqual({ hasSent: false });
    expect(await inside(() => invoices.listOf(uid()))).toEqual([before]);
    await begunBy('2026-03-31');
    expect(await statesOf()).toEqual([]);
  });

  it.each([
    ['a withdrawal', null],
    ['one that leaves begun periods', day('2026-04-01')],
  ])('P3: %s waits for who is finalizing, and then leaves that invoice', async (_what, begunBy) => {
    await schedule(app, place, [march, may]);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query(
      `update invoice set state = 'OPEN', number = 'INV-000001' where contract_uid = $1 and period_start = '2026-03-01'`,
      [uid()],
    );
    const withdrawn = inside(() => invoices.withdraw(uid(), begunBy));
    await somebodyWaits(app.databaseUrl);
    await other.query('commit');
    await other.end();
    expect(await withdrawn).toEqual({ hasSent: true });
    expect(await statesOf()).toEqual(['OPEN']);
  });

  it('V10: who finalizes passes over a draft in other hands, and meets it again with the next run', async () => {
    await schedule(app, place, [march]);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('delete from invoice where contract_uid = $1', [uid()]);
    await billingWalk(app).goOn();
    expect(await statesOf()).toEqual(['DRAFT']);
    await other.query('rollback');
    await other.end();
    await runBilling(app);
    expect(await statesOf()).toEqual(['OPEN']);
  });
});
