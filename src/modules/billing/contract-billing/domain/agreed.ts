/**
 * What all lines say of one term; null where they differ, or nothing is said. Domain: contracts-billing M7
 * @param fallback tells it while there are no lines
 */
export function agreedOn<L, V extends string | number>(
  lines: readonly L[],
  term: (line: L) => V | null,
  fallback: V | null = null,
): V | null {
  const [first, ...others] = lines;
  if (first === undefined) return fallback;
  const value = term(first);
  return others.every((line) => term(line) === value) ? value : null;
}
