import type { FeatureRate } from '#modules/entitlements/metering';
import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import type { EntitlementSource } from './entitlement-source';
import { isRemembered, rateInForce, ratesAfter, type RatedSource } from './rate-in-force';

// Domain: credits

const rateOf = (amount: string): FeatureRate => ({
  ...{ currencyUid: 'y', currencyId: 'tokens', amount, costFormula: null },
});
const start = utc('2026-01-01T00:00');
const at = utc('2026-05-10T00:00');

const rated = (
  usageLimit: number | null,
  rates: [string, FeatureRate | null][],
  more: Partial<EntitlementSource> = {},
): RatedSource => ({
  ...sourceOf({ usageLimit, hasUnlimitedUsage: usageLimit === null }, more),
  rates: rates.map(([since, rate]) => ({ since: utc(`${since}T00:00`), rate })),
});
const amountAt = (sources: RatedSource[], instant = at): string | undefined =>
  rateInForce(sources, instant)?.amount;

describe('the rate at which usage takes credits', () => {
  it('F1: is that of the most generous source that has one', () => {
    const small = rated(10, [['2026-01-01', rateOf('3')]], { sourceKey: 'a' });
    const large = rated(20, [['2026-01-01', rateOf('2')]], { sourceKey: 'b' });
    expect([amountAt([small, large]), amountAt([large, small])]).toEqual(['2', '2']);
    const unrated = rated(null, [['2026-01-01', null]], { sourceKey: 'c' });
    expect(amountAt([unrated, small, large])).toBe('2');
    expect(amountAt([unrated])).toBeUndefined();
  });

  it('F1: of equal ones is that of the newest, in whatever order they come', () => {
    const old = rated(null, [['2026-01-01', rateOf('3')]], { sourceKey: 'b' });
    const young = rated(null, [['2026-03-01', rateOf('2')]], {
      sourceKey: 'a',
      from: utc('2026-03-01T00:00'),
    });
    expect([amountAt([old, young]), amountAt([young, old])]).toEqual(['2', '2']);
    expect(amountAt([old, young], utc('2026-02-01T00:00'))).toBe('3');
  });

  it('F6: is that of the instant at which it was used', () => {
    const changed = rated(null, [
      ['2026-05-01', rateOf('5')],
      ['2026-04-01', null],
      ['2026-01-01', rateOf('2')],
    ]);
    const days = ['2026-05-01', '2026-04-30', '2026-03-31', '2025-12-31'];
    const amounts = days.map((day) =>
      amountAt([{ ...changed, from: utc('2025-01-01T00:00') }], utc(`${day}T00:00`)),
    );
    expect(amounts).toEqual(['5', undefined, '2', '2']);
  });

  it('F1: is none of a source that takes the feature away, has ended or has not begun', () => {
    const rates: [string, FeatureRate][] = [['2026-01-01', rateOf('2')]];
    const lost = rated(null, rates);
    lost.grant.isGranted = false;
    expect(amountAt([lost])).toBeUndefined();
    expect(amountAt([rated(null, rates, { until: at })])).toBeUndefined();
    expect(amountAt([rated(null, rates, { from: utc('2026-06-01T00:00') })])).toBeUndefined();
  });
});

describe('the rates of a source after a declaration', () => {
  const told = { from: start, now: at };
  const first = [{ rate: rateOf('2'), since: start }];

  it('F6: count from its begin on where it is new, and are none where it never had one', () => {
    expect(ratesAfter(undefined, rateOf('2'), told)).toEqual(first);
    expect(ratesAfter(undefined, undefined, told)).toBeUndefined();
    expect(ratesAfter({}, undefined, told)).toBeUndefined();
  });

  it('F6: stay what they are while nothing changes, and a change counts from now on', () => {
    expect(ratesAfter({ rates: first }, rateOf('2'), told)).toBe(first);
    const changed = [{ rate: rateOf('3'), since: at }, ...first];
    expect(ratesAfter({ rates: first }, rateOf('3'), told)).toEqual(changed);
    expect(ratesAfter({ rates: first }, undefined, told)).toEqual([{ rate: null, since: at }, ...first]);
    const unrated = [{ rate: null, since: start }];
    expect(ratesAfter({}, rateOf('2'), told)).toEqual([{ rate: rateOf('2'), since: at }, ...unrated]);
  });

  it('F6, entitlements-usage A4: are forgotten once no usage of their time is counted any more', () => {
    const rates = ['2026-05-01', '2026-02-01', '2026-01-15', '2026-01-01'].map((day, place) => ({
      ...{ rate: rateOf(String(place + 1)), since: utc(`${day}T00:00`) },
    }));
    // 90 days before lie on 9 February: what held then was declared on 1 February.
    expect(ratesAfter({ rates }, rateOf('9'), told)).toEqual([
      { rate: rateOf('9'), since: at },
      ...rates.slice(0, 2),
    ]);
    const ended = (day: string) => isRemembered({ rates, until: utc(`${day}T00:00`) }, at);
    expect([ended('2026-02-09'), ended('2026-02-10')]).toEqual([false, true]);
    expect([isRemembered({ until: at }, at), isRemembered({ rates, until: null }, at)]).toEqual([
      false,
      false,
    ]);
  });
});
