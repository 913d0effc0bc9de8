// Long enough that giving the loop back costs nothing, short enough that a check which waits for three turns hardly notices.
const turnMs = 10;

const waiting: (() => void)[] = [];

/**
 * One at a time: several long pieces of work share the turns that one of them would have had. What comes up in a turn has a round of
 * the loop to itself before the next one.
 */
function giveOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(() => setImmediate(giveOne));
}

/** Everything else that waits in this process comes first. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveOne);
  });

/** How long work that yields now and then has had the event loop to itself. */
export class Turn {
  private begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.begun >= turnMs;
  }

  /** Gives the loop back when the turn is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.begun = performance.now();
  }
}

/** As `Array.map`, for lists so long that nobody else could be served meanwhile. */
export async function mapInTurns<T, R>(list: readonly T[], map: (each: T, index: number) => R): Promise<R[]> {
  const turn = new Turn();
  const mapped: R[] = [];
  for (const [index, each] of list.entries()) {
    mapped.push(map(each, index));
    if (turn.isOver) await turn.pause();
  }
  return mapped;
}

/** As `Array.flatMap`, likewise. */
export const flatMapInTurns = async <T, R>(
  list: readonly T[],
  map: (each: T, index: number) => readonly R[],
): Promise<R[]> => (await mapInTurns(list, map)).flat();

// Rows that are written by one statement: their text is made in one turn.
const batchSize = 1000;

/** A long list in parts, for whatever is done with each of them. */
export function* inBatches<T>(list: readonly T[]): Generator<T[]> {
  for (let first = 0; first < list.length; first += batchSize) yield list.slice(first, first + batchSize);
}
