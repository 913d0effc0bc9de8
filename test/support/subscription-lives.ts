import type { TestApp } from './app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, expectPage, type ApiClient, type RestAnswer } from './client';
import { moveClock, sandbox, setClock } from './environment-clock';
import type { TestEnvironment } from './environments';
import { momentsOf } from './events';
import { flatFee } from './priced-plans';

/** The first instant of a day. */
export const on = (day: string): string => `${day}T00:00:00.000Z`;
/** When each story begins. */
export const begin = on('2026-04-10');

const calls = (usageLimit: number): Json[] => [
  feature('calls', {
    ...{ usageLimit, resetPeriod: 'MONTH' },
    monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
  }),
];
const paid = (price: number, more: Json = {}, billingPeriod?: 'ANNUALLY'): Json => ({
  pricingType: null,
  patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(price, billingPeriod)] }, ...more },
});
const plans: Record<string, [limit: number, more: Json]> = {
  free: [10, {}],
  basic: [100, paid(19)],
  pro: [1000, paid(49)],
  agreed: [5000, { pricingType: 'CUSTOM' }],
  tried: [
    300,
    paid(29, { defaultTrialConfig: { duration: 14, units: 'DAY', trialEndBehavior: 'CONVERT_TO_PAID' } }),
  ],
  ending: [300, paid(29, { defaultTrialConfig: { duration: 1, units: 'MONTH' } })],
  yearly: [700, paid(240, {}, 'ANNUALLY')],
};

/** A product `main` with plans of each kind. */
export async function sellPlans(api: ApiClient): Promise<void> {
  await createProduct(api, 'main');
  await createFeature(api, 'calls', 'metered');
  for (const [id, [limit, more]] of Object.entries(plans))
    await publishPlan(api, { id, productId: 'main', entitlements: calls(limit), ...more });
}

/** Where a story is told. */
export async function stageOf(app: TestApp): Promise<TestEnvironment> {
  const place = await sandbox(app);
  // Nothing is there yet that could fall due on the way, so nobody waits for it.
  await expectOk(setClock(place, begin));
  await sellPlans(place.api);
  await createCustomer(place.api, 'ada');
  return place;
}

/** A customer `ada` in an environment whose clock stands, with plans of each kind: what becomes of it is told with the clock. */
export class Story {
  protected constructor(
    protected readonly app: TestApp,
    readonly place: TestEnvironment,
  ) {}

  static async begin(app: TestApp): Promise<Story> {
    return new Story(app, await stageOf(app));
  }

  /** Of this kind, at a place where one has begun. */
  static at(app: TestApp, place: TestEnvironment): Story {
    return new this(app, place);
  }

  get api() {
    return this.place.api;
  }

  /** With all that falls due on the way. */
  to = (day: string) => moveClock(this.place, on(day));
  /** And nobody waits for what falls due. */
  jump = (day: string) => expectOk(setClock(this.place, on(day)));
  get = (id: string) => expectOk<Json>(this.api.rest('GET', `/subscriptions/${id}`));
  ask = (planId: string, more: Json = {}): Promise<RestAnswer> =>
    this.api.rest('POST', '/subscriptions', { customerId: 'ada', planId, ...more });
  begun = (planId: string, more: Json = {}) => subscribe(this.api, 'ada', planId, more);
  cancel = (id: string, body: Json = {}): Promise<RestAnswer> =>
    this.api.rest('POST', `/subscriptions/${id}/cancel`, body);
  check = () => check(this.api, 'ada', 'featureId=calls');
  limit = async (): Promise<unknown> => (await this.check())['usageLimit'];
  /** What a customer has and had, the oldest first. */
  all = async (customerId = 'ada'): Promise<unknown[][]> =>
    (await expectPage<Json>(this.api.rest('GET', `/subscriptions?customerId=${customerId}`))).data
      .map(({ planId, status, cancelReason }) => [planId, status, cancelReason])
      .reverse();
  /** Events about a subscription, with their instants. */
  told = async (id: string): Promise<string[][]> =>
    (await momentsOf(this.app, this.place, id)).map(([type, at]) => [type, at.toISOString()]);
}
