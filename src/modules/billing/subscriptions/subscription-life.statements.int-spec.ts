import fc from 'fast-check';
import { addMs, dayMs } from '#libs/kernel/period';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { Subscription } from './domain/subscription';
import { hasNotEnded, isLive, statusOf } from './subscription-life.statements';

// Domain: customers-subscriptions

const origin = new Date('2026-03-04T15:30:00.000Z');
/** Few, so that instants fall together. */
const instant = fc.integer({ min: -3, max: 3 }).map((days) => addMs(origin, days * dayMs));
const life = fc.record({
  startDate: instant,
  canceledAt: fc.option(instant),
  cancelReason: fc.constantFrom(
    'Immediate',
    'TRIAL_ENDED',
    'EXPIRED',
    'TRIAL_CONVERTED',
    'PENDING_PAYMENT_EXPIRED',
  ),
  cancellationDate: fc.option(instant),
  endDate: fc.option(instant),
  pendingUntil: fc.option(instant),
  trialEndsAt: fc.option(instant),
  trialEndBehavior: fc.constantFrom('CONVERT_TO_PAID', 'CANCEL_SUBSCRIPTION'),
  at: instant,
});
const lives = fc.array(life, { minLength: 1, maxLength: 50 });

describe('the life of a subscription in SQL', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('S5: is that of the domain, for any life at any instant', async () => {
    const text = `select ${statusOf('s', 's.at')} as status, ${isLive('s', 's.at')} as "isLive", not ${hasNotEnded('s')} as "hasEnded"
                    from unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::timestamptz[], $9::timestamptz[])
                         as s(start_date, canceled_at, at, cancel_reason, cancellation_date, trial_ends_at, trial_end_behavior, end_date, pending_until)`;
    await fc.assert(
      fc.asyncProperty(lives, async (some) => {
        const columns = [
          some.map(({ startDate }) => startDate),
          some.map(({ canceledAt }) => canceledAt),
          some.map(({ at }) => at),
          some.map(({ cancelReason }) => cancelReason),
          some.map(({ cancellationDate }) => cancellationDate),
          some.map(({ trialEndsAt }) => trialEndsAt),
          some.map(({ trialEndBehavior }) => trialEndBehavior),
          some.map(({ endDate }) => endDate),
          some.map(({ pendingUntil }) => pendingUntil),
        ];
        const told = await app.dataSource.query<object[]>(text, columns);
        const derived = some.map(({ at, ...life }) => {
          const subscription = Object.assign(Object.create(Subscription.prototype) as Subscription, life);
          const { hasEnded } = subscription;
          return { status: subscription.statusAt(at), isLive: subscription.isLiveAt(at), hasEnded };
        });
        expect(told).toEqual(derived);
      }),
    );
  });
});
