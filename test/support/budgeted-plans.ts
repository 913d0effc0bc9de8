import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from './app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  report,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { eventsAbout } from './events';
import { meterOf } from './metered-features';
import { flatFee, monthly, overageOf } from './priced-plans';

/** Paid as it is used, in arrears. */
export const usageBased = (featureId: string, price: number, more: Json = {}): Json => ({
  billingModel: 'USAGE_BASED',
  featureId,
  pricePeriods: [monthly(price)],
  ...more,
});

const endless = (id: string): Json => feature(id, { hasUnlimitedUsage: true });
const trial = (hasSoftLimit: boolean): Json => ({
  duration: 14,
  units: 'DAY',
  trialEndBehavior: 'CONVERT_TO_PAID',
  budget: { limit: 5, hasSoftLimit },
});

/**
 * `metered`: calls at 0.10, tokens (events) at 0.01 and people (events, each once) at 1, seats (a level) at 2, packs of ten at 1, storage of
 * which 100 is included at 0.50 above it, and emails, which cost nothing. `tried` and `lenient`: calls, with a trial that has a budget.
 */
export async function sellBudgetedPlans(api: ApiClient): Promise<void> {
  await createProduct(api, 'main');
  await createProduct(api, 'sites', { multipleSubscriptions: true });
  for (const id of ['calls', 'emails', 'storage']) await createFeature(api, id, 'metered');
  await createFeature(api, 'packs', 'metered', { unitTransformation: { divide: 10, round: 'UP' } });
  await createFeature(api, 'seats', 'gauge');
  await createFeature(api, 'tokens', 'metered', { meter: meterOf('SUM', 'tokens') });
  await createFeature(api, 'people', 'metered', { meter: meterOf('UNIQUE', 'user') });
  const calls = feature('calls', { usageLimit: 1000, hasSoftLimit: true, resetPeriod: 'DAY' });
  const storage = { featureId: 'storage', usageLimit: 100, resetPeriod: 'MONTH' };
  const entitlements = [calls, ...['emails', 'packs', 'seats', 'tokens', 'people'].map(endless)];
  const paid = (models: Json[], more: Json = {}): Json => ({
    charges: { pricingType: 'PAID', pricingModels: [flatFee(49), ...models], ...more },
  });
  const prices = [
    usageBased('calls', 0.1),
    usageBased('tokens', 0.01),
    usageBased('people', 1),
    usageBased('seats', 2),
    usageBased('packs', 1),
  ];
  const overages = { overagePricingModels: [overageOf('storage', 0.5, { entitlement: storage })] };
  const plan = (id: string, productId: string, patch: Json, granted: Json[] = entitlements) =>
    publishPlan(api, { id, productId, pricingType: null, entitlements: granted, patch });
  await publishAddon(api, {
    ...{ id: 'texts', productId: 'main', pricingType: null },
    entitlements: [endless('emails')],
    patch: { charges: { pricingType: 'PAID', pricingModels: [usageBased('emails', 0.5)] } },
  });
  await plan('metered', 'main', { compatibleAddonIds: ['texts'], ...paid(prices, overages) });
  await plan('dearer', 'main', paid([usageBased('calls', 0.5)]));
  await plan('site', 'sites', paid(prices));
  await plan('flat', 'main', paid([]));
  const tried = (soft: boolean) => ({ ...paid([usageBased('calls', 0.1)]), defaultTrialConfig: trial(soft) });
  await plan('tried', 'main', tried(false));
  await plan('lenient', 'main', tried(true));
  await publishPlan(api, { id: 'free', productId: 'main', entitlements: [calls] });
  await publishPlan(api, { id: 'agreed', productId: 'main', pricingType: 'CUSTOM', entitlements: [calls] });
}

/** One application for the tests of a file, where those plans are sold, and its clock put back after each of them. */
export function withBudgetedPlans(take: (opened: { app: TestApp; api: ApiClient }) => unknown): void {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    take({ app, api: app.a.api });
    await sellBudgetedPlans(app.a.api);
  });
  afterEach(() => app.clock.reset());
  afterAll(() => app.close());
}

export const hard = (limit: number): Json => ({ limit, hasSoftLimit: false });
export const soft = (limit: number): Json => ({ limit, hasSoftLimit: true });

/** A customer with a subscription, and what it may still use. */
export class Spender {
  private constructor(
    private readonly app: Pick<TestApp, 'dataSource'>,
    readonly api: ApiClient,
    readonly customerId: string,
    readonly subscriptionId: string,
  ) {}

  static async of(app: TestApp, api: ApiClient, planId: string, more: Json = {}): Promise<Spender> {
    const customerId = `spender-${newUid()}`;
    await createCustomer(api, customerId);
    const { id } = await subscribe(api, customerId, planId, more);
    return new Spender(app, api, customerId, id);
  }

  report = (featureId: string, value: number, more: Json = {}) =>
    report(this.api, this.customerId, featureId, value, more);
  use = (featureId: string, value: number, more: Json = {}) => expectOk(this.report(featureId, value, more));
  check = (featureId = 'calls') => check(this.api, this.customerId, `featureId=${featureId}`);
  reason = async (featureId = 'calls'): Promise<unknown> =>
    (await this.check(featureId))['accessDeniedReason'];
  patch = (body: Json) => this.api.rest('PATCH', `/subscriptions/${this.subscriptionId}`, body);
  get = () => expectOk<Json>(this.api.rest('GET', `/subscriptions/${this.subscriptionId}`));
  /** That its budget was reached, as often as it was told. */
  told = async () =>
    (await eventsAbout(this.app as TestApp, this.subscriptionId)).filter(
      ({ type }) => type === 'subscription.spend_limit_exceeded',
    );
}
