import { median } from '../../bench/figures';

/** A look at a service that has been at work for some time. */
export interface Reading {
  /** Since the load began. */
  atMs: number;
  heapMb: number;
  /** Timers, sockets and whatever else keeps an event loop busy. */
  handles: number;
  descriptors: number;
  /** Of the database. */
  connections: number;
  /** Of the answers since the look before. */
  p99Ms: number;
  /** How late a timer was beside it: what neighbours on the machine make of any answer. */
  machineP99Ms: number;
}

export interface Trend {
  perHour: number;
  /** Twice the standard error: what the scatter of the readings may have made of it. */
  uncertain: number;
}

export interface Soak {
  heap: Trend;
  /** From the first quarter of the readings to the last. */
  handles: number;
  descriptors: number;
  connections: number;
  p99Ratio: number;
  machineRatio: number;
}

const hourMs = 3_600_000;
/** Caches fill, and what is compiled is compiled. */
const warmMs = 300_000;
/** Fewer make no trend. */
const leastReadings = 16;

/** Source: reliability.md, C15. */
export const bars = { heapMbPerHour: 1, p99Ratio: 1.1 };
/** Of a machine that has become busier meanwhile an answer's time tells nothing. */
const mostMachineRatio = 1.25;
/** A timer or a socket more at the one look or the other is no trend. */
const scatter = 3;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** By least squares. */
export function trendOf(points: readonly { atMs: number; value: number }[]): Trend {
  const at = mean(points.map(({ atMs }) => atMs / hourMs));
  const level = mean(points.map(({ value }) => value));
  const spread = points.reduce((sum, { atMs }) => sum + (atMs / hourMs - at) ** 2, 0);
  const perHour =
    points.reduce((sum, { atMs, value }) => sum + (atMs / hourMs - at) * (value - level), 0) / spread;
  const rest = points.reduce(
    (sum, { atMs, value }) => sum + (value - level - perHour * (atMs / hourMs - at)) ** 2,
    0,
  );
  return { perHour, uncertain: 2 * Math.sqrt(rest / (points.length - 2) / spread) };
}

/** @returns undefined where the time was too short to tell a leak from a start */
export function soakOf(all: readonly Reading[]): Soak | undefined {
  const readings = all.filter(({ atMs }) => atMs >= warmMs);
  if (readings.length < leastReadings) return undefined;
  const quarter = Math.floor(readings.length / 4);
  const ends = (of: (reading: Reading) => number): [first: number, last: number] => [
    median(readings.slice(0, quarter).map(of)),
    median(readings.slice(-quarter).map(of)),
  ];
  const growth = (of: (reading: Reading) => number): number => {
    const [first, last] = ends(of);
    return last - first;
  };
  const ratio = (of: (reading: Reading) => number): number => {
    const [first, last] = ends(of);
    return last / first;
  };
  return {
    heap: trendOf(readings.map(({ atMs, heapMb }) => ({ atMs, value: heapMb }))),
    handles: growth(({ handles }) => handles),
    descriptors: growth(({ descriptors }) => descriptors),
    connections: growth(({ connections }) => connections),
    p99Ratio: ratio(({ p99Ms }) => p99Ms),
    machineRatio: ratio(({ machineP99Ms }) => machineP99Ms),
  };
}

/** What of it is not flat. */
export function leaksOf({ heap, p99Ratio, machineRatio, ...counts }: Soak): string[] {
  const found: string[] = [];
  if (heap.perHour - heap.uncertain > bars.heapMbPerHour)
    found.push(`the heap grows by ${heap.perHour.toFixed(1)} ± ${heap.uncertain.toFixed(1)} MB an hour`);
  for (const [name, more] of Object.entries(counts)) if (more > scatter) found.push(`${more} ${name} more`);
  if (p99Ratio > bars.p99Ratio && machineRatio <= mostMachineRatio)
    found.push(`p99 is ${p99Ratio.toFixed(2)} of what it was`);
  return found;
}

/** In one line. */
export const inFigures = ({
  heap,
  handles,
  descriptors,
  connections,
  p99Ratio,
  machineRatio,
}: Soak): string =>
  `heap ${heap.perHour.toFixed(2)} ± ${heap.uncertain.toFixed(2)} MB/h, handles ${signed(handles)}, descriptors ${signed(descriptors)}, ` +
  `connections ${signed(connections)}, p99 ${p99Ratio.toFixed(2)} and lateness of timers beside it ${machineRatio.toFixed(2)} of the first quarter`;

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));
