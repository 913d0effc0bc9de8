const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After which a message is tried again, one attempt after the other. Domain: access-and-events W3 */
const pausesMs = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];

/** With the first one. */
export const mostAttempts = pausesMs.length + 1;

/** Of a pause, to either side: what failed together does not come again together. */
const jitter = 0.2;
/** A receiver cannot put a message off for longer. */
const longestAskedMs = 24 * hour;

/** What the header asks for, in milliseconds from now; 0 where it says nothing that can be read. */
function askedPauseMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const asked = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * second
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), longestAskedMs) : 0;
}

/**
 * When a message that was not taken is tried again: by the plan, or later where the receiver asks for it.
 * @param attempts made so far, at least one
 * @param random from 0 to 1
 * @returns undefined when none is left
 */
export function nextAttemptAt(
  attempts: number,
  now: Date,
  retryAfter: string | undefined,
  random: number,
): Date | undefined {
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return undefined;
  const planned = pauseMs * (1 - jitter + 2 * jitter * random);
  return new Date(now.getTime() + Math.max(planned, askedPauseMs(retryAfter, now)));
}
