import { addDays } from '#libs/kernel/period';
import type { FeatureRate } from '#modules/entitlements/metering';
import { isLive, type EntitlementSource, type RateSince } from './entitlement-source';
import { byGenerosity, criterionBetween } from './generosity';

/** How long usage may come late: so long it is known what it took. Domain: entitlements-usage A4 */
const rememberedDays = 90;

/** When a source granted a feature, and at which rate. */
export type RatedSource = EntitlementSource & { rates: readonly RateSince[] };

export const isRated = (source: EntitlementSource): source is RatedSource => source.rates !== undefined;

/**
 * At which usage of that instant is paid in credits: of several sources that rated the feature then that of the most generous one counts, of
 * equal ones that of the newest. One that does not rate it, such as a promotion, makes nothing free. Domain: credits F1, F6
 */
export function rateInForce(sources: readonly RatedSource[], at: Date): FeatureRate | undefined {
  let best: { source: RatedSource; rate: FeatureRate } | undefined;
  for (const source of sources) {
    if (!source.grant.isGranted || !isLive(source, at)) continue;
    const rate = rateAt(source, at);
    if (rate && (!best || goesBefore(source, best.source))) best = { source, rate };
  }
  return best?.rate;
}

function goesBefore(source: RatedSource, other: RatedSource): boolean {
  return criterionBetween(source, other) === 'KEY'
    ? source.from > other.from
    : byGenerosity(source, other) < 0;
}

/** What was before the first is as it was. */
const rateAt = ({ rates }: RatedSource, at: Date): FeatureRate | null =>
  (rates.find(({ since }) => since.getTime() <= at.getTime()) ?? rates.at(-1))?.rate ?? null;

/**
 * The rates of a source after its declaration, the newest first; undefined where it never had one. Domain: credits F6
 * @param before undefined where the source did not grant the feature yet: then it is rated from its begin on
 */
export function ratesAfter(
  before: Pick<EntitlementSource, 'rates'> | undefined,
  rate: FeatureRate | undefined,
  { from, now }: { from: Date; now: Date },
): readonly RateSince[] | undefined {
  const known = before?.rates ?? [];
  if (!before) return rate && [{ rate, since: from }];
  if (isSame(known[0]?.rate ?? null, rate ?? null)) return before.rates;
  const earlier = known.length > 0 ? known : [{ rate: null, since: from }];
  const oldest = addDays(now, -rememberedDays);
  const begun = earlier.findIndex(({ since }) => since <= oldest);
  return [{ rate: rate ?? null, since: now }, ...earlier.slice(0, begun === -1 ? undefined : begun + 1)];
}

/** Has it ended, and is still asked about by usage that comes late? */
export const isRemembered = (
  { rates, until }: Pick<EntitlementSource, 'rates' | 'until'>,
  now: Date,
): boolean => rates !== undefined && until !== null && until > addDays(now, -rememberedDays);

function isSame(a: FeatureRate | null, b: FeatureRate | null): boolean {
  if (a === null || b === null) return a === b;
  return a.currencyUid === b.currencyUid && a.amount === b.amount && a.costFormula === b.costFormula;
}
