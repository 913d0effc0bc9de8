import { whole } from '../figures';
import type { SeededEnvironment } from '../seed';
import type { BenchCase } from './bench-case';
import { creditCases } from './credit-cases';
import { customersOf } from './customers';
import { checksBesideEvents, eventCases } from './event-cases';
import { monthOfEvents } from './history-case';
import { previewUpgrade } from './preview-case';
import { checkMetered, readCases } from './read-cases';
import { reportOne, usageCases } from './usage-cases';

export interface SeededEnvironments {
  large: SeededEnvironment;
  small: SeededEnvironment;
  metered: SeededEnvironment;
}

/** By what must live for them. */
export interface BenchCases {
  /** One process and no other. */
  alone: BenchCase[];
  /** A process while a second one lives. */
  besideAnother: BenchCase;
  /** The second one. */
  limited: BenchCase;
  /** A process that was never asked about the customers; each request is sent once. */
  firstAsked: BenchCase;
  /** Warms such a process up: the same of customers of the other environment. */
  elsewhere: BenchCase;
  /** One process, asked while events come at a rate of their own. */
  besideEvents: Record<'events' | 'checks', BenchCase>;
  /** One process, to be asked for more than it can do. */
  pressed: BenchCase[];
}

/** Customers that a case spreads over. */
const spread = 1000;
const askedOnce = 100_000;
/** Wallets that credits are drawn from. */
const wallets = 10_000;
const manyConnections = 50;
const pressedTitle = 'saturation, ';

const aMomentAgo = (): string => new Date(performance.timeOrigin).toISOString();

export function benchCases({ large, small, metered: fed }: SeededEnvironments): BenchCases {
  const ids = customersOf(large, spread);
  const { key } = large;
  const metered = checkMetered(key, ids);
  const pressed = [metered, reportOne(key, ids)].map((each) => ({
    ...each,
    title: pressedTitle + each.title,
    connections: manyConnections,
  }));
  return {
    alone: [
      ...readCases(large, small, ids),
      { ...metered, title: `check, metered, ${manyConnections} connections`, connections: manyConnections },
      ...usageCases(key, ids, manyConnections),
      ...creditCases(key, customersOf(large, wallets)),
      ...eventCases(fed, aMomentAgo()),
      monthOfEvents(fed),
      previewUpgrade(key, ids),
    ],
    besideAnother: { ...metered, title: 'check, metered, while a second process lives', bar: 'ratio ≥ 0.15' },
    limited: {
      ...metered,
      title: 'check, metered, by that second process, with rate limits',
      bar: 'µs ≤ 1.1 × the row above',
    },
    firstAsked: {
      ...checkMetered(key, customersOf(large, askedOnce)),
      title: `check, metered, cold: each of ${whole(askedOnce)} customers for the first time`,
      bar: '–',
    },
    elsewhere: checkMetered(small.key, customersOf(small, spread)),
    besideEvents: checksBesideEvents(fed, aMomentAgo()),
    pressed,
  };
}

export const titlesOf = ({ alone, besideAnother, limited, firstAsked, ...cases }: BenchCases): string[] =>
  [...alone, besideAnother, limited, firstAsked, cases.besideEvents.checks, ...cases.pressed].map(
    ({ title }) => title,
  );
