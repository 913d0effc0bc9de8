import type { Chapter } from '../scene';

const promises = {
  given: 'a feature of a higher tier is given for a week, outside the subscription',
  generous: '500 calls beside the 1,000 of the plan stay 1,000: the most generous wins, never a sum',
  taken: 'taken back, the next answer is that of the plan again',
};

interface Promotion {
  featureRefId: string;
  status: string;
}

/** What sales gives away, without touching what was sold. */
export const givePromotion: Chapter = {
  title: 'A present',
  about: 'A promotional entitlement stands beside subscriptions and ends by itself.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, called } = scene;
    const path = (customer: string, rest = '') =>
      `/customers/${called(customer)}/promotional-entitlements${rest}`;
    const give = async (customer: string, feature: string, more: object) => {
      const promotionalEntitlements = [{ featureId: called(feature), ...more }];
      const shown = ['featureRefId', 'status', 'endDate'];
      (await scene.perform<Promotion[]>('POST', path(customer), { promotionalEntitlements }, shown)).data();
    };
    await give('dune', 'single-sign-on', { period: '1 week' });
    stage.check(promises.given, (await scene.check('dune', 'single-sign-on')).isGranted, true);
    await give('iris', 'api-calls', { period: '1 month', usageLimit: 500, resetPeriod: 'MONTH' });
    stage.check(promises.generous, (await scene.check('iris', 'api-calls')).usageLimit, 1_000);
    for (const [customer, feature] of [
      ['dune', 'single-sign-on'],
      ['iris', 'api-calls'],
    ] as const) {
      const shown = ['featureRefId', 'status'];
      const rest = `/${called(feature)}`;
      (await scene.perform<Promotion>('DELETE', path(customer, rest), undefined, shown)).data();
    }
    const after = await scene.check('dune', 'single-sign-on');
    stage.check(promises.taken, after.accessDeniedReason, 'NoFeatureEntitlementInSubscription');
  },
};
