import { takes } from '#libs/business/values/meter-filter';
import type { MeteredEvent } from '#libs/business/values/metered-event';
import { eventFlags, takenOf, type MeterInForce } from '#modules/entitlements/meters';

/** A meter that an event feeds, and what it takes of it. */
export interface MatchedMeter {
  meter: MeterInForce;
  taken: Exclude<ReturnType<typeof takenOf>, string>;
}

export interface Matches {
  meters: MatchedMeter[];
  /** Why meters that take the event count nothing of it. */
  flags: number;
}

export const unmatched: Matches = { meters: [], flags: 0 };

/** Domain: catalog F7; entitlements-usage §5.3 */
export function matchesOf(event: MeteredEvent, meters: readonly MeterInForce[]): Matches {
  let matches: Matches | undefined;
  for (const meter of meters) {
    if (!takes(meter.definition, event)) continue;
    matches ??= { meters: [], flags: 0 };
    const taken = takenOf(meter.definition.aggregation, event);
    if (typeof taken === 'string') matches.flags |= eventFlags[taken];
    else matches.meters.push({ meter, taken });
  }
  return matches ?? unmatched;
}
