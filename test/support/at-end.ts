/** What a run of jest closes when all its tests are over, whatever became of them (matchers.ts and the like know nothing of it). */
const closers: (() => Promise<void>)[] = [];

/** Closes in the other order than it was opened. */
export function atEnd(close: () => Promise<void>): void {
  closers.unshift(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}
