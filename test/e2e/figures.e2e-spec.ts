import { newUid } from '#libs/kernel/ids';
import { addDays } from '#libs/kernel/period';
import { isLive } from '../../src/modules/billing/subscriptions/subscription-life.statements';
import { FigureBooksService } from '../../src/modules/exchange/figures/figure-books.service';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan, subscribe } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { execute, rowsOf } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { schedule, sendInvoice } from '../support/invoices';
import { createIssuer } from '../support/issuers';
import { day, line } from '../support/invoice-lines';
import { seededRandom } from '../support/seeded-random';

// Domain: access-and-events

interface Figures {
  startDate: string;
  endDate: string;
  subscriptions: { day: string; active: number }[];
  revenue: { currency: string; scheduled: number; collected: number; days: { day: string }[] }[] | null;
}

const document = `query($days: Int, $endDate: DateTime) {
  figures(days: $days, endDate: $endDate) {
    startDate endDate subscriptions { day active }
    revenue { currency scheduled collected days { day scheduled collected } } } }`;

interface Asked {
  days?: number;
  endDate?: string;
}

const overRest = (api: ApiClient, asked: Asked) =>
  api.rest('GET', `/figures?${new URLSearchParams(JSON.parse(JSON.stringify(asked)))}`);
const overGraphql = (api: ApiClient, asked: Asked) => api.graphql(document, { ...asked });

/** The same through both doors. */
async function told(api: ApiClient, asked: Asked = {}): Promise<Figures> {
  const figures = await expectOk<Figures>(overRest(api, asked));
  expect(await expectOk<Figures>(overGraphql(api, asked))).toEqual(figures);
  return figures;
}

describe('figures', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    await createCustomer(api, 'acorn');
    await createProduct(api, 'maps');
    await publishPlan(api, { id: 'paper', productId: 'maps' });
  });
  afterAll(() => app.close());

  const after = (days: number): string => addDays(app.clock.now(), days).toISOString();
  /** From so many days ago, or to come, to so many. */
  const active = async (from: number, to: number): Promise<number[]> =>
    (await told(api, { days: to - from + 1, endDate: after(to) })).subscriptions.map((each) => each.active);
  const fold = () => app.nest.get(FigureBooksService).fold();

  it('P4: of an environment with nothing thirty days of nothing', async () => {
    const figures = await told(api);
    expect(figures.subscriptions).toHaveLength(30);
    expect(figures.subscriptions.every((each) => each.active === 0)).toBe(true);
    expect(figures.subscriptions.at(-1)?.day).toBe(figures.endDate);
    expect(figures.revenue).toEqual([]);
  });

  it('P4: a subscription counts from its start to its end, folded or not, and at once', async () => {
    const { id } = await subscribe(api, 'acorn', 'paper');
    expect(await active(-1, 1)).toEqual([0, 1, 1]);
    await fold();
    expect(await active(-1, 1)).toEqual([0, 1, 1]);
    const cancellation = { cancellationTime: 'SPECIFIC_DATE', endDate: after(2) };
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, cancellation));
    expect(await active(-1, 3)).toEqual([0, 1, 1, 0, 0]);
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, { cancellationTime: 'IMMEDIATE' }));
    expect(await active(-1, 3)).toEqual([0, 0, 0, 0, 0]);
    await fold();
    expect(await active(-1, 3)).toEqual([0, 0, 0, 0, 0]);
  });

  it('P4: days to come are told as they are decided, and those before a span are in it', async () => {
    await subscribe(api, 'acorn', 'paper', { startDate: after(3) });
    expect(await active(1, 4)).toEqual([0, 0, 1, 1]);
    expect(await active(40, 41)).toEqual([1, 1]);
  });

  it('P4: revenue is scheduled at its issue, and collected when it is paid', async () => {
    await createIssuer(api, 'acme');
    const issued = await sendInvoice(app, { lines: [line({ taxPercent: 20 })] }, place);
    const [today = ''] = app.clock.now().toISOString().split('T');
    const begin = `${today}T00:00:00.000Z`;
    const sum = { scheduled: 120, collected: 0 };
    expect((await told(api)).revenue).toEqual([
      { currency: 'usd', ...sum, days: [{ day: String(issued['issueDate']), ...sum }] },
    ]);
    await fold();
    const path = `/customers/acorn/invoices/${String(issued['invoiceId'])}`;
    await expectOk(api.rest('POST', `${path}/paid`));
    const [usd] = (await told(api)).revenue ?? [];
    expect(usd).toMatchObject({ currency: 'usd', scheduled: 120, collected: 120 });
    expect(usd?.days.at(-1)).toMatchObject({ day: begin, collected: 120 });
  });

  it('P4: what a credit note took off is no revenue, nor is what was canceled; a draft is', async () => {
    await createIssuer(api, 'acme');
    const later = { periodStart: day('2026-07-01'), periodEnd: day('2026-07-31') };
    await schedule(app, place, [{ contractId: 'draft', ...later, currency: 'eur' }]);
    const sent = await sendInvoice(app, { contractId: 'canceled' }, place);
    const asked = { days: 366, endDate: '2026-07-31T00:00:00Z' };
    const sums = async () =>
      (await told(api, asked)).revenue?.map(({ currency, scheduled }) => `${currency} ${scheduled}`);
    expect(await sums()).toEqual(['eur 100', 'usd 100']);
    await execute(
      app.databaseUrl,
      `update invoice set credited = 30 where uid = '${String(sent['invoiceId'])}'`,
    );
    expect(await sums()).toEqual(['eur 100', 'usd 70']);
    await execute(
      app.databaseUrl,
      `update invoice set state = 'CANCELED' where uid = '${String(sent['invoiceId'])}'`,
    );
    expect(await sums()).toEqual(['eur 100']);
  });

  it('P4: random lives, made, changed and deleted, come to what their statuses say at the end of each day', async () => {
    const random = seededRandom('figures.e2e-spec');
    const { id } = await subscribe(api, 'acorn', 'paper');
    const from = addDays(app.clock.now(), -10);
    const at = (): string | null => {
      if (random.next() < 0.4) return null;
      const midnight = addDays(new Date(from.toISOString().slice(0, 10)), random.whole(0, 20));
      const ms = random.pick([0, 0, 1, random.whole(0, 86_399_999)]);
      return new Date(midnight.getTime() + ms).toISOString();
    };
    const life = () => ({
      start_date: at() ?? from.toISOString(),
      ...{ canceled_at: at(), cancellation_date: at(), end_date: at(), trial_ends_at: at() },
      pending_until: random.next() < 0.8 ? null : at(),
      trial_end_behavior: random.pick([null, 'CANCEL_SUBSCRIPTION', 'CONVERT_TO_PAID']),
      cancel_reason: null,
      slot: null,
    });
    const made = Array.from({ length: 60 }, () => ({ ...life(), uid: newUid(), id: newUid() }));
    const literal = (value: object): string => `'${JSON.stringify(value)}'::jsonb`;
    await execute(
      app.databaseUrl,
      ...made.map(
        (each) => `insert into subscription select (jsonb_populate_record(s, ${literal(each)})).*
          from subscription s where s.environment_id = '${place.environmentId}' and s.id = '${id}'`,
      ),
    );
    const expectSame = async (): Promise<void> => {
      const asked = { days: 22, endDate: addDays(from, 21).toISOString() };
      const figures = await told(api, asked);
      const counted = await rowsOf<{ active: number }>(
        app.databaseUrl,
        `select (select count(*)::int from subscription s where s.environment_id = '${place.environmentId}'
                    and ${isLive('s', `(d.day + interval '1 day' - interval '1 millisecond')`)}) as active
           from generate_series('${figures.startDate}'::timestamptz, '${figures.endDate}', interval '1 day') d (day) order by d.day`,
      );
      expect(figures.subscriptions.map((each) => each.active)).toEqual(counted.map((each) => each.active));
    };
    await expectSame();
    await fold();
    await execute(
      app.databaseUrl,
      ...made.slice(0, 30).map(
        (
          each,
        ) => `update subscription t set (start_date, canceled_at, cancellation_date, end_date, trial_ends_at, pending_until, trial_end_behavior) =
          (select n.start_date, n.canceled_at, n.cancellation_date, n.end_date, n.trial_ends_at, n.pending_until, n.trial_end_behavior
             from jsonb_populate_record(t, ${literal(life())}) n) where t.uid = '${each.uid}'`,
      ),
      ...made.slice(20, 40).map((each) => `delete from subscription where uid = '${each.uid}'`),
    );
    await expectSame();
    await fold();
    await expectSame();
  });

  it('P4: one environment counts nothing of another', async () => {
    await subscribe(api, 'acorn', 'paper');
    const other = await app.newEnvironment();
    await fold();
    expect((await told(other.api)).subscriptions.at(-1)?.active).toBe(0);
    expect((await told(api)).subscriptions.at(-1)?.active).toBe(1);
  });

  it('P4: changes of an environment that is held wait, and are told all the same', async () => {
    await subscribe(api, 'acorn', 'paper');
    const { environmentId } = place;
    const waiting = async () =>
      (await rowsOf(app.databaseUrl, `select from figure_change where environment_id = '${environmentId}'`))
        .length;
    await execute(
      app.databaseUrl,
      `insert into environment_move (environment_id, direction, is_held, began_at) values ('${environmentId}', 'LEAVING', true, now())`,
    );
    await fold();
    expect(await waiting()).toBeGreaterThan(0);
    expect(await active(0, 0)).toEqual([1]);
    await execute(app.databaseUrl, `delete from environment_move where environment_id = '${environmentId}'`);
    await fold();
    expect(await waiting()).toBe(0);
    expect(await active(0, 0)).toEqual([1]);
  });

  it('P4: who may not read invoices is told no revenue', async () => {
    const reader = app.anonymous.as({ key: await place.scopedKey('subscriptions:read') });
    expect((await told(reader)).revenue).toBeNull();
  });

  it('P4: refuses days that are none, and more than a leap year', async () => {
    for (const days of [0, 367]) {
      expect(await overRest(api, { days })).toRefuse('BadUserInput', /days/);
      expect(await overGraphql(api, { days })).toRefuse('BadUserInput', /days/);
    }
    expect(await overRest(api, { endDate: 'yesterday' })).toRefuse('BadUserInput', /endDate/);
  });
});
