import { LoadShedder, type Pressure } from './load-shedder';

describe('the load shedder', () => {
  const always = 30;
  let now: number;
  let pressure: Pressure;
  let shedder: LoadShedder;

  const calm: Pressure = { poolWaitMs: 0, loopDelayMs: 0, lineMs: 0 };
  /** Time goes by, with the looks of a timer. */
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end;) {
      now += 20;
      shedder.look();
    }
  };
  const enter = (many: number): number => {
    const admitted = Array.from({ length: many }, () => {
      const isIn = shedder.admits();
      if (isIn) shedder.enter();
      return isIn;
    });
    return admitted.filter((isIn) => isIn).length;
  };
  const leave = (many: number): void => Array.from({ length: many }).forEach(() => shedder.left());

  beforeEach(() => {
    now = 0;
    pressure = calm;
    shedder = new LoadShedder(
      always,
      () => pressure,
      () => now,
    );
  });

  it('lets a burst of any size in while nothing presses', () => {
    expect(enter(5000)).toBe(5000);
  });

  it('lets a burst in whose pressure passes', () => {
    for (let burst = 0; burst < 20; burst++) {
      pressure = { ...calm, poolWaitMs: 5000, loopDelayMs: 500 };
      pass(80);
      expect(enter(100)).toBe(100);
      pressure = calm;
      pass(20);
    }
  });

  it.each<[string, Pressure]>([
    ['a wait for connections', { ...calm, poolWaitMs: 201, loopDelayMs: 0 }],
    ['a late event loop', { ...calm, poolWaitMs: 0, loopDelayMs: 51 }],
  ])('%s that never ceases refuses all but those who are always let in', (_what, high) => {
    enter(100);
    pressure = high;
    pass(300);
    expect(enter(7)).toBe(0);
    leave(75);
    expect(enter(5)).toBe(5);
    leave(10);
    expect(enter(10)).toBe(10);
  });

  it('one in eight is let in during an overload, so that nobody who comes again is refused for ever', () => {
    pressure = { ...calm, poolWaitMs: 900, loopDelayMs: 0 };
    pass(120);
    enter(always);
    expect(Array.from({ length: 16 }, () => enter(1))).toEqual([
      ...[0, 0, 0, 0, 0, 0, 0, 1],
      ...[0, 0, 0, 0, 0, 0, 0, 1],
    ]);
  });

  it.each<[string, Pressure]>([
    ['a short wait', { ...calm, poolWaitMs: 200, loopDelayMs: 50 }],
    ['nothing', calm],
  ])('%s may go on for ever', (_what, low) => {
    pressure = low;
    pass(60_000);
    expect(enter(1000)).toBe(1000);
  });

  it('never refuses who comes alone, however much presses', () => {
    pressure = { ...calm, poolWaitMs: 10_000, loopDelayMs: 10_000 };
    pass(10_000);
    expect(enter(always)).toBe(always);
    expect(enter(1)).toBe(0);
  });

  it('keeps the queue short during an overload, and ends it when nobody had to be refused for a second', () => {
    pressure = { ...calm, poolWaitMs: 900, loopDelayMs: 0 };
    pass(120);
    expect(enter(always + 5)).toBe(always);
    pressure = { ...calm, poolWaitMs: 51, loopDelayMs: 0 };
    pass(900);
    expect(enter(1)).toBe(0);
    pressure = { ...calm, poolWaitMs: 50, loopDelayMs: 20 };
    expect(enter(34)).toBe(34);
    pressure = { ...calm, poolWaitMs: 0, loopDelayMs: 21 };
    expect(enter(1)).toBe(0);
    expect(shedder.isRefusing).toBe(true);

    pressure = { ...calm, poolWaitMs: 150, loopDelayMs: 40 };
    pass(1000);
    expect(shedder.isRefusing).toBe(false);
    expect(enter(500)).toBe(500);
  });
});
