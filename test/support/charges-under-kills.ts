import { Client } from 'pg';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createCustomer, createProduct, publishPlan, subscribe, type Json } from './catalog';
import { expectOk, type ApiClient, type Method, type RestAnswer } from './client';
import { createTestDatabase, type TestDatabase } from './database';
import { eventually } from './eventually';
import { Gate, type Place } from './gate';
import { createIssuer } from './issuers';
import { Kills, type Blow } from './kills';
import { chargePath } from './payment-methods';
import { flatFee } from './priced-plans';
import { inParallel, untilAnswered, type Tally } from './reporting';
import type { SeededRandom } from './seeded-random';
import { ServiceProcess, type Exit } from './service-process';

const clients = 8;
const mostRowsBetween = 8;

/** Where every way of collecting can be met, whoever the provider is. */
export const collecting = {
  begun: { table: 'payment', on: 'insert', at: 'commit' },
  taken: { table: 'payment', on: 'update', at: 'write' },
  paid: { table: 'invoice', on: 'update', at: 'write' },
  answered: { table: 'idempotent_answer', on: 'update', at: 'commit' },
} as const satisfies Record<string, Place>;

/**
 * Whatever waits is due, and looked after, by whichever clock. What is due already keeps its instant: it is done as of that one, and who moved it
 * again and again would take it out of the hands of who does it.
 */
const lookAfterAll = `
  update payment set due_at = now() where due_at > now();
  select graphile_worker.add_job(name, job_key := 'look after: ' || name)
    from unnest(array['collect-payments', 'do-what-is-due-by-set-clocks']) name`;

/** An open invoice, by its own id, and who owes it. */
export interface OwedInvoice {
  uid: string;
  customer: string;
}

/** A process that collects invoices, one of each customer, and is killed meanwhile. */
export class ChargesUnderKills {
  /** What its callers were answered. */
  readonly tally: Tally = new Map();
  private service: ServiceProcess | undefined;
  private killing: Kills | undefined;

  private constructor(
    private readonly database: TestDatabase,
    readonly client: Client,
    private readonly gate: Gate,
    private readonly variables: Record<string, string>,
  ) {}

  /** @param places beside those of `collecting` */
  static async start(
    variables: Record<string, string> = {},
    places: readonly Place[] = [],
  ): Promise<ChargesUnderKills> {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const gate = await Gate.in(database.url, [...Object.values(collecting), ...places]);
    const charges = new ChargesUnderKills(database, client, gate, {
      ...{ BOOTSTRAP_SERVER_KEY: newKeySecret('server-'), BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' },
      ...{ DATABASE_URL: database.serviceUrl, ...variables },
    });
    charges.service = await ServiceProcess.start(charges.variables);
    return charges;
  }

  get api(): ApiClient {
    return this.running.api;
  }

  /** The same after each kill. */
  get url(): string {
    return this.running.url;
  }

  /** Models of plans by their ids. @returns the integration */
  async open<T = Json>(credentials: object, plans: Record<string, readonly Json[]>): Promise<T> {
    const integration = { id: 'pay', vendorIdentifier: 'STRIPE', credentials };
    const told = await expectOk<T>(this.api.rest('POST', '/integrations', integration));
    await createProduct(this.api, 'main');
    await createIssuer(this.api, 'seller');
    for (const [id, pricingModels] of Object.entries(plans)) {
      const charges = { pricingType: 'PAID', pricingModels };
      await publishPlan(this.api, { id, productId: 'main', pricingType: null, patch: { charges } });
    }
    return told;
  }

  /** Prices of plans by their ids, of which everybody takes one in turn and owes it by an invoice. @returns the integration */
  async sell<T = Json>(
    customers: readonly string[],
    credentials: object,
    prices: Record<string, number>,
    attach: (customerId: string) => Promise<unknown>,
  ): Promise<T> {
    const plans = Object.keys(prices);
    const models = Object.entries(prices).map(([id, price]) => [id, [flatFee(price)]] as const);
    const told = await this.open<T>(credentials, Object.fromEntries(models));
    await inParallel(clients, [...customers.entries()], async ([n, id]) => {
      await createCustomer(this.api, id, { email: `${id}@example.com` });
      await subscribe(this.api, id, plans[n % plans.length] ?? '', { paymentCollectionMethod: 'INVOICE' });
      await attach(id);
    });
    return told;
  }

  /** Each invoice by eight callers under all these blows. @param then what its customer does next */
  async chargeAll(
    blows: readonly Blow[],
    random: SeededRandom,
    then: (invoice: OwedInvoice) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { rows } = await this.client.query<OwedInvoice>(
      'select uid, customer_id as customer from invoice order by uid',
    );
    const charge = async (invoice: OwedInvoice): Promise<void> => {
      const { uid, customer } = invoice;
      const { status } = await this.ask('POST', chargePath(uid, customer), uid);
      expect([customer, status]).toEqual([customer, 201]);
      await then(invoice);
    };
    await this.underBlows(blows, random, () => inParallel(clients, rows, charge));
  }

  /** @param work that lasts until the last of them */
  async underBlows(blows: readonly Blow[], random: SeededRandom, work: () => Promise<void>): Promise<void> {
    const again = { ...this.variables, PORT: this.running.port };
    this.killing = new Kills(this.running, this.gate, again, collecting.taken, random);
    const strikeAll = await this.killing.strike(blows, mostRowsBetween);
    await Promise.all([work(), strikeAll()]);
  }

  /** Until it is answered for good, as one request. @param key without one each repetition is a request of its own */
  ask(method: Method, path: string, key: string | undefined, body?: Json): Promise<RestAnswer> {
    const headers = key === undefined ? undefined : { 'idempotency-key': key };
    return untilAnswered(() => this.api.rest(method, path, body, headers), this.tally);
  }

  /** Nothing is on its way any more. @param meanwhile before each look */
  async untilSettled(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
    await eventually(async () => {
      await meanwhile();
      await this.client.query(lookAfterAll);
      const { rows: left } = await this.client.query(
        'select customer_id, state, due_at, settled_at from payment where due_at is not null',
      );
      expect(left).toEqual([]);
    }, 180_000);
  }

  stop(): Promise<Exit> {
    return this.running.stop();
  }

  async end(): Promise<void> {
    await this.gate.close();
    await this.running.kill();
    await this.client.end();
    await this.database.drop();
  }

  private get running(): ServiceProcess {
    const service = this.killing?.service ?? this.service;
    if (!service) throw new Error('The service was not started');
    return service;
  }
}
