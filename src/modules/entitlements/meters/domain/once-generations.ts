import { dayMs, hourMs } from '#libs/kernel/period';

/**
 * Keys of events without an instant of their own are kept for 31 days at least, in two generations that take turns: so none is ever deleted
 * one by one. Domain: entitlements-usage A11
 */
const generationMs = 31 * dayMs;
/** Clocks of processes differ by less. */
const overlapMs = hourMs;

/** Of the table `event_once`. */
export type OncePartition = 0 | 1;

export interface OnceGenerations {
  /** Where keys are written: one that is new in all of them is new. */
  targets: OncePartition[];
  /** Where else a key may be; null where it is looked for in all of them already. */
  asked: OncePartition | null;
}

const generationOf = (at: Date): number => Math.floor(at.getTime() / generationMs);
const partitionOf = (generation: number): OncePartition => Math.abs(generation % 2) as OncePartition;

export function onceGenerations(now: Date): OnceGenerations {
  const current = generationOf(now);
  const [own, other] = [partitionOf(current), partitionOf(current - 1)];
  const isBeginning = now.getTime() - current * generationMs < overlapMs;
  // While some clocks are still in the one before, everybody writes both.
  return isBeginning ? { targets: [other, own], asked: null } : { targets: [own], asked: other };
}

/** The partition that may be emptied now: on the last day of a generation, the one that the next will fill, whose keys are older than 30 days. */
export function emptiedAt(now: Date): OncePartition | undefined {
  const next = (generationOf(now) + 1) * generationMs;
  return next - now.getTime() <= dayMs ? partitionOf(generationOf(now) + 1) : undefined;
}
