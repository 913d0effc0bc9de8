import type { ClockChapter, Subscription } from '../scene';

const promises = {
  leaving: 'an end with the billing period changes nothing before it, and is known ahead',
  stays: 'taken back, it is no end: past that instant the subscription runs on',
};

const customer = 'kestrel';
const dayMs = 86_400_000;

/** Who leaves may think better of it until the end is reached. */
export const stayByClock: ClockChapter = {
  title: 'An end, and a change of mind',
  about: 'A subscription ends with its billing period, unless the customer thinks better of it before.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage, called } = scene;
    const running = scene.subscriptions.get(called(customer)) as Subscription;
    const end = running.currentBillingPeriodEnd as string;
    const path = `/subscriptions/${running.id}`;
    await clock.moveTo(new Date(Date.parse(running.startDate) + dayMs));
    const leave = { cancellationTime: 'END_OF_BILLING_PERIOD' };
    (await scene.perform('POST', `${path}/cancel`, leave, ['id', 'status', 'cancellationDate'])).data();
    const { status, cancellationDate } = await scene.subscription(running.id, ['status', 'cancellationDate']);
    const now = await scene.check(customer, 'api-calls');
    const then = await scene.check(customer, 'api-calls', { at: end });
    stage.check(
      promises.leaving,
      [status, cancellationDate, now.isGranted, then.accessDeniedReason],
      ['ACTIVE', end, true, 'NoActiveSubscription'],
    );
    await clock.moveTo(new Date(Date.parse(running.startDate) + 2 * dayMs));
    (await scene.perform('PATCH', path, { cancellationDate: null }, ['id', 'cancellationDate'])).data();
    await clock.moveTo(end);
    const after = await scene.subscription(running.id, ['status', 'currentBillingPeriodStart']);
    const { isGranted } = await scene.check(customer, 'api-calls');
    stage.check(
      promises.stays,
      [after.status, after.currentBillingPeriodStart, isGranted],
      ['ACTIVE', end, true],
    );
  },
};
