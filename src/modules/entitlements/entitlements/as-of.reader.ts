import type { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import type { GrantFacts } from './stored-facts.record';

interface ReadAsOf<F> {
  facts: F[];
  at: Date;
}

/**
 * Reads what is stored, with an instant that it can be judged at. What took the place of something while it was read is there, and
 * what it replaced is not: at the instant of the question neither would be in force. Such a question is asked anew.
 */
export function asOfReading<F extends GrantFacts>(
  clock: Clock,
  read: (at: Date) => Soon<F[]>,
  at = clock.now(),
): Soon<ReadAsOf<F>> {
  return soon(read(at), (facts) => {
    const now = clock.now();
    const hasBegun = ({ from }: { from: number }): boolean => from > at.getTime() && from <= now.getTime();
    const isOvertaken = facts.some(({ scopes }) =>
      scopes.some(({ subscriptions }) => subscriptions.some(hasBegun)),
    );
    return isOvertaken ? asOfReading(clock, read, now) : { facts, at };
  });
}
