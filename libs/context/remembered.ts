import { copyOf, currentContext, requireContext, runInContext } from './request-context';

/**
 * Several subjects have their turn in one transaction, and none of them changes the catalog: what one has read of it, the others read from
 * memory. The transaction is short, so that is as if all had come a little sooner. ADR-0065
 */
export const remembering = <T>(work: () => T): T =>
  runInContext({ ...copyOf(requireContext()), remembered: new Map() }, work);

/**
 * What this turn knows of one kind of thing, for who holds those things locked and keeps it true with each write.
 * @returns undefined where subjects do not share a turn
 */
export function turnMemory<T>(name: string): Map<string, T> | undefined {
  const memories = currentContext()?.remembered;
  if (!memories) return undefined;
  const known = (memories.get(name) ?? new Map()) as Map<string, T>;
  memories.set(name, known);
  return known;
}

type Reading = (...args: unknown[]) => Promise<unknown>;

/**
 * Marks a method that reads what no due work changes, asked by texts and lists of texts: within a turn of several subjects it is read once.
 * Its answer is not to be changed. Everywhere else it is read each time.
 */
export const Remembered = (): MethodDecorator => (type, name, descriptor: PropertyDescriptor) => {
  const method = descriptor.value as Reading;
  const question = `${type.constructor.name}.${String(name)}`;
  descriptor.value = function (this: object, ...args: unknown[]): Promise<unknown> {
    const known = turnMemory<Promise<unknown>>(question);
    if (!known) return method.apply(this, args);
    const key = JSON.stringify(args);
    const answer = known.get(key) ?? method.apply(this, args);
    known.set(key, answer);
    return answer;
  };
};
