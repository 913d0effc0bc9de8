import type { SeededEnvironment } from '../seed';

/** A prime, so that it leads through all of a list that is not a multiple of it. */
const step = 617;

/** Ids of so many customers, evenly over all there are, in an order that neither the table nor an index has. */
export function customersOf({ customers }: SeededEnvironment, count: number): string[] {
  const apart = Math.floor(customers / count);
  return Array.from({ length: count }, (_, i) => `customer-${((i * step) % count) * apart + 1}`);
}
