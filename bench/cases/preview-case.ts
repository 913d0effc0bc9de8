import { paidPlan, paidTerms } from '../paid-plan';
import { usually, type BenchCase } from './bench-case';
import { post } from './requests';

/** It is dearer than a check. */
const fewRequests = 500;

/** From the free plan that each of them has to the paid one: what is due now and at renewal. All of it is made and undone. */
export const previewUpgrade = (key: string, ids: readonly string[]): BenchCase => ({
  ...usually,
  key,
  title: 'preview a subscription, from a free plan to a paid one',
  requests: ids.map((customerId) =>
    post('/subscriptions/preview', { customerId, planId: paidPlan, ...paidTerms }),
  ),
  warmUp: fewRequests,
});
