import { badInput } from '#libs/kernel/errors/domain-error';

/** Half-open; milliseconds. An `until` of null never comes. */
interface Life {
  from: number;
  until: number | null;
}

/**
 * A past instant is known since the customer was made, or since its history began; one to come as far as something is scheduled.
 * Domain: entitlements-usage Q16
 * @throws BadUserInput naming the first or the last instant that is known
 */
export function requireKnown(at: Date, now: Date, since: number, lives: readonly Life[]): void {
  if (at.getTime() < since)
    throw badInput(`at: nothing is known before ${told(since)}; ask about that instant or a later one`);
  if (at <= now) return;
  const last = lastScheduled(lives, now.getTime());
  if (at.getTime() > last)
    throw badInput(`at: nothing is scheduled after ${told(last)}; ask about that instant or an earlier one`);
}

/** The last instant at which a source begins or ends; now, where none will. */
const lastScheduled = (lives: readonly Life[], now: number): number =>
  lives.reduce((last, { from, until }) => Math.max(last, from, until ?? from), now);

const told = (ms: number): string => new Date(ms).toISOString();
