import { Client } from 'pg';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createCustomer, createProduct, publishPlan, subscribe } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Gate, type Place } from '../support/gate';
import { createIssuer } from '../support/issuers';
import { Kills, type Blow } from '../support/kills';
import { payBy } from '../support/payment-methods';
import { flatFee } from '../support/priced-plans';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: contracts-billing

jest.setTimeout(1_800_000);

const clients = 8;
const count = scaled(200, 20);
const random = seededRandom('charged-crash.spec');
const renewed: Place = { table: 'subscription', on: 'update', at: 'write' };
const begun: Place = { table: 'payment', on: 'insert', at: 'commit' };
const moved: Place = { table: 'sandbox_payment', on: 'insert', at: 'commit' };
const taken: Place = { table: 'payment', on: 'update', at: 'write' };
const ended: Place = { table: 'subscription', on: 'update', at: 'commit' };
const between: Blow[] = Array.from({ length: scaled(30, 4) }, (_, n) => [moved, begun, taken][n % 3] as Blow);
// Once all have renewed, only what is not paid for is written again.
const kills: Blow[] = [renewed, ...between, ended];

/** Not through the gate. */
const aside = (updates: string): string =>
  `set session_replication_role = replica; ${updates}; set session_replication_role = origin;`;

// An hour before their first month has ended, so that the period that begins was billed by nobody.
const aMonthAgo = aside(`
  update subscription s
     set start_date = at.start, usage_anchor = at.start, billing_cycle_anchor = at.start,
         billed_until = at.start + interval '1 month', due_at = at.start + interval '1 month'
    from (select uid, billing_cycle_anchor - interval '1 month 1 hour' as start from subscription) at
   where at.uid = s.uid`);

/** What waits for its day is a day nearer to it, and what a killed process had taken is looked after. */
const aDayLater = `${aside(`
  update payment set due_at = due_at - interval '1 day', settled_at = settled_at - interval '1 day',
         first_failed_at = first_failed_at - interval '1 day'
   where settled_at is not null and due_at > now();
  update payment set due_at = now() where settled_at is null and due_at > now()`)}
  select graphile_worker.add_job('carry-out-subscriptions');
  select graphile_worker.add_job('collect-payments')`;

/** What became of each renewal, by the method of its customer. */
const book = `
  select substr(p.method_ref, 12) as method, i.state, s.cancel_reason as reason, count(distinct i.uid)::int as invoices,
         count(distinct p.uid)::int as attempts, count(distinct m.uid) filter (where m.behavior = 'PAYS')::int as moved,
         count(distinct e.uid) filter (where e.type = 'invoice.paid')::int as paid,
         count(distinct e.uid) filter (where e.type = 'customer.payment_failed')::int as failed,
         count(distinct c.uid)::int as canceled
    from invoice i join subscription s on s.uid = i.contract_uid join payment p on p.invoice_uid = i.uid
    left join sandbox_payment m on m.key = 'charge-' || p.uid
    left join outbox_event e on e.entity_id = i.uid::text
    left join outbox_event c on c.entity_id = s.id and c.type = 'subscription.canceled'
   where i.kind = 'RENEWAL' group by 1, 2, 3 order by 1`;

describe(`${count} renewals are charged under ${kills.length} kills`, () => {
  let database: TestDatabase;
  let client: Client;
  let gate: Gate;
  let service: ServiceProcess;
  const customers = Array.from({ length: count }, (_, n) => `customer-${n}`);

  const variables = {
    ...{ BOOTSTRAP_SERVER_KEY: newKeySecret('server-'), BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' },
    get DATABASE_URL() {
      return database.url;
    },
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    gate = await Gate.in(database.url, [renewed, begun, moved, taken, ended]);
    service = await ServiceProcess.start(variables);
    await sell(service.api);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await client?.end();
    await database?.drop();
  });

  const untilNothingIsDue = () =>
    eventually(async () => {
      await client.query(aDayLater);
      const { rows: left } = await client.query(`
        select from payment where due_at is not null
         union all select from subscription where due_at <= now() and canceled_at is null`);
      expect(left).toEqual([]);
    }, 300_000);

  /** The first month of each is paid; every second one declines from then on. */
  async function sell(api: ApiClient): Promise<void> {
    const credentials = { sandbox: true };
    await expectOk(api.rest('POST', '/integrations', { id: 'pay', vendorIdentifier: 'STRIPE', credentials }));
    await createProduct(api, 'main');
    await createIssuer(api, 'seller');
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(49)] };
    await publishPlan(api, { id: 'pro', productId: 'main', pricingType: null, patch: { charges } });
    await inParallel(clients, customers, async (id) => {
      await createCustomer(api, id);
      await payBy(api, 'pays', id);
      await subscribe(api, id, 'pro', { paymentCollectionMethod: 'CHARGE' });
    });
    await untilNothingIsDue();
    const declining = customers.filter((_, n) => n % 2 === 1);
    await inParallel(clients, declining, (id) => payBy(api, 'declines', id));
  }

  it('V11: each is paid once, or tried five times and ended once', async () => {
    const killing = new Kills(service, gate, { ...variables, PORT: service.port }, taken, random);
    const strikeAll = await killing.strike(kills, count / 4);
    await client.query(aMonthAgo);
    await Promise.all([untilNothingIsDue(), strikeAll()]);
    service = killing.service;
    await untilNothingIsDue();

    const half = count / 2;
    const none = { moved: 0, paid: 0, failed: 0, canceled: 0 };
    const five = 5 * half;
    expect((await client.query(book)).rows).toEqual([
      {
        ...{ ...none, method: 'declines', state: 'OPEN', reason: 'CANCELLED_BY_BILLING', invoices: half },
        ...{ attempts: five, failed: five, canceled: half },
      },
      {
        ...{ ...none, method: 'pays', state: 'PAID', reason: null, invoices: half },
        ...{ attempts: half, moved: half, paid: half },
      },
    ]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
