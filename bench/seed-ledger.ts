import type { Client } from 'pg';
import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { digestOf, spelled, spelledEntry } from '../src/modules/entitlements/credits/domain/ledger-chain';
import {
  Wallet,
  type WalletGrant,
  type WalletState,
} from '../src/modules/entitlements/credits/domain/wallet';
import { apiOf } from './api';
import { openEnvironment, type SeedTarget } from './seed';

const environmentName = 'ledger';
export const holder = { customerId: 'customer-1', currencyId: 'tokens' };
const grants = 20;
const rowsAtOnce = 20_000;
/** All of what is given but little: now and then a row spends a grant, and the next one begins another. */
const drawn = new Decimal('19.999');

interface WalletRow {
  environment_id: string;
  uid: string;
  customer_uid: string;
  seq: string;
  granted: string;
  head: Buffer;
}

interface GrantRow {
  uid: string;
  priority: number;
  amount: string;
  effective_at: Date;
  created_at: Date;
}

const write = `insert into credit_ledger_entry (environment_id, uid, wallet_uid, customer_uid, seq, event_type, timestamp, amount, grant_uid, event_id,
    starting_balance, ending_balance, actor, digest, created_at, updated_at)
  select $1, r.uid, $2, $3, r.seq, r.type, r.at, r.amount, r.grant_uid, r.event_id, r.before, r.after, 'reporter', decode(r.digest, 'hex'), r.at, r.at
    from jsonb_to_recordset($4::jsonb) as r(uid uuid, seq bigint, type text, at timestamptz, amount numeric, grant_uid uuid, event_id uuid,
                                            before numeric, after numeric, digest text)`;

/** A wallet with a ledger of that many rows: its grants are given through the API, what is drawn from them is written as the service would. */
export async function seedLedger(client: Client, target: SeedTarget, rows: number): Promise<string> {
  const key = await openEnvironment(target, environmentName);
  const ask = apiOf(target.url, key);
  const { customerId, currencyId } = holder;
  await ask('POST', '/customers', { id: customerId, name: 'Holder' });
  await ask('POST', '/credits/custom-currencies', { id: currencyId, displayName: 'Tokens' });
  const given = { ...holder, displayName: 'Given', grantType: 'PAID', amount: rows };
  for (let n = 0; n < grants; n++) await ask('POST', '/credits/grants', { ...given, priority: n });
  await client.query(`set engine.member = 'on'`);
  await draw(client, rows);
  await client.query('vacuum (analyze) credit_ledger_entry');
  return key;
}

async function draw(client: Client, rows: number): Promise<void> {
  const ofEnvironment = 'environment_id = (select uid from environment where name = $1)';
  const [row] = (
    await client.query<WalletRow>(`select * from credit_wallet where ${ofEnvironment}`, [environmentName])
  ).rows as [WalletRow];
  const { environment_id: environmentId, uid, customer_uid: customerUid } = row;
  const found = await client.query<GrantRow>('select * from credit_grant where environment_id = $1', [
    environmentId,
  ]);
  const state = {
    seq: Number(row.seq),
    granted: new Decimal(row.granted),
    used: new Decimal(0),
    expiredUntil: null,
  };
  const held = found.rows.map(grantOf);
  const now = new Date(performance.timeOrigin + performance.now());
  let head = row.head.toString('hex');
  while (state.seq < rows) {
    const wallet = walletOf(state, held);
    for (let left = Math.min(rows - state.seq, rowsAtOnce); left > 0; left--) {
      const cause = { actor: 'reporter', eventId: newUid(), featureId: null, dimensions: null };
      wallet.consume({ ...cause, amount: drawn, at: now }, now);
    }
    const told = wallet.entries.map((entry) => {
      const each = spelledEntry(entry);
      head = digestOf(head, uid, each);
      const { seq, eventType: type, timestamp: at, amount, grantUid: grant_uid, eventId: event_id } = each;
      const { startingBalance: before, endingBalance: after } = each;
      return { uid: newUid(), seq, type, at, amount, grant_uid, event_id, before, after, digest: head };
    });
    await client.query(write, [environmentId, uid, customerUid, JSON.stringify(told)]);
  }
  const keepWallet = `update credit_wallet set seq = $2, used = $3, head = decode($4, 'hex') where environment_id = $1`;
  await client.query(keepWallet, [environmentId, state.seq, spelled(state.used), head]);
  for (const { uid: grant, consumed } of held)
    await client.query('update credit_grant set consumed = $3 where environment_id = $1 and uid = $2', [
      ...[environmentId, grant, spelled(consumed)],
    ]);
}

const grantOf = ({
  uid,
  priority,
  amount,
  effective_at: effectiveAt,
  created_at: createdAt,
}: GrantRow): WalletGrant => ({
  ...{ uid, grantType: 'PAID', priority, effectiveAt, expireAt: null, createdAt },
  ...{ amount: new Decimal(amount), consumed: new Decimal(0), isPosted: true, isIdle: false },
  ...{ closedAt: null, voidedAt: null, grantedBy: 'bench', sourceKey: null },
});

const never = (): never => {
  throw new Error('Nothing is owed or given again here');
};

const walletOf = (state: WalletState, held: readonly WalletGrant[]): Wallet =>
  new Wallet(
    state,
    { grants: held.filter(({ isIdle }) => !isIdle), recurrences: [] },
    { borrow: never, renew: never },
  );
