import { addDays, earliest, latest } from '#libs/kernel/period';

/** Where an event stands among those of its environment. No two have the same. */
export interface EventPlace {
  at: Date;
  /** As PostgreSQL writes a uuid. */
  key: string;
}

const atDigits = 12;
const idForm = /^[0-9a-f]{44}$/;

/** Names the event within its environment, and its place in every list of them. */
export const eventIdOf = ({ at, key }: EventPlace): string =>
  at.getTime().toString(16).padStart(atDigits, '0') + key.replaceAll('-', '');

/** Undefined for what is the id of no event. */
export function placeIn(id: string): EventPlace | undefined {
  if (!idForm.test(id)) return undefined;
  const at = new Date(Number.parseInt(id.slice(0, atDigits), 16));
  if (!(at < farthest)) return undefined;
  const digits = id.slice(atDigits);
  const parts = [8, 12, 16, 20, 32].map((end, part, ends) => digits.slice(ends[part - 1] ?? 0, end));
  return { at, key: parts.join('-') };
}

/** Instants from the first up to, and not, the last. */
export interface EventSpan {
  from: Date;
  until: Date;
}

const farthest = new Date(Date.UTC(10_000, 0, 1));

/** All events that there can be. */
export const allTime: EventSpan = { from: new Date(0), until: farthest };

/** Days that a search reaches at first, and when that was not enough: each has a partition, and few of them hold what is asked for. */
const reaches = [2, 32];

/** Where to look one after the other for what comes before `start`, or after it, within a span. Each begins at `start`. */
export function spansFrom(start: Date, towards: 'older' | 'newer', within: EventSpan): EventSpan[] {
  const spans = reaches.map((days): EventSpan =>
    towards === 'older'
      ? { from: latest(within.from, addDays(start, -days)), until: within.until }
      : { from: within.from, until: earliest(within.until, addDays(start, days)) },
  );
  return [...spans, within].filter((span) => span.from < span.until);
}
