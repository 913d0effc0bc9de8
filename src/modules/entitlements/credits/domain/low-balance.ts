import type { Decimal } from '#libs/kernel/decimal';

/** What is left of the credits that were given. */
export interface CreditLevel {
  granted: Decimal;
  /** Of a wallet also below 0. */
  left: Decimal;
}

export interface WalletLevel extends CreditLevel {
  /** Nothing has ever moved it. */
  isUntouched: boolean;
}

/** A mark that a wallet fell to. */
export interface WalletFall {
  /** Per cent; null: nothing is left. */
  threshold: number | null;
  balance: Decimal;
}

/** Below every threshold. */
const depleted = 0;

/**
 * Marks that were reached by falling from one level to another, from the top down: each of which more was left before. What rises above a
 * mark may fall to it again; what stays below it reaches nothing. Domain: credits B1
 * @param marks per cent of what was given, descending
 */
export const reachedByFall = (
  before: CreditLevel,
  after: CreditLevel,
  marks: readonly number[],
): readonly number[] => marks.slice(depthOf(before, marks), depthOf(after, marks));

/**
 * The same of a wallet, from level to level, with what is left where the mark was reached. One that never had credits is told of as depleted by
 * the first that are owed. Domain: credits B1
 * @param thresholds per cent, descending, each above 0
 */
export function fallsOf(levels: readonly WalletLevel[], thresholds: readonly number[]): WalletFall[] {
  const marks = [...thresholds, depleted];
  const falls: WalletFall[] = [];
  let reached = marks.length;
  for (const level of levels) {
    const before = reached;
    reached = level.isUntouched ? thresholds.length : depthOf(level, marks);
    for (const mark of marks.slice(before, reached))
      falls.push({ threshold: mark === depleted ? null : mark, balance: level.left });
  }
  return falls;
}

/** How many marks it is at or below. Where nothing is given it is at all of them. */
function depthOf({ granted, left }: CreditLevel, marks: readonly number[]): number {
  const hundredfold = left.times(100);
  let depth = 0;
  for (const mark of marks) {
    if (hundredfold.greaterThan(granted.times(mark))) break;
    depth++;
  }
  return depth;
}
