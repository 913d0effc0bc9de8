import { Pool } from 'pg';
import { createCustomer, type Json } from './catalog';
import { expectOk, type ApiClient, type RestAnswer } from './client';
import { giveCredits } from './credits';
import { execute, rowsOf } from './database';
import { inParallel, untilAnswered, type Tally } from './reporting';
import type { SeededRandom } from './seeded-random';

const clients = 16;
/** As many as an environment may have. */
const mostCurrencies = 50;

export interface WalletName {
  customerId: string;
  currencyId: string;
}

export interface Consumption extends WalletName {
  amount: number;
  idempotencyKey: string;
}

/** So many, of as few customers as can be. */
export function walletsOf(count: number, name: string): WalletName[] {
  return Array.from({ length: count }, (_, n) => ({
    customerId: `${name}-${Math.floor(n / mostCurrencies)}`,
    currencyId: `currency-${n % mostCurrencies}`,
  }));
}

/** Customers, currencies, and credits in every second wallet: what is asked of others is owed. */
export async function fillWallets(api: ApiClient, wallets: readonly WalletName[]): Promise<void> {
  const path = '/credits/custom-currencies';
  const there = await expectOk<{ id: string }[]>(api.rest('GET', `${path}?limit=100`));
  const known = new Set(there.map(({ id }) => id));
  for (const id of new Set(wallets.map(({ currencyId }) => currencyId)))
    if (!known.has(id)) await expectOk(api.rest('POST', path, { id, displayName: id }));
  for (const id of new Set(wallets.map(({ customerId }) => customerId))) await createCustomer(api, id);
  const filled = wallets.filter((_, n) => n % 2 === 0);
  await inParallel(clients, filled, async (wallet) => {
    await giveCredits(api, { ...wallet, amount: 20, priority: 1 });
    await giveCredits(api, { ...wallet, amount: 30 });
  });
}

const stored = `
  select from customer c join custom_currency y using (environment_id)
    join credit_consumption k on (k.environment_id, k.customer_uid, k.currency_uid) = (c.environment_id, c.uid, y.uid)
   where c.id = $1 and y.id = $2 and k.idempotency_key = $3`;

/** Looks, as soon as a consumption is acknowledged, whether others can see it. */
export class Witness {
  /** Keys that were acknowledged before they were stored. */
  readonly unseen: string[] = [];

  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = new Pool({ connectionString: databaseUrl, max: 4 });
  }

  readonly see = async (request: readonly Consumption[]): Promise<void> => {
    const { customerId, currencyId, idempotencyKey } = request.at(-1) as Consumption;
    const { rowCount } = await this.pool.query(stored, [customerId, currencyId, idempotencyKey]);
    if (rowCount !== 1) this.unseen.push(idempotencyKey);
  };

  leave = (): Promise<void> => this.pool.end();
}

/** What clients ask for, and what became of it. */
export class CreditRush {
  readonly consumptions: Consumption[];
  readonly tally: Tally = new Map();
  acknowledged = 0;

  constructor(
    readonly wallets: readonly WalletName[],
    count: number,
    private readonly random: SeededRandom,
  ) {
    this.consumptions = Array.from({ length: count }, (_, n) => ({
      ...random.pick(wallets),
      ...{ amount: random.whole(8, 40) / 8, idempotencyKey: `key-${wallets[0]?.customerId}-${n}` },
    }));
  }

  /** Sixteen clients, each request until it is answered: alone, several at once, under an Idempotency-Key or none. */
  async send(
    api: () => ApiClient,
    acknowledged: (request: readonly Consumption[]) => unknown = () => undefined,
  ): Promise<void> {
    const { random } = this;
    const left = [...this.consumptions];
    const requests: Consumption[][] = [];
    while (left.length > 0) requests.push(left.splice(0, random.next() < 0.7 ? 1 : random.whole(2, 8)));
    await inParallel(clients, requests, async (request) => {
      const [first] = request as [Consumption];
      const isKept = random.next() < 0.25;
      const headers: Record<string, string> = isKept ? { 'idempotency-key': first.idempotencyKey } : {};
      const answer = await untilAnswered(() => ask(api(), request, headers), this.tally);
      if (answer.status !== 201) throw new Error(`Answered ${answer.status} ${answer.text}`);
      this.acknowledged += request.length;
      await acknowledged(request);
    });
  }

  /** Each is stored once, taken once in the ledger, and every wallet is proved. Domain: credits D6, D7, N6, N7 */
  async expectExactlyOnce(databaseUrl: string, api: ApiClient): Promise<void> {
    const { consumptions } = this;
    expect(this.acknowledged).toBe(consumptions.length);
    const taken = await rowsOf<{ told: string }>(databaseUrl, takenOnce);
    const own = new Set(consumptions.map(({ idempotencyKey }) => idempotencyKey));
    const told = taken.map((row) => row.told).filter((row) => own.has(row.split(' ')[0] as string));
    const sent = consumptions.map((each) => `${each.idempotencyKey} ${each.amount} ${each.amount}`);
    expect(told.sort()).toEqual(sent.sort());
    expect(await rowsOf(databaseUrl, ofNothing)).toEqual([]);
    const faults: Json[] = [];
    await inParallel(clients, this.wallets, async (wallet) => {
      const proof = await proofOf(api, wallet);
      if (proof['holds'] !== true) faults.push({ ...wallet, ...proof });
    });
    expect(faults).toEqual([]);
  }

  /** Somebody changes a row by hand, past what refuses it: the proof names it. Domain: credits D7 */
  async expectFalsified(databaseUrl: string, api: ApiClient): Promise<void> {
    const { seq, ...wallet } = await this.fullest(databaseUrl);
    for (const [change, undo] of [
      ['amount = amount - 1', 'amount = amount + 1'],
      ["timestamp = timestamp + interval '1 ms'", "timestamp = timestamp - interval '1 ms'"],
    ] as const) {
      await falsify(databaseUrl, wallet, seq, change);
      expect(await proofOf(api, wallet)).toMatchObject({ holds: false, rows: seq - 1, firstFault: { seq } });
      await falsify(databaseUrl, wallet, seq, undo);
      expect(await proofOf(api, wallet)).toMatchObject({ holds: true });
    }
  }

  private async fullest(databaseUrl: string): Promise<WalletName & { seq: number }> {
    const text = `select c.id as "customerId", w.currency_id as "currencyId", w.seq::int as rows
                    from credit_wallet w join customer c on c.uid = w.customer_uid order by w.seq desc limit 1`;
    const [found] = await rowsOf<WalletName & { rows: number }>(databaseUrl, text);
    const { rows, ...wallet } = found as WalletName & { rows: number };
    return { ...wallet, seq: this.random.whole(1, rows) };
  }
}

/** What was stored under each key, and what the ledger has taken for it. */
const takenOnce = `
  select c.idempotency_key || ' ' || trim_scale(c.amount) || ' ' || trim_scale(coalesce(-sum(l.amount), 0)) as told
    from credit_consumption c left join credit_ledger_entry l on l.environment_id = c.environment_id
         and l.event_id = c.uid::text and l.event_type = 'CREDITS_CONSUMED'
   group by c.environment_id, c.uid`;

/** Rows of the ledger that no stored consumption has caused. */
const ofNothing = `
  select l.uid from credit_ledger_entry l where l.event_type = 'CREDITS_CONSUMED'
     and not exists (select from credit_consumption c where c.environment_id = l.environment_id and c.uid::text = l.event_id)`;

const proofOf = (api: ApiClient, { customerId, currencyId }: WalletName): Promise<Json> =>
  expectOk<Json>(api.rest('GET', `/credits/ledger/proof?customerId=${customerId}&currencyId=${currencyId}`));

function ask(
  api: ApiClient,
  request: readonly Consumption[],
  headers: Record<string, string>,
): Promise<RestAnswer> {
  const path = '/api/v1/credits/consumption';
  if (request.length === 1) return api.send('POST', path, request[0], headers);
  return api.send('POST', `${path}/async`, { consumptions: request }, headers);
}

const falsify = (
  databaseUrl: string,
  { customerId, currencyId }: WalletName,
  seq: number,
  change: string,
): Promise<void> =>
  execute(
    databaseUrl,
    'set session_replication_role = replica',
    `update credit_ledger_entry l set ${change} from credit_wallet w join customer c on c.uid = w.customer_uid
      where l.wallet_uid = w.uid and c.id = '${customerId}' and w.currency_id = '${currencyId}' and l.seq = ${seq}`,
  );
