import { batchesPerSecond, rounds, seconds, type BesideEvents, type Round } from './beside-events';
import { usually } from './cases/bench-case';
import { markdown, median, quantile, whole } from './figures';
import type { Flood } from './load/open-loop';

const columns = [
  'case',
  'checks/s',
  'p50 ms',
  'p99 ms',
  'events/s',
  'events, p99 ms',
  'failed',
  'service µs a check',
  'PostgreSQL µs a check',
  'bar',
];

const served = ({ arrivals }: Flood): number =>
  arrivals.filter(({ status }) => status >= 200 && status < 300).length;

/** What a check costs the service and PostgreSQL where nothing else is asked, and beside events, without what as many events cost alone. */
function costsOf({ alone, aloneCpu, events, eventsCpu, beside, besideEvents, besideCpu }: Round) {
  const share = served(besideEvents) / served(events);
  const of = (part: 0 | 1) => ({
    alone: aloneCpu[part] / alone.served,
    beside: (besideCpu[part] - eventsCpu[part] * share) / beside.served,
  });
  return { service: of(0), database: of(1) };
}

function multipleOf(round: Round): number {
  const { service, database } = costsOf(round);
  return (service.beside + database.beside) / (service.alone + database.alone);
}

const orUnknown = (value: number, told: (value: number) => string): string =>
  Number.isNaN(value) ? '?' : told(value);

export function besideTable({ title, batchSize, rounds: all }: BesideEvents): string {
  const middle = (of: (round: Round) => number): number => median(all.map(of));
  const checks = (name: 'alone' | 'beside') =>
    (['perSecond', 'p50', 'p99'] as const).map((figure) => whole(middle((round) => round[name][figure])));
  const events = (name: 'events' | 'besideEvents') => [
    whole(middle((round) => (served(round[name]) * batchSize) / round[name].seconds)),
    whole(
      middle((round) =>
        quantile(
          round[name].arrivals.map(({ ms }) => ms),
          0.99,
        ),
      ),
    ),
    whole(all.reduce((sum, round) => sum + round[name].arrivals.length - served(round[name]), 0)),
  ];
  const costs = (name: 'alone' | 'beside') =>
    (['service', 'database'] as const).map((part) =>
      orUnknown(
        middle((round) => costsOf(round)[part][name]),
        whole,
      ),
    );
  const none = (count: number) => Array.from({ length: count }, () => '–');
  const multiple = orUnknown(middle(multipleOf), (value) => value.toFixed(2));
  return markdown(
    [
      columns,
      [`${title}: checks alone`, ...checks('alone'), ...none(3), ...costs('alone'), '–'],
      [`${title}: events alone`, ...none(3), ...events('events'), ...none(3)],
      [
        `${title}: both`,
        ...checks('beside'),
        ...events('besideEvents'),
        ...costs('beside'),
        `cost ≤ 1.5 × checks alone: ${multiple} ×`,
      ],
    ],
    [0, columns.length - 1],
  );
}

export const besideSettings = `${rounds} times ${seconds} s of each in turn, medians. ${batchesPerSecond} batches of events come a second, whether others are answered or not; checks come through ${usually.connections} connections that each wait for their answer. What as many events cost alone is taken from what both cost: the rest is told as the checks'.`;
