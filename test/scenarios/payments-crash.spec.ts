import { Client } from 'pg';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createCustomer, createProduct, publishPlan, subscribe } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Gate, type Place } from '../support/gate';
import { createIssuer } from '../support/invoices';
import { Kills, type Blow } from '../support/kills';
import { chargePath, payBy } from '../support/payments';
import { flatFee } from '../support/priced-plans';
import { inParallel, untilAnswered, type Tally } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: contracts-billing

jest.setTimeout(1_800_000);

const clients = 8;
const random = seededRandom('payments-crash.spec');
const begun: Place = { table: 'payment', on: 'insert', at: 'commit' };
const taken: Place = { table: 'payment', on: 'update', at: 'write' };
const moved: Place = { table: 'sandbox_payment', on: 'insert', at: 'commit' };
const paid: Place = { table: 'invoice', on: 'update', at: 'write' };
const answered: Place = { table: 'idempotent_answer', on: 'update', at: 'commit' };
const places: Blow[] = [moved, 'at random', paid, begun, answered, taken];
const kills = Array.from({ length: scaled(40, 4) }, (_, n) => places[n % places.length] as Blow);

/** One in ten declines, one in ten pays late, one in ten fails late; the others pay at once. */
const methodOf = (n: number): string => ['declines', 'pays_late', 'fails_late'][n % 10] ?? 'pays';

/** Late ones come at once, and what is on its way is looked after. */
const anHourLater = `
  update sandbox_payment set created_at = created_at - interval '2 hours';
  update payment set due_at = now() where due_at is not null;
  select graphile_worker.add_job('collect-payments')`;

/** What became of each invoice, by the method of its customer. */
const book = `
  select substr(p.method_ref, 12) as method, i.state, array_agg(distinct p.state) as payments, count(distinct i.uid)::int as invoices,
         count(distinct s.uid) filter (where s.behavior in ('PAYS', 'PAYS_LATE'))::int as moved,
         count(distinct e.uid)::int as told
    from invoice i join payment p on p.invoice_uid = i.uid
    left join sandbox_payment s on s.key = 'charge-' || p.uid
    left join outbox_event e on e.entity_id = i.uid::text and e.type = 'invoice.paid'
   group by 1, 2 order by 1`;

describe(`${scaled(500, 50)} invoices are charged under ${kills.length} kills`, () => {
  const count = scaled(500, 50);
  let database: TestDatabase;
  let client: Client;
  let gate: Gate;
  let service: ServiceProcess;
  const customers = Array.from({ length: count }, (_, n) => `customer-${n}`);

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    gate = await Gate.in(database.url, [begun, taken, moved, paid, answered]);
    service = await ServiceProcess.start(variables);
    await sell(service.api);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await client?.end();
    await database?.drop();
  });

  const BOOTSTRAP_SERVER_KEY = newKeySecret('server-');
  const variables = {
    ...{ BOOTSTRAP_SERVER_KEY, BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' },
    get DATABASE_URL() {
      return database.url;
    },
  };

  async function sell(api: ApiClient): Promise<void> {
    const credentials = { sandbox: true };
    await expectOk(api.rest('POST', '/integrations', { id: 'pay', vendorIdentifier: 'STRIPE', credentials }));
    await createProduct(api, 'main');
    await createIssuer(api, 'seller');
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(49)] };
    await publishPlan(api, { id: 'pro', productId: 'main', pricingType: null, patch: { charges } });
    await inParallel(clients, customers, async (id) => {
      await createCustomer(api, id, { email: `${id}@example.com` });
      await subscribe(api, id, 'pro', { paymentCollectionMethod: 'INVOICE' });
      await payBy(api, methodOf(customers.indexOf(id)), id);
    });
  }

  it('V14: each is paid once or not at all, as its method says, and nothing is on its way for ever', async () => {
    const killing = new Kills(service, gate, { ...variables, PORT: service.port }, taken, random);
    const tally: Tally = new Map();
    const { rows } = await client.query<{ uid: string; customer: string }>(
      'select uid, customer_id as customer from invoice',
    );
    const strikeAll = await killing.strike(kills, 8);
    const charge = async ({ uid, customer }: { uid: string; customer: string }): Promise<void> => {
      const headers = { 'idempotency-key': uid };
      const ask = () => killing.service.api.rest('POST', chargePath(uid, customer), undefined, headers);
      const answer = await untilAnswered(ask, tally);
      expect([customer, answer.status]).toEqual([customer, 201]);
    };
    await Promise.all([inParallel(clients, rows, charge), strikeAll()]);
    service = killing.service;
    await eventually(async () => {
      await client.query(anHourLater);
      const { rows: left } = await client.query('select from payment where due_at is not null');
      expect(left).toEqual([]);
    }, 180_000);

    const tenth = count / 10;
    const none = { moved: 0, told: 0, invoices: tenth };
    expect((await client.query(book)).rows).toEqual([
      { ...none, method: 'declines', state: 'OPEN', payments: ['FAILED'] },
      { ...none, method: 'fails_late', state: 'OPEN', payments: ['FAILED'] },
      ...['pays', 'pays_late'].map((method) => {
        const invoices = method === 'pays' ? count - 3 * tenth : tenth;
        return { method, state: 'PAID', payments: ['SUCCEEDED'], invoices, moved: invoices, told: invoices };
      }),
    ]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
