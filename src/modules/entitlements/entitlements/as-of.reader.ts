import type { Clock } from '#libs/kernel/clock';
import type { GrantFacts } from './entitlements.reader';

/**
 * Reads what is stored, with an instant that it can be judged at. What took the place of something while it was read is there, and
 * what it replaced is not: at the instant of the question neither would be in force. Such a question is asked anew.
 */
export async function asOfReading<F extends GrantFacts>(
  clock: Clock,
  read: (at: Date) => Promise<F[]>,
): Promise<{ facts: F[]; at: Date }> {
  for (let at = clock.now(); ;) {
    const facts = await read(at);
    const now = clock.now();
    const hasBegun = ({ from }: { from: number }): boolean => from > at.getTime() && from <= now.getTime();
    const isOvertaken = facts.some(({ scopes }) =>
      scopes.some(({ subscriptions }) => subscriptions.some(hasBegun)),
    );
    if (!isOvertaken) return { facts, at };
    at = now;
  }
}
