import fc from 'fast-check';
import type { Aggregation } from '#libs/business/values/meter';
import type { Dimension, MeteredEvent } from '#libs/business/values/metered-event';
import { addMs, dayMs, hourMs } from '#libs/kernel/period';
import { usageWindow, type UsageWindow } from '#modules/entitlements/metering';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { aggregate } from '../support/meter-aggregation';
import { callOf, functionsById, meteredCatalog, meteredIds, sendEvents } from '../support/metered-features';

// Domain: entitlements-usage

/** An event of the test: on which resource, how long before the clock, with what. */
interface Sent {
  resourceId: 'site' | 'elsewhere' | null;
  agoMs: number | null;
  name: string;
  dimensions: Record<string, Dimension>;
}

/** As the model keeps it: counted at an instant. */
interface Kept extends MeteredEvent {
  at: Date;
  scope: 'site' | 'own';
}

const numbers = fc.constantFrom(-3, 0, 0.1, 0.25, 7, 1e-9, 123_456_789.123456789, '12.5', 'many', true);
const sent: fc.Arbitrary<Sent> = fc.record({
  resourceId: fc.constantFrom('site' as const, 'elsewhere' as const, null, null),
  // Around the edges of windows, of days and of what is too late or too early.
  agoMs: fc.oneof(
    fc.constant(null),
    fc.constantFrom(0, 1, dayMs, 7 * dayMs, 7 * dayMs + 1, 30 * dayMs, 30 * dayMs + 1, -300_000, -300_001),
    fc.integer({ min: -300_000, max: 31 * dayMs }),
  ),
  name: fc.constantFrom('call', 'call', 'call', 'other'),
  dimensions: fc.record(
    { tokens: numbers, user: fc.constantFrom('ann', 'ben', 'cat', 1, '1') },
    { requiredKeys: [] },
  ),
});
const batches = fc.array(
  fc.record({
    sent: fc.array(sent, { minLength: 1, maxLength: 12 }),
    /** Places among all that was sent before, which are sent again. */
    repeated: fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
    later: fc.constantFrom(0, 1, hourMs, dayMs, 9 * dayMs),
  }),
  { minLength: 1, maxLength: 5 },
);

const periods = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'NONE'] as const;
type Period = (typeof periods)[number];

/** What counts from an instant on. */
interface Rule {
  since: Date;
  period: Period;
  anchor: Date;
}

/** Events or another plan by one of two processes, then a while, then a check by one of them. */
const courses = fc.array(
  fc.record({
    by: fc.nat({ max: 1 }),
    at: fc.nat({ max: 1 }),
    period: fc.oneof(fc.constant(null), fc.constant(null), fc.constantFrom(...periods)),
    sent: fc.array(sent, { minLength: 1, maxLength: 8 }),
    later: fc.constantFrom(0, 0, 1, hourMs, dayMs, 9 * dayMs),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('what meters make of events', () => {
  let app: TestApp;
  let customers = 0;

  beforeAll(async () => {
    app = await createTestApp();
    await meteredCatalog(app.a.api, 1e6);
  });
  afterAll(() => app.close());

  /** As the rules say, from all events again. */
  function naive({ function: name, field }: Aggregation, kept: readonly Kept[], window: UsageWindow): number {
    const counted = kept.filter(
      ({ at, eventName }) =>
        eventName === 'call' && at >= window.start && (window.end === null || at < window.end),
    );
    return aggregate({ function: name, field }, counted).value.toNumber();
  }

  it('A11, A12, A16, A17, A20, Q16, W1–W10: is what a naive recomputation makes, in any order, with repetitions, late ones and resources, now and as of an instant', async () => {
    const { api } = app.a;
    await fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 1, max: 60 * dayMs }), async (told, agoMs) => {
        app.clock.reset();
        const id = `customer-${customers++}`;
        await createCustomer(api, id);
        await subscribe(api, id, 'plan');
        await subscribe(api, id, 'site', { resourceId: 'site' });
        const anchor = app.clock.now();
        app.clock.advance({ days: 40 });
        const kept: Kept[] = [];
        const bodies: Json[] = [];
        for (const { sent: fresh, repeated, later } of told) {
          const again = repeated.flatMap((place): Json[] => (bodies[place] ? [bodies[place]] : []));
          const events = fresh.map((each) => bodyOf(id, each));
          await sendEvents(api, ...again, ...events, ...events.slice(0, 1));
          bodies.push(...events);
          kept.push(...fresh.flatMap(keptOf));
          app.clock.advance({ ms: later });
        }
        const now = app.clock.now();
        for (const at of [now, addMs(now, -Math.min(agoMs, 40 * dayMs))]) {
          const until = kept.filter((each) => each.at <= at || at === now);
          await expectAll(id, until, { anchor, at }, at === now ? '' : `&at=${at.toISOString()}`);
        }
      }),
      { numRuns: 16 },
    );
  });

  it.each(['NEVER_RESET', 'ALWAYS_RESET'])(
    'H1, H2, Q15, W10: is that, whatever plans follow one another, by two processes, under %s',
    async (behavior) => {
      const { api } = app.a;
      const product = `${behavior.toLowerCase().replace('_', '-')}-product`;
      await createProduct(api, product);
      await expectOk(api.rest('PATCH', `/products/${product}`, { usageResetCutoffRule: { behavior } }));
      const planOf = (period: string) => `${product}-${period.toLowerCase()}`;
      for (const period of periods) {
        const reset = period === 'NONE' ? {} : { resetPeriod: period };
        const entitlements = meteredIds.map((id) => feature(id, { usageLimit: 1e6, ...reset }));
        await publishPlan(api, { id: planOf(period), productId: product, entitlements });
      }
      const other = await app.startBeside();
      const processes = [api, other.api];
      try {
        await fc.assert(
          fc.asyncProperty(courses, fc.integer({ min: 1, max: 60 * dayMs }), async (course, agoMs) => {
            app.clock.reset();
            const id = `customer-${customers++}`;
            await createCustomer(api, id);
            const rules: Rule[] = [];
            const sell = async (by: ApiClient, period: Period) => {
              await subscribe(by, id, planOf(period));
              // What runs already is no change, so nothing begins anew.
              if (rules.at(-1)?.period === period) return;
              const now = app.clock.now();
              const anchor = behavior === 'ALWAYS_RESET' ? now : (rules[0]?.since ?? now);
              rules.push({ since: now, period, anchor });
            };
            await sell(api, 'MONTH');
            app.clock.advance({ days: 40 });
            const kept: Kept[] = [];
            for (const { by, at, period, sent: told, later } of course) {
              const [door, reader] = [processes[by], processes[at]] as [ApiClient, ApiClient];
              if (period !== null) await sell(door, period);
              else await sendEvents(door, ...told.map((each) => bodyOf(id, { ...each, resourceId: null })));
              if (period === null)
                kept.push(...told.flatMap((each) => keptOf({ ...each, resourceId: null })));
              app.clock.advance({ ms: later });
              await expectOwn(reader, id, kept, rules, app.clock.now(), '');
            }
            const past = addMs(app.clock.now(), -Math.min(agoMs, 40 * dayMs));
            const until = kept.filter((each) => each.at <= past);
            await expectOwn(api, id, until, rules, past, `&at=${past.toISOString()}`);
          }),
          { numRuns: 12 },
        );
      } finally {
        await other.close();
      }
    },
  );

  /** Of every function, by the rule that was in force. */
  async function expectOwn(
    from: ApiClient,
    id: string,
    kept: readonly Kept[],
    rules: readonly Rule[],
    at: Date,
    query: string,
  ) {
    const { period, anchor } = rules.findLast(({ since }) => since <= at) as Rule;
    const rule = { period: period === 'NONE' ? null : period, accordingTo: null };
    const window = usageWindow(rule, anchor, at);
    for (const [featureId, [name, field]] of Object.entries(functionsById)) {
      const { currentUsage } = await check(from, id, `featureId=${featureId}${query}`);
      expect([featureId, currentUsage]).toEqual([featureId, naive({ function: name, field }, kept, window)]);
    }
  }

  /** Of every function, at the level of the customer and of the resource. */
  async function expectAll(
    id: string,
    kept: readonly Kept[],
    { anchor, at }: { anchor: Date; at: Date },
    query: string,
  ) {
    const own = usageWindow({ period: 'MONTH', accordingTo: null }, anchor, at);
    const site = usageWindow({ period: 'WEEK', accordingTo: null }, anchor, at);
    const of = (scope: Kept['scope']) => kept.filter((each) => each.scope === scope);
    for (const [featureId, [name, field]] of Object.entries(functionsById)) {
      const aggregation = { function: name, field };
      const told = await Promise.all(
        ['', '&resourceId=site'].map((more) => check(app.a.api, id, `featureId=${featureId}${more}${query}`)),
      );
      expect(told.map(({ currentUsage }) => currentUsage)).toEqual([
        naive(aggregation, of('own'), own),
        naive(aggregation, of('site'), site),
      ]);
    }
  }

  const bodyOf = (customerId: string, { resourceId, agoMs, name, dimensions }: Sent): Json =>
    callOf(customerId, {
      eventName: name,
      dimensions,
      ...(resourceId !== null && { resourceId }),
      ...(agoMs !== null && { timestamp: addMs(app.clock.now(), -agoMs).toISOString() }),
    });

  function keptOf({ resourceId, agoMs, name, dimensions }: Sent): Kept[] {
    const now = app.clock.now();
    if (agoMs !== null && agoMs > 30 * dayMs) return [];
    const at = agoMs === null || agoMs < -300_000 ? now : addMs(now, -agoMs);
    return [{ at, scope: resourceId === 'site' ? 'site' : 'own', eventName: name, dimensions }];
  }
});
