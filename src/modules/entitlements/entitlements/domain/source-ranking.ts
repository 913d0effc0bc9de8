import { competing } from './effective-entitlement';
import { isLive, type EntitlementSource } from './entitlement-source';
import { byGenerosity, criterionBetween, type Criterion } from './generosity';

/** What a source that does not win gives to the answer all the same. Domain: entitlements-usage G4 */
export type Lent = 'ENUM_VALUES' | 'SOFT_LIMIT';

export type NotCounting = 'LESS_GENEROUS' | 'TAKES_AWAY' | 'NOT_STARTED' | 'ENDED';

/** A source with its part in the answer. */
export interface RankedSource {
  source: EntitlementSource;
  isWinner: boolean;
  lends: readonly Lent[];
  /** Null for one that counts: the winner, and who lends. */
  reason: NotCounting | null;
  /** What decided between it and the winner; of the winner, between it and the next one. Null where nothing had to be decided. */
  decidedBy: Criterion | null;
}

/**
 * The sources of a question as the answer ranks them: those that compete, the most generous first, then the others in the same
 * order. Domain: entitlements-usage G4, Q16
 */
export function rankedSources(sources: readonly EntitlementSource[], at: Date): RankedSource[] {
  const competitors = competing(sources, at);
  const [winner, second] = competitors;
  const others = sources.filter((source) => !competitors.includes(source)).sort(byGenerosity);
  return [
    ...competitors.map((source): RankedSource => {
      if (!winner || source === winner)
        return ranked(source, {
          isWinner: true,
          decidedBy: second ? criterionBetween(source, second) : null,
        });
      const lends = lentBy(source, winner);
      const reason = lends.length > 0 ? null : 'LESS_GENEROUS';
      return ranked(source, { lends, reason, decidedBy: criterionBetween(winner, source) });
    }),
    ...others.map((source) => ranked(source, { reason: whyNot(source, at) })),
  ];
}

const ranked = (source: EntitlementSource, part: Partial<RankedSource>): RankedSource => ({
  source,
  isWinner: false,
  lends: [],
  reason: null,
  decidedBy: null,
  ...part,
});

function lentBy({ grant }: EntitlementSource, { grant: best }: EntitlementSource): Lent[] {
  const own = new Set(best.enumValues);
  const lent: Lent[] = [];
  if (grant.enumValues?.some((value) => !own.has(value))) lent.push('ENUM_VALUES');
  if (grant.hasSoftLimit && !best.hasSoftLimit) lent.push('SOFT_LIMIT');
  return lent;
}

function whyNot(source: EntitlementSource, at: Date): NotCounting {
  if (isLive(source, at)) return 'TAKES_AWAY';
  return source.from > at ? 'NOT_STARTED' : 'ENDED';
}
