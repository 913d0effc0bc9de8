import type { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import type { GrantFacts } from './stored-facts.record';

interface ReadAsOf<F> {
  facts: F[];
  at: Date;
}

/** Who lets the owners of sources carry out what fell due. */
export interface CarriesOut {
  /** @returns undefined where that was tried in vain a moment ago */
  carryOut(customerUids: readonly string[]): Promise<void> | undefined;
}

/**
 * Reads what is stored, with an instant that it can be judged at. What fell due until then is carried out before, and read anew: the
 * answer follows each boundary at its instant, whatever the jobs do. What took the place of something while it was read is there, and what
 * it replaced is not: at the instant of the question neither would be in force. Such a question is asked anew too.
 */
export function asOfReading<F extends GrantFacts>(
  clock: Clock,
  due: CarriesOut,
  read: (at: Date) => Soon<F[]>,
  at = clock.now(),
  isCarriedOut = false,
): Soon<ReadAsOf<F>> {
  return soon(read(at), (facts) => {
    const late = isCarriedOut ? [] : facts.filter((each) => isDue(each, at.getTime()));
    const carriedOut =
      late.length > 0 ? due.carryOut(late.map(({ customerUid }) => customerUid as string)) : undefined;
    if (carriedOut) return carriedOut.then(() => asOfReading(clock, due, read, clock.now(), true));
    const now = clock.now();
    const hasBegun = ({ from }: { from: number }): boolean => from > at.getTime() && from <= now.getTime();
    const isOvertaken = facts.some(({ scopes }) =>
      scopes.some(({ subscriptions }) => subscriptions.some(hasBegun)),
    );
    return isOvertaken ? asOfReading(clock, due, read, now, isCarriedOut) : { facts, at };
  });
}

const isDue = ({ scopes }: GrantFacts, at: number): boolean =>
  scopes.some(({ subscriptions }) => subscriptions.some(({ due }) => due !== undefined && due <= at));
