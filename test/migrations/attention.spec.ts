import { newUid } from '#libs/kernel/ids';
import { ExpandAttention1795713000000 } from '../../src/migrations/1795713000000-expand-attention';
import { execute, rowsOf } from '../support/database';
import { FormerRows } from '../support/former-rows';

// Domain: access-and-events

const environmentId = newUid();

/** Open invoices of which the last of two payments failed, as the last release writes them: the invoice first. */
const failures = (count: number): string =>
  `with made as (
     insert into invoice (environment_id, uid, state, collection, total, credited, currency, issue_date)
     select '${environmentId}', gen_random_uuid(), 'OPEN', 'FAILED', 1, 0, 'usd', now() from generate_series(1, ${count}) returning uid)
   insert into payment (environment_id, uid, invoice_uid, state, settled_at, is_given_up)
   select '${environmentId}', overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') from 1)::uuid, m.uid, 'FAILED',
          date_trunc('milliseconds', now()) - interval '1 day' * (2 - n), false
     from made m, generate_series(1, 2) n`;
const owe = (wallets: string): string =>
  `insert into credit_grant (environment_id, uid, wallet_uid, grant_type, effective_at)
   select '${environmentId}', gen_random_uuid(), w.uid, 'OVERDRAFT', date_trunc('milliseconds', clock_timestamp()) from ${wallets} w`;
const overdrafts = (count: number): string =>
  `with made as (insert into credit_wallet (environment_id, uid)
     select '${environmentId}', gen_random_uuid() from generate_series(1, ${count}) returning uid) ${owe('made')}`;
const anyOf = (table: string, condition: string, count: number): string =>
  `(select uid from ${table} where ${condition} order by random() limit ${count} for no key update skip locked)`;
const pay = (count: number): string =>
  `update invoice set state = 'PAID', paid_at = now() where uid in ${anyOf('invoice', `state = 'OPEN'`, count)}`;
const tryAgain = (count: number): string =>
  `update invoice set collection = 'PROCESSING' where uid in ${anyOf('invoice', `state = 'OPEN'`, count)}`;
const voided =
  'update credit_grant set voided_at = now() where voided_at is null and wallet_uid in (select uid from held)';
/** Under the locks of the wallets, as the service does it. */
const held = (count: number): string =>
  `held as (select uid from credit_wallet order by random() limit ${count} for no key update)`;
const settle = (count: number): string => `with ${held(count)} ${voided}`;
const settleAndOwe = (count: number): string => `with ${held(count)}, owed as (${owe('held')}) ${voided}`;

describe('what needed attention before', () => {
  let former: FormerRows;

  beforeEach(async () => {
    const tables = ['invoice', 'payment', 'credit_wallet', 'credit_grant'];
    const paid = `insert into invoice (environment_id, uid, state, collection) select '${environmentId}', gen_random_uuid(), 'PAID', 'FAILED'`;
    const granted = `insert into credit_grant (environment_id, uid, wallet_uid, grant_type) select '${environmentId}', gen_random_uuid(), gen_random_uuid(), 'PAID'`;
    const rows = [failures(800), overdrafts(800), paid, granted];
    former = await FormerRows.before(ExpandAttention1795713000000, tables, ...rows);
  });
  afterEach(() => former.drop());

  const truth = `
    select 'FAILED_PAYMENT' as kind, i.uid, p.uid as cause_uid, p.settled_at as since
      from invoice i cross join lateral (select f.uid, f.settled_at from payment f where f.invoice_uid = i.uid order by f.uid desc limit 1) p
     where i.state = 'OPEN' and i.collection = 'FAILED'
    union all select 'OVERDRAFT', g.wallet_uid, g.uid, g.effective_at from credit_grant g where g.grant_type = 'OVERDRAFT' and g.voided_at is null`;
  const kept = 'select a.kind, a.uid, a.cause_uid, a.since from attention a';

  async function expectAll(): Promise<void> {
    const differing = `((${truth}) except ${kept}) union all (${kept} except (${truth}))`;
    expect(await rowsOf(former.url, `select count(*)::int as n from (${differing}) d`)).toEqual([{ n: 0 }]);
    const [row] = await rowsOf<{ n: number }>(former.url, 'select count(*)::int as n from attention');
    expect(row?.n).toBeGreaterThan(100);
  }

  it('P5: each is a line once, though the last release goes on writing, and the migration is tried again', async () => {
    const writes = () => [
      ...[failures(3), overdrafts(3), pay(3), tryAgain(2), settle(4), settleAndOwe(2)],
      'select pg_sleep(0.02)',
    ];
    await former.migrateBeside(writes, { after: expectAll });
    await execute(former.url, failures(1), pay(1), settle(1));
  });
});
