import type { Chapter, Scene, Subscription } from '../scene';

const promises = {
  next: 'a report changes the next answer: 950 of 1,000 calls leave room for 50 and not for 51',
  upgrade: 'an upgrade grants at once, and the usage goes along: 950 of 10,000',
  replaced: 'the subscription that was replaced has ended, with the reason',
  soft: 'a soft limit tells that it is passed and does not deny',
  back: 'seats run out, and a seat that is given back can be used again',
};

/** The loop of the main job: ask, use, ask again, buy more, ask again. */
export const changeAnswers: Chapter = {
  title: 'The next answer changes',
  about: 'Ask, use, ask again, buy more, ask again: every answer sees what was written before it.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage } = scene;
    await scene.report('elm', 'api-calls', 950);
    const fits = await scene.check('elm', 'api-calls', { requestedUsage: 50 });
    const exceeds = await scene.check('elm', 'api-calls', { requestedUsage: 51 });
    const reasons = [fits.accessDeniedReason, exceeds.accessDeniedReason];
    stage.check(promises.next, reasons, [null, 'RequestedUsageExceedingLimit']);
    await upgrade(scene, 'elm');
    const now = await scene.check('elm', 'api-calls', { requestedUsage: 51 });
    stage.check(promises.upgrade, [now.isGranted, now.currentUsage, now.usageLimit], [true, 950, 10_000]);
    const before = scene.subscriptions.get(scene.called('elm'))?.id;
    const shown = ['planId', 'status', 'cancelReason'];
    const replaced = (
      await scene.perform<Subscription>('GET', `/subscriptions/${before}`, undefined, shown)
    ).data();
    stage.check(
      promises.replaced,
      [replaced.status, replaced.cancelReason],
      ['CANCELED', 'UPGRADE_OR_DOWNGRADE'],
    );
    await scene.report('grove', 'api-calls', 100_500);
    const over = await scene.check('grove', 'api-calls');
    stage.check(
      promises.soft,
      [over.isGranted, over.currentUsage, over.usageLimit],
      [true, 100_500, 100_000],
    );
    stage.check(promises.back, await fillSeats(scene), [
      'granted',
      'RequestedUsageExceedingLimit',
      'granted',
    ]);
  },
};

async function upgrade(scene: Scene, customer: string): Promise<void> {
  const body = {
    ...{ customerId: scene.called(customer), planId: scene.called('team'), billingPeriod: 'MONTHLY' },
    paymentCollectionMethod: 'NONE',
  };
  (await scene.perform('POST', '/subscriptions', body, ['id', 'status'])).data();
}

/** Cedar Logistics has 8 of 10 seats in use. */
async function fillSeats(scene: Scene): Promise<(string | null)[]> {
  const answers: (string | null)[] = [];
  for (const hired of [1, 1, -1]) {
    await scene.report('cedar', 'seats', hired);
    const { isGranted, accessDeniedReason } = await scene.check('cedar', 'seats', { requestedUsage: 1 });
    answers.push(isGranted ? 'granted' : accessDeniedReason);
  }
  return answers;
}
