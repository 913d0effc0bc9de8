import type { Chapter, Scene } from '../scene';

const promises = {
  draft: 'a draft of version 2 changes nothing for anybody',
  stays: 'who subscribed before keeps version 1',
  moves: 'who subscribes from now on gets version 2',
};

/** Team is made larger, for new customers. */
export const publishVersion: Chapter = {
  title: 'A new version of a plan',
  about: 'Team gets larger. Running subscriptions keep the version they were sold.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage } = scene;
    const team = `/plans/${scene.called('team')}`;
    (await scene.perform('POST', `${team}/draft`, {}, ['id', 'status', 'versionNumber'])).data();
    const larger = { type: 'FEATURE', usageLimit: 20_000 };
    const calls = `${team}/entitlements/${scene.called('api-calls')}`;
    (await scene.perform('PATCH', calls, larger, ['id', 'usageLimit', 'resetPeriod'])).data();
    stage.check(promises.draft, await limitOf(scene, 'dune'), 10_000);
    (await scene.perform('POST', `${team}/publish`, { migrationType: 'NEW_CUSTOMERS' })).data();
    stage.check(promises.stays, await limitOf(scene, 'dune'), 10_000);
    const body = {
      customerId: scene.called('brook'),
      planId: scene.called('team'),
      billingPeriod: 'MONTHLY',
      paymentCollectionMethod: 'NONE',
    };
    (await scene.perform('POST', '/subscriptions', body, ['id', 'status'])).data();
    stage.check(promises.moves, await limitOf(scene, 'brook'), 20_000);
  },
};

const limitOf = async (scene: Scene, customer: string) =>
  (await scene.check(customer, 'api-calls')).usageLimit;
