import { endOfLife, knownEndOf, nextStepOf, statusOfLife, type Life } from './subscription-life';

// Domain: customers-subscriptions

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));

const life = (more: Partial<Life> = {}): Life => ({
  ...{ startDate: day(1), trialEndsAt: null, trialEndBehavior: null, endsSoonAt: null },
  ...{ cancellationDate: null, endDate: null, canceledAt: null, cancelReason: null, pendingUntil: null },
  ...{ slot: 'PLAN', updates: null, billedUntil: null, usageDueAt: null },
  ...more,
});

describe('an end that time brings', () => {
  it('S4: ends it EXPIRED at that instant, whoever asks and however late', () => {
    const statuses = [9, 10, 11].map((at) => statusOfLife(life({ endDate: day(10) }), day(at)));
    expect(statuses).toEqual(['ACTIVE', 'EXPIRED', 'EXPIRED']);
    const ended = life({ endDate: day(10), canceledAt: day(10), cancelReason: 'EXPIRED' });
    expect(statusOfLife(ended, day(11))).toBe('EXPIRED');
  });

  it('S4: is what comes next, after a start and before anything later', () => {
    expect(nextStepOf(life({ endDate: day(10) }))).toEqual({ step: 'EXPIRY', at: day(10) });
    const waiting = life({ slot: null, startDate: day(5), endDate: day(10) });
    expect(nextStepOf(waiting)).toEqual({ step: 'START', at: day(5) });
    expect(statusOfLife(waiting, day(4))).toBe('NOT_STARTED');
  });

  it.each([
    ['before', 9, 'CANCELED', 'END'],
    ['at', 10, 'CANCELED', 'END'],
    ['after', 11, 'EXPIRED', 'EXPIRY'],
  ] as const)(
    'S4, Z2: where an end was decided %s it, the earlier one holds',
    (_when, decided, status, step) => {
      const both = life({ endDate: day(10), cancellationDate: day(decided) });
      const at = day(Math.min(decided, 10));
      expect([statusOfLife(both, day(12)), nextStepOf(both), endOfLife(both)]).toEqual([
        status,
        { step, at },
        at,
      ]);
      expect(knownEndOf(both)).toEqual(at);
    },
  );

  it('S4: the earliest of all ends is told, the actual one once there is one', () => {
    const tried = life({
      ...{ slot: 'TRIAL', trialEndsAt: day(8), trialEndBehavior: 'CANCEL_SUBSCRIPTION' },
      endDate: day(10),
    });
    expect(endOfLife(tried)).toEqual(day(8));
    expect(endOfLife(life({ endDate: day(10), canceledAt: day(3), cancelReason: 'Immediate' }))).toEqual(
      day(3),
    );
    expect(endOfLife(life())).toBeNull();
  });
});
