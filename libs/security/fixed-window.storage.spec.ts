import * as fc from 'fast-check';
import { FixedWindowStorage } from './fixed-window.storage';

// Domain: access-and-events

const minute = 60_000;

const setUp = (capacity?: number) => {
  const clock = { now: 1000 };
  const storage = new FixedWindowStorage(() => clock.now, capacity);
  const allowedOf = (calls: number, bucket = 'b', limit = 3): number => {
    let allowed = 0;
    for (let call = 0; call < calls; call++) if (storage.hit(bucket, limit, minute).allowed) allowed++;
    return allowed;
  };
  return { clock, storage, allowedOf };
};

describe('fixed windows in process', () => {
  it('R4: call limit + 1 within the window is refused, and what is left is told', () => {
    const { storage, clock } = setUp();

    expect(storage.hit('b', 2, minute)).toEqual({
      limit: 2,
      remaining: 1,
      resetMs: minute,
      allowed: true,
    });
    clock.now += 10_000;
    expect(storage.hit('b', 2, minute)).toEqual({
      limit: 2,
      remaining: 0,
      resetMs: 50_000,
      allowed: true,
    });
    clock.now += 49_999;
    expect(storage.hit('b', 2, minute)).toEqual({ limit: 2, remaining: 0, resetMs: 1, allowed: false });
  });

  it('R4: the window starts at the first call of the bucket and not at a whole minute', () => {
    const { clock, allowedOf } = setUp();
    clock.now = 59_000;
    allowedOf(3);
    clock.now += minute - 1;
    expect(allowedOf(1)).toBe(0);
    clock.now += 1;
    expect(allowedOf(4)).toBe(3);
  });

  it('R-11: a caller that waits as long as it was told gets through', () => {
    const { storage, clock, allowedOf } = setUp();
    clock.now += 0.25;
    allowedOf(3);
    clock.now += 0.5;
    const { resetMs } = storage.hit('b', 3, minute);
    clock.now += resetMs;

    expect(allowedOf(1)).toBe(1);
  });

  it('R4: refused calls never make the window longer', () => {
    const { clock, allowedOf } = setUp();
    allowedOf(3);
    for (let second = 0; second < 59; second++) {
      clock.now += 1000;
      expect(allowedOf(5)).toBe(0);
    }
    clock.now += 1000;

    expect(allowedOf(1)).toBe(1);
  });

  it('R2: buckets do not share their budget', () => {
    const { allowedOf } = setUp();
    allowedOf(10, 'customer-a');

    expect(allowedOf(3, 'customer-b')).toBe(3);
    expect(allowedOf(3, '__proto__')).toBe(3);
  });

  it('R3: a call may cost several; one that does not fit is refused and counts nothing', () => {
    const { storage } = setUp();

    expect(storage.hit('events', 1000, 1000, 900)).toMatchObject({ allowed: true, remaining: 100 });
    expect(storage.hit('events', 1000, 1000, 101)).toMatchObject({ allowed: false, remaining: 100 });
    expect(storage.hit('events', 1000, 1000, 100)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('R3: cost 0 tells whether another call would pass, counts nothing and starts no window', () => {
    const { storage, clock, allowedOf } = setUp();

    expect(storage.hit('b', 3, minute, 0)).toMatchObject({ allowed: true, remaining: 3 });
    expect(storage.bucketCount).toBe(0);
    clock.now += 5000;
    allowedOf(3);
    expect(storage.hit('b', 3, minute, 0)).toEqual({
      limit: 3,
      remaining: 0,
      resetMs: minute,
      allowed: false,
    });
  });

  it('a limit of 0 refuses every call and keeps nothing', () => {
    const { storage } = setUp();

    expect(storage.hit('b', 0, minute)).toEqual({
      limit: 0,
      remaining: 0,
      resetMs: minute,
      allowed: false,
    });
    expect(storage.bucketCount).toBe(0);
  });

  it('R4: whatever the calls and pauses, no window lets more than its limit through', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
        (limit, pauses) => {
          const { storage, clock } = setUp();
          const passed: number[] = [];
          for (const pause of pauses) {
            clock.now += pause;
            if (storage.hit('b', limit, 100).allowed) passed.push(clock.now);
          }
          // A window starts at a passed call; the first of the next one is at least a window later.
          let start = -Infinity;
          let inWindow = 0;
          for (const at of passed) {
            if (at >= start + 100) [start, inWindow] = [at, 0];
            expect(++inWindow).toBeLessThanOrEqual(limit);
          }
        },
      ),
    ));

  it('memory follows the buckets in use', () => {
    const { storage, clock } = setUp();
    for (let round = 0; round < 50; round++) {
      for (let call = 0; call < 100; call++) storage.hit(`round ${round}, customer ${call}`, 3, 1000);
      clock.now += 1000;
    }

    expect(storage.bucketCount).toBeLessThanOrEqual(200);
  });

  it('invented buckets cannot pass the capacity', () => {
    const { storage } = setUp(50);
    for (let call = 0; call < 1000; call++) storage.hit(`address ${call}`, 3, minute);

    expect(storage.bucketCount).toBe(50);
  });
});

describe("Nest's throttler on our windows", () => {
  it('counts per throttler and key, and tells times in whole seconds', async () => {
    const { storage, clock } = setUp();

    expect(await storage.increment('k', minute, 1, minute, 'default')).toEqual({
      totalHits: 1,
      timeToExpire: 60,
      isBlocked: false,
      timeToBlockExpire: 0,
    });
    clock.now += 58_100;
    expect(await storage.increment('k', minute, 1, minute, 'default')).toEqual({
      totalHits: 2,
      timeToExpire: 2,
      isBlocked: true,
      timeToBlockExpire: 2,
    });
    expect((await storage.increment('k', minute, 1, minute, 'other')).isBlocked).toBe(false);
  });

  it('R4: a refusal ends with its window, whatever the block duration says', async () => {
    const { storage, clock } = setUp();
    await storage.increment('k', 1000, 1, minute, 'default');
    await storage.increment('k', 1000, 1, minute, 'default');
    clock.now += 1000;

    expect((await storage.increment('k', 1000, 1, minute, 'default')).isBlocked).toBe(false);
  });
});
