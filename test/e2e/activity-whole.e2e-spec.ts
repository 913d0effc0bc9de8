import { createTestApp, type TestApp } from '../support/app';
import { execute, rowsOf } from '../support/database';
import { sandbox } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { EveryChange } from '../support/every-change';

// Domain: access-and-events

/** Operations that change no object, each with its reason. */
const changesNothing: Record<string, string> = {
  consumeCredits: 'the ledger of credits tells it, chained likewise',
  consumeCreditsAsync: 'the ledger of credits tells it, chained likewise',
  createDataExportToken: 'signs what it tells, and keeps nothing',
  ingestEvents: 'raw events are kept as they came, and never changed',
  syncSubscriptionUsage: 'asks a provider, and there is none',
  reportUsage: 'measurements are kept as they came, and never changed',
  testWebhook: 'sends one message, and keeps nothing',
};
/** Operations that are not carried out here, each with where its entry is tested. */
const elsewhere: Record<string, string> = {
  acceptInvitation: 'members.e2e-spec.ts: by a user, in the log of the account',
  cancelSubscriptionPendingPayment:
    'charged-changes.e2e-spec.ts: it needs a payment that waits for its payer',
  createEnvironment: 'environments.e2e-spec.ts: by a user, in the log of the account',
  generateCreditNotePdf: 'renders what is kept, and changes no object',
  generateInvoicePdf: 'renders what is kept, and changes no object',
  inviteMember: 'members.e2e-spec.ts: by a user, in the log of the account',
  markSubscriptionInvoicePaid:
    'subscription-usage-bills.e2e-spec.ts: the entry of its invoice, as of markCustomerInvoicePaid',
  removeMember: 'members.e2e-spec.ts: by a user, in the log of the account',
  replayWebhookDelivery: 'webhook-deliveries.e2e-spec.ts: it needs a message',
  updateCreditAutoRecharge: 'auto-recharge.e2e-spec.ts: it needs credits that are sold',
  updateMember: 'members.e2e-spec.ts: by a user, in the log of the account',
};
/** Tables that are no state of an object, each with its reason. */
const bookkeeping: Record<string, string> = {
  credit_consumption: 'what was consumed: the ledger of credits tells it, chained likewise',
  credit_grant:
    'what is left of a grant, which the same ledger tells; that it is made, changed or voided is an entry',
  credit_ledger_entry: 'is that ledger',
  credit_wallet: 'the balance that the same ledger comes to',
  engine_change: 'what processes tell each other',
  export_sync: 'how far it is; that it is asked for is an entry of its destination',
  figure_change: 'what follows from subscriptions and invoices: changes of those are entries',
  invoice: 'drafts, which follow from what was told; that one is finalized, paid or credited is an entry',
  invoice_line: 'lines of drafts',
  outbox_event: 'measurement.reported, of a report',
  payment: 'kept before the provider is asked; what becomes of it is an entry',
  sandbox_payment: 'is the provider',
  subscription_import_row: 'waits for the task, which tells what becomes of it',
  task: 'how far it is; that it is asked for and canceled is an entry of its cause',
  usage_change: 'what follows from measurements and events',
  usage_counter: 'what was reported: measurements are kept as they came',
  usage_measurement: 'is that report',
  usage_window: 'what was reported, by windows',
};

describe('the activity log is whole', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let changes: EveryChange;

  beforeAll(async () => {
    app = await createTestApp();
    place = await sandbox(app);
    await watch(app.databaseUrl);
    changes = await EveryChange.in(app, place);
    await changes.everything();
  });
  afterAll(() => app.close());

  it('every operation that changes something was carried out, or says where else', () => {
    expect(changes.refused).toEqual([]);
    const made = new Set(changes.made.map(({ operation }) => operation));
    expect(changes.all.filter((each) => !made.has(each))).toEqual(Object.keys(elsewhere).sort());
  });

  it('W8: each of them stands in the log under its request', async () => {
    const entries = await rowsOf<{ request: string }>(
      app.databaseUrl,
      `select distinct request_id as request from activity where environment_id = '${place.environmentId}'`,
    );
    const told = new Set(entries.map(({ request }) => request));
    const silent = changes.made.filter(({ requestId }) => !told.has(requestId));
    expect([...new Set(silent.map(({ operation }) => operation))].sort()).toEqual(
      Object.keys(changesNothing).sort(),
    );
  });

  it('W8: no transaction has changed an object and told nothing', async () => {
    const silent = await rowsOf<{ name: string }>(
      app.databaseUrl,
      `select distinct c.name from watched.change c where not exists (select from watched.told t where t.xid = c.xid) order by 1`,
    );
    expect(silent.map(({ name }) => name)).toEqual(Object.keys(bookkeeping).sort());
  });
});

/** Notes of every transaction which tables it changes, and whether it writes the log. */
async function watch(url: string): Promise<void> {
  await execute(
    url,
    `create schema watched`,
    `create table watched.change (xid xid8, name text)`,
    `create table watched.told (xid xid8)`,
    `create function watched.note() returns trigger language plpgsql security definer as $$ begin
       if tg_op = 'INSERT' and tg_table_name = 'activity' then
         insert into watched.told values (pg_current_xact_id());
       elsif exists (select from changed) then
         insert into watched.change values (pg_current_xact_id(), tg_table_name);
       end if;
       return null;
     end $$`,
  );
  const tables = await rowsOf<{ name: string }>(
    url,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname not like 'activity%'`,
  );
  await execute(
    url,
    `create trigger watched after insert on activity for each statement execute function watched.note()`,
    ...tables.flatMap(({ name }) =>
      [
        ['insert', 'new'],
        ['update', 'new'],
        ['delete', 'old'],
      ].map(
        ([event, version]) =>
          `create trigger watched_${event} after ${event} on "${name}" referencing ${version} table as changed
             for each statement execute function watched.note()`,
      ),
    ),
  );
}
