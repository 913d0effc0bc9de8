import { randomFrom } from './seeded-random';
import { leaksOf, soakOf, trendOf, type Reading, type Soak } from './soak-judge';

const minuteMs = 60_000;
const random = randomFrom(15);
const scattered = (level: number, by: number): number => level + (random.next() - 0.5) * by;

/** Half an hour of a service that holds what it held, but for what is planted: by the hour, or at once in the middle. */
function halfHour(
  planted: Partial<Record<Exclude<keyof Reading, 'atMs'>, (hours: number) => number>> = {},
): Soak {
  const readings = Array.from({ length: 60 }, (_, n): Reading => {
    const atMs = (n * minuteMs) / 2;
    const more = (of: keyof typeof planted): number => planted[of]?.(atMs / (60 * minuteMs)) ?? 0;
    return {
      atMs,
      // A start takes its time.
      heapMb: scattered(60, 0.6) + more('heapMb') - 20 * Math.exp(-n),
      handles: Math.round(scattered(40, 4)) + more('handles'),
      descriptors: Math.round(scattered(50, 4)) + more('descriptors'),
      connections: 10 + more('connections'),
      p99Ms: scattered(20, 4) + more('p99Ms'),
      machineP99Ms: scattered(12, 2) + more('machineP99Ms'),
    };
  });
  return soakOf(readings) as Soak;
}

describe('the judge of a soak', () => {
  it('finds nothing where all is flat, the start left out', () => {
    expect(leaksOf(halfHour())).toEqual([]);
  });

  it('finds 3 MB an hour that are never given back', () => {
    expect(leaksOf(halfHour({ heapMb: (hours) => 3 * hours }))).toEqual([
      expect.stringMatching(/^the heap grows by [23]\.\d ± 0\.\d MB an hour$/),
    ]);
  });

  it.each(['handles', 'descriptors', 'connections'] as const)('finds %s that are left open', (kind) => {
    const left = leaksOf(halfHour({ [kind]: (hours: number) => Math.floor(hours * 30) }));
    expect(left).toEqual([expect.stringMatching(new RegExp(`^\\d+ ${kind} more$`))]);
  });

  it('finds answers that become slower', () => {
    expect(leaksOf(halfHour({ p99Ms: (hours) => 20 * hours }))).toEqual([
      expect.stringMatching(/^p99 is 1\.[2-9]\d of what it was$/),
    ]);
  });

  it('says nothing of answers on a machine that has become busier', () => {
    const busier = { p99Ms: (hours: number) => 20 * hours, machineP99Ms: (hours: number) => 20 * hours };
    expect(leaksOf(halfHour(busier))).toEqual([]);
  });

  it('judges nothing of a time that is shorter than a start', () => {
    const short = Array.from({ length: 20 }, (_, n) => ({
      ...{
        atMs: n * 1000,
        heapMb: 60,
        handles: 1,
        descriptors: 1,
        connections: 1,
        p99Ms: 1,
        machineP99Ms: 1,
      },
    }));
    expect(soakOf(short)).toBeUndefined();
  });

  it('tells a trend with what the scatter may have made of it', () => {
    const exact = Array.from({ length: 10 }, (_, n) => ({ atMs: n * minuteMs, value: 7 + n / 60 }));
    expect(trendOf(exact).perHour).toBeCloseTo(1);
    expect(trendOf(exact).uncertain).toBeCloseTo(0);
    const swinging = exact.map(({ atMs }, n) => ({ atMs, value: n % 2 }));
    expect(trendOf(swinging).uncertain).toBeGreaterThan(Math.abs(trendOf(swinging).perHour));
  });
});
