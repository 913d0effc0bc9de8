import type { Aggregation } from '#libs/business/values/meter';
import { earliest, latest } from '#libs/kernel/period';

/** Of a feature. Half-open. */
export interface MeteredPeriod {
  featureUid: string;
  /** Of one resource alone, '' for what is the customer's own; absent: of all together. */
  resourceKey?: string | undefined;
  from: Date;
  until: Date;
}

/** A meter that a feature has or had, with when it was in force. */
export interface KnownMeter {
  uid: string;
  featureUid: string;
  aggregation: Aggregation;
  since: Date;
  until: Date | null;
}

/** The part of a period in which one meter was in force. */
export interface MeterPart {
  meter: KnownMeter;
  resourceKey: string | undefined;
  from: Date;
  until: Date;
}

/** Which parts make up the usage of a period. */
export interface PeriodParts {
  parts: MeterPart[];
  /** Whether a meter is in force as the period ends. */
  isMetered: boolean;
  /** Whether nothing else belongs to it: what is no sum takes nothing from what was reported, nor from another meter. */
  isWhole: boolean;
}

const isSum = ({ meter }: MeterPart): boolean => ['SUM', 'COUNT'].includes(meter.aggregation.function);

/**
 * An instant is billed by the meter that was in force then: events before it are not billed afterwards. Sums of meters that took turns
 * add up; of any other function, the meter that the period ends with counts alone. Domain: entitlements-usage A14
 * @param meters of all features, in the order in which they began
 */
export function partsOf(
  { featureUid, resourceKey, from, until }: MeteredPeriod,
  meters: readonly KnownMeter[],
): PeriodParts {
  const parts: MeterPart[] = [];
  for (const meter of meters) {
    if (meter.featureUid !== featureUid) continue;
    const part = {
      ...{ meter, resourceKey },
      from: latest(from, meter.since),
      until: meter.until ? earliest(until, meter.until) : until,
    };
    if (part.from < part.until) parts.push(part);
  }
  const last = parts.at(-1);
  const isMetered = last !== undefined && last.until >= until;
  if (isMetered && !isSum(last)) return { parts: [last], isMetered, isWhole: true };
  return { parts: parts.filter(isSum), isMetered, isWhole: false };
}
