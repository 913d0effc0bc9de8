const only = process.env['BENCH_ONLY'];
const usualCustomers = 100_000;

export const isWanted = (title: string): boolean => only === undefined || title.includes(only);

/** Of each environment; those of `metered` are fed by events. */
export type Customers = Record<'large' | 'small' | 'metered', number>;

/** @throws Error where fewer than usual are asked for: cases need so many */
export function customersWanted(): Customers {
  const large = Number(process.env['BENCH_CUSTOMERS'] ?? usualCustomers);
  if (Number.isInteger(large) && large >= usualCustomers) return { large, small: 1000, metered: 10_000 };
  throw new Error(`BENCH_CUSTOMERS must be a whole number of at least ${usualCustomers}`);
}

/** Only then may it stand for the others. */
export const isWholeRun = (): boolean => only === undefined && process.env['BENCH_CUSTOMERS'] === undefined;
