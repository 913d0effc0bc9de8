import { newUid } from '#libs/kernel/ids';
import { ExpandFigures1795712000000 } from '../../src/migrations/1795712000000-expand-figures';
import { execute, rowsOf } from '../support/database';
import { FormerRows } from '../support/former-rows';

// Domain: access-and-events

const environmentId = newUid();

const subscriptions = (count: number): string =>
  `insert into subscription (environment_id, uid, id, start_date)
   select '${environmentId}', gen_random_uuid(), gen_random_uuid()::text, now() - n * interval '1 hour' from generate_series(1, ${count}) n`;
const invoices = (count: number): string =>
  `insert into invoice (environment_id, uid, state, currency, issue_date, total, credited)
   select '${environmentId}', gen_random_uuid(), 'OPEN', 'usd', now(), 1.25, 0.25 from generate_series(1, ${count}) n`;
const end = `update subscription set canceled_at = now() where uid in (
  select uid from subscription where canceled_at is null order by uid limit 2)`;

describe('figures of what was there before', () => {
  let former: FormerRows;

  beforeEach(async () => {
    const tables = ['subscription', 'invoice'];
    former = await FormerRows.before(
      ExpandFigures1795712000000,
      tables,
      ...[subscriptions(3000), invoices(500)],
    );
  });
  afterEach(() => former.drop());

  const booked = async (figure: string): Promise<number> => {
    const [row] = await rowsOf<{ sum: number }>(
      former.url,
      `select coalesce(sum(b.amount), 0)::float8 as sum
         from (select figure, amount from figure_day union all select figure, amount from figure_change) b where b.figure = '${figure}'`,
    );
    return row?.sum ?? 0;
  };
  const counted = async (text: string): Promise<number> =>
    (await rowsOf<{ n: number }>(former.url, `select ${text}::float8 as n`))[0]?.n ?? 0;

  async function expectAll(): Promise<void> {
    expect(await booked('ACTIVE_SUBSCRIPTIONS')).toBe(
      await counted('(select count(*) from subscription where canceled_at is null)'),
    );
    expect(await booked('SCHEDULED_REVENUE')).toBe(await counted('(select count(*) from invoice)'));
  }

  it('P4: each row is counted once, though the last release goes on writing, and the migration is tried again', async () => {
    await former.migrateBeside(() => [subscriptions(3), invoices(2), 'select pg_sleep(0.02)', end], {
      meanwhile: async () => expect(await counted('(select count(*) from figure_change)')).toBeGreaterThan(0),
      after: expectAll,
    });
    await execute(former.url, subscriptions(1));
  });
});
