import type { Chapter } from '../scene';

const promises = {
  canceled: 'a canceled subscription grants nothing from that moment on',
  archived: 'an archived customer is told apart from an unknown one',
};

/** Two customers leave. */
export const endSubscription: Chapter = {
  title: 'Customers leave',
  about: 'One subscription is canceled, one customer archived.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage } = scene;
    const iris = scene.subscriptions.get(scene.called('iris'))?.id;
    const shown = ['id', 'status', 'cancelReason', 'effectiveEndDate'];
    (await scene.perform('POST', `/subscriptions/${iris}/cancel`, {}, shown)).data();
    stage.check(
      promises.canceled,
      (await scene.check('iris', 'projects')).accessDeniedReason,
      'NoActiveSubscription',
    );
    const acorn = scene.called('acorn');
    (await scene.perform('POST', `/customers/${acorn}/archive`, {}, ['id', 'archivedAt'])).data();
    stage.check(
      promises.archived,
      (await scene.check('acorn', 'projects')).accessDeniedReason,
      'CustomerIsArchived',
    );
  },
};
