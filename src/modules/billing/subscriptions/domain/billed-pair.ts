import type { Subscription } from './subscription';

/** What ran until a change, and what runs from then on. */
export interface Pair {
  was: Subscription | null;
  is: Subscription | null;
}

/** Of a change where anything is billed here: only that; else all of it. What is collected elsewhere is billed by nobody here. */
export function billedPair({ was, is }: Pair): Pair {
  if (!was?.billing && !is?.billing) return { was, is };
  return { was: was?.billing ? was : null, is: is?.billing ? is : null };
}
