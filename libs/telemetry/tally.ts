import { Counter, type Registry } from 'prom-client';

/** Amounts by name, such as requests by class of status. Added up without looking for a counter by its labels. */
export type Tally = Record<string, number>;

export function add(tally: Tally, name: string): void {
  tally[name] = (tally[name] ?? 0) + 1;
}

type Labels = Record<string, string>;

/** A counter that learns at each scrape what was added up. @param read labels and the amount of each series */
export function countTallies(
  registry: Registry,
  described: { name: string; help: string; labelNames: string[] },
  read: () => Iterable<[Labels, number]>,
): void {
  new Counter({
    ...described,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, amount] of read()) this.inc(labels, amount);
    },
  });
}
