import { dayMs } from '#libs/kernel/period';
import type { MeteredEvent } from '#libs/business/values/metered-event';

/** An event as a vendor's application tells it. Domain: entitlements-usage A9 */
export interface RawEvent extends MeteredEvent {
  customerId: string;
  resourceId: string | null;
  idempotencyKey: string;
  /** When it happened; undefined where that was not told. */
  timestamp: Date | undefined;
}

/** What is known of an event beside what it says: bits of one number, kept with it. */
export const eventFlags = {
  /** Older than what is counted. */
  late: 1,
  /** Told from further ahead than clocks differ: counted at its arrival. */
  ahead: 2,
  /** Told without an instant: counted at its arrival. */
  untimed: 4,
  /** A meter takes it, and its field holds no number. */
  noNumber: 8,
  /** A meter takes it, and its field holds a number too large to be counted. */
  outOfRange: 16,
  /** A meter counts by a field that it lacks. */
  noField: 32,
  /** No customer has this id. */
  unknownCustomer: 64,
  archivedCustomer: 128,
  /** A meter takes it, and the customer has no entitlement to the feature. */
  unentitled: 256,
  /** No event: holds the place of one that was told from ahead and is kept at its arrival. */
  reserved: 512,
  /** A dimension that prices it is missing or no number, and counted as 0. */
  costLacksDimension: 1024,
  /** What its dimensions come to can be taken from no wallet, and nothing was. */
  costNotTaken: 2048,
  /** It is paid by units, and its meter adds none up. */
  unitsUnknown: 4096,
} as const;

export type EventFlag = keyof typeof eventFlags;

export const flagsIn = (flags: number): EventFlag[] =>
  (Object.keys(eventFlags) as EventFlag[]).filter((flag) => (flags & eventFlags[flag]) !== 0);

const aheadMs = 5 * 60_000;
/** How late an event may come and be counted. Domain: entitlements-usage A12 */
export const latestEventDays = 30;
const lateMs = latestEventDays * dayMs;

/** When an event counts. */
export interface EventInstant {
  at: Date;
  flags: number;
}

/**
 * At its own instant, within 30 days; else at its arrival: one without an instant and one from ahead are counted there, one that is
 * later is kept there and counted nowhere. Domain: entitlements-usage A11, A12
 */
export function instantOf(timestamp: Date | undefined, now: Date): EventInstant {
  if (timestamp === undefined) return { at: now, flags: eventFlags.untimed };
  const told = timestamp.getTime();
  if (told > now.getTime() + aheadMs) return { at: now, flags: eventFlags.ahead };
  if (told < now.getTime() - lateMs) return { at: now, flags: eventFlags.late };
  return { at: timestamp, flags: 0 };
}
