export interface SeededRandom {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
  shuffled<T>(of: readonly T[]): T[];
}

/**
 * Chance that can be replayed: the seed is printed, and SEED=… in the environment brings the same course again.
 * Generator: mulberry32.
 */
export function seededRandom(title: string): SeededRandom {
  const seed = newSeed();
  process.stdout.write(`${title}: SEED=${seed}\n`);
  return randomFrom(seed);
}

/** That of the environment, or one by chance. */
export const newSeed = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The course of a seed. */
export function randomFrom(seed: number): SeededRandom {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const shuffled = <T>(of: readonly T[]): T[] => {
    const all = [...of];
    for (let place = all.length - 1; place > 0; place--) {
      const other = whole(0, place);
      [all[place], all[other]] = [all[other] as T, all[place] as T];
    }
    return all;
  };
  return { next, whole, pick: (of) => of[whole(0, of.length - 1)] as never, shuffled };
}
