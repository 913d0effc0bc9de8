import fc from 'fast-check';
import type { Aggregation } from '#libs/business/values/meter';
import type { Dimension, MeteredEvent } from '#libs/business/values/metered-event';
import { addMs, dayMs, hourMs } from '#libs/kernel/period';
import { usageWindow, type UsageWindow } from '#modules/entitlements/metering';
import { createTestApp, type TestApp } from '../support/app';
import { check, createCustomer, subscribe, type Json } from '../support/catalog';
import { aggregate } from '../support/meter-aggregation';
import { callOf, functionsById, meteredCatalog, sendEvents } from '../support/metered-features';

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
