import type { ClockChapter, Scene, Subscription } from '../scene';

const promises = {
  tried: 'a trial grants at once what its plan grants, and no billing period runs',
  converted: 'a millisecond before its end it is IN_TRIAL, at its end ACTIVE in its first billing period',
  told: 'start, conversion and the notice ahead of it stand in the log, each at its instant',
};

const customer = 'kestrel';
const dayMs = 86_400_000;
const trialDays = 14;
const shown = ['status', 'currentBillingPeriodStart'] as const;

interface Entry {
  type: string;
  createdAt: string;
}

/** An eleventh customer tries Team, and two weeks pass. */
export const tryByClock: ClockChapter = {
  title: 'A trial, told with the test clock',
  about:
    'The clock of an environment that is not PRODUCTION can be stopped and moved. What takes months happens now, each as of its instant.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage, called } = scene;
    stage.say('It stands from a minute from now on:');
    const begin = await clock.stop();
    const trialEnd = new Date(begin.getTime() + trialDays * dayMs).toISOString();
    const { id } = await tried(scene, trialEnd);
    stage.say('The two weeks but a millisecond, with the notice that is told ahead:');
    await clock.moveTo(new Date(Date.parse(trialEnd) - 1));
    const before = await scene.subscription(id, shown);
    await clock.moveTo(trialEnd);
    const after = await scene.subscription(id, shown);
    scene.subscriptions.set(called(customer), after);
    stage.check(
      promises.converted,
      [before.status, after.status, after.currentBillingPeriodStart],
      ['IN_TRIAL', 'ACTIVE', trialEnd],
    );
    const moments = await logged(scene, id);
    for (const [type, createdAt] of moments) stage.say(`${createdAt}  ${type}`);
    stage.check(promises.told, Object.fromEntries(moments), {
      'trial.started': begin.toISOString(),
      'trial.ends_soon': await noticeOf(scene, begin, trialEnd),
      'trial.converted': trialEnd,
    });
  },
};

/** What the log tells of the trial, the oldest first. */
async function logged(scene: Scene, id: string): Promise<[string, string][]> {
  const path = `/activity?entityId=${id}&limit=100`;
  const entries = (await scene.perform<Entry[]>('GET', path, undefined, ['type', 'createdAt'])).data();
  const ofTrial = entries.filter(({ type }) => type.startsWith('trial.'));
  return ofTrial.map(({ type, createdAt }): [string, string] => [type, createdAt]).reverse();
}

async function tried(scene: Scene, trialEndDate: string): Promise<Subscription> {
  const { stage, called } = scene;
  const customerId = called(customer);
  const newcomer = { id: customerId, name: 'Kestrel Gliders' };
  (await scene.perform('POST', '/customers', newcomer, ['id', 'name'])).data();
  const wanted = {
    ...{ customerId, planId: called('team'), billingPeriod: 'MONTHLY', paymentCollectionMethod: 'NONE' },
    trialOverrideConfiguration: { isTrial: true, trialEndDate },
  };
  const { id } = (
    await scene.perform<{ id: string }>('POST', '/subscriptions', wanted, ['id', 'status'])
  ).data();
  const subscription = await scene.subscription(id, ['status', 'trialEndDate']);
  const { usageLimit } = await scene.check(customer, 'api-calls');
  stage.check(
    promises.tried,
    [subscription.status, subscription.trialEndDate, subscription.currentBillingPeriodStart, usageLimit],
    ['IN_TRIAL', trialEndDate, null, 20_000],
  );
  return subscription;
}

/** So many days ahead as the environment says, at the start of a shorter trial. */
async function noticeOf({ service }: Scene, begin: Date, trialEnd: string): Promise<string> {
  const settings = await service.rest<{ endsSoonDays: number }>('GET', '/environment-settings');
  const ahead = Date.parse(trialEnd) - settings.data().endsSoonDays * dayMs;
  return new Date(Math.max(begin.getTime(), ahead)).toISOString();
}
