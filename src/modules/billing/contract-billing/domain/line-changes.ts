import type { LineItem } from './line-item';

/** Lines by what is to be done to their rows. */
interface LineChanges {
  removed: LineItem[];
  changed: LineItem[];
  added: LineItem[];
}

/** From one state to the next; a line that is the same object is the same state of it. */
export function lineChanges(before: readonly LineItem[], after: readonly LineItem[]): LineChanges {
  const former = new Map(before.map((line) => [line.uid, line]));
  const kept = new Set(after.map(({ uid }) => uid));
  return {
    removed: before.filter(({ uid }) => !kept.has(uid)),
    changed: after.filter((line) => former.has(line.uid) && former.get(line.uid) !== line),
    added: after.filter(({ uid }) => !former.has(uid)),
  };
}
