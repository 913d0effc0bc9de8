import { badInput } from '#libs/kernel/errors/domain-error';

/** @throws BadUserInput for a list that names the same thing twice. @param field of the list in the request */
export function requireOnce<T>(elements: readonly T[], nameOf: (element: T) => string, field: string): void {
  const seen = new Map<string, number>();
  for (const [index, element] of elements.entries()) {
    const name = nameOf(element);
    const before = seen.get(name);
    if (before !== undefined)
      throw badInput(`${field}[${index}] names what ${field}[${before}] names; send it once`);
    seen.set(name, index);
  }
}
