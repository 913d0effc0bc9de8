import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

const usd = (amount: number): Json => ({ amount, currency: 'usd' });
const flat = (price: Json, billingPeriod = 'MONTHLY', more: Json = {}): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: [{ billingPeriod, price, ...more }],
});
const perUnit = (featureId: string, price: Json, more: Json = {}): Json => ({
  billingModel: 'PER_UNIT',
  featureId,
  pricePeriods: [{ billingPeriod: 'MONTHLY', price }],
  ...more,
});
const paid = (...pricingModels: Json[]): Json => ({ charges: { pricingType: 'PAID', pricingModels } });

/** Domain: customers-subscriptions, as far as a subscription that is paid elsewhere needs them. */
describe('PAID subscriptions', () => {
  let app: TestApp;
  let api: ApiClient;
  let customers = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main', {});
    await createFeature(api, 'seats', 'config');
    await createFeature(api, 'guests', 'config');
    await createFeature(api, 'calls', 'metered');
    const calls = feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' });
    const plan = (id: string, patch: Json) =>
      publishPlan(api, { id, productId: 'main', pricingType: null, entitlements: [calls], patch });
    await publishPlan(api, { id: 'free', productId: 'main', entitlements: [calls] });
    await publishPlan(api, { id: 'custom', productId: 'main', pricingType: 'CUSTOM', entitlements: [calls] });
    await publishAddon(api, {
      id: 'support',
      productId: 'main',
      pricingType: null,
      patch: paid(flat(usd(5))),
    });
    await plan('basic', paid(flat(usd(19))));
    const addons = { compatibleAddonIds: ['support'] };
    const seats = perUnit('seats', usd(10), { minUnitQuantity: 2, maxUnitQuantity: 50 });
    await plan('pro', { ...addons, ...paid(flat(usd(49)), seats) });
    await plan('both', paid(flat(usd(9)), flat(usd(90), 'ANNUALLY')));
    await plan('units', paid(perUnit('seats', usd(10)), perUnit('guests', usd(1))));
    const localised = paid(
      flat(usd(20)),
      flat({ amount: 18, currency: 'eur' }, 'MONTHLY', { billingCountryCode: 'DE' }),
    );
    await plan('localised', localised);
    const floored = { pricingType: 'PAID', pricingModels: [flat(usd(19))] };
    const minimum = { minimum: usd(100), billingPeriod: 'MONTHLY' };
    await plan('floored', { charges: { ...floored, minimumSpend: [minimum] } });
  });
  afterAll(() => app.close());

  const newCustomer = async (more: Json = {}): Promise<string> => {
    const id = `buyer-${++customers}`;
    await createCustomer(api, id, more);
    return id;
  };
  const ask = (customerId: string, planId: string, more: Json = {}) =>
    api.rest('POST', '/subscriptions', { customerId, planId, ...more });
  const buy = async (customerId: string, planId: string, more: Json = {}): Promise<Json> =>
    (await expectOk<{ subscription: Json }>(ask(customerId, planId, more))).subscription;

  it('V9: without a provider and a legal entity it is paid elsewhere and runs at once', async () => {
    const customerId = await newCustomer();
    const now = app.clock.now().toISOString();
    expect(await buy(customerId, 'basic')).toMatchObject({
      status: 'ACTIVE',
      pricingType: 'PAID',
      paymentCollectionMethod: 'NONE',
      billingCycleAnchor: now,
      currentBillingPeriodStart: now,
      prices: [{ amount: 19, currency: 'usd', baseCharge: true, addonId: null, featureId: null }],
    });
    expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
      isGranted: true,
      usageLimit: 100,
    });
    for (const paymentCollectionMethod of ['CHARGE', 'INVOICE'])
      expect(await ask(await newCustomer(), 'basic', { paymentCollectionMethod })).toRefuse(
        'BillingIntegrationMissing',
      );
  });

  it('B1: the period is counted from its anchor and told as it is now', async () => {
    const { id } = await buy(await newCustomer(), 'basic');
    const start = app.clock.now();
    app.clock.advance({ days: 32 });
    const told = await expectOk<Json>(api.rest('GET', `/subscriptions/${String(id)}`));
    const [from, to] = [told['currentBillingPeriodStart'], told['currentBillingPeriodEnd']].map(String);
    expect(new Date(from as string) > start).toBe(true);
    expect(new Date(from as string) <= app.clock.now() && new Date(to as string) > app.clock.now()).toBe(
      true,
    );
    expect(told['billingCycleAnchor']).toBe(start.toISOString());
    const canceled = await expectOk<Json>(
      api.rest('POST', `/subscriptions/${String(id)}/cancel`, { cancellationTime: 'IMMEDIATE' }),
    );
    expect(canceled).toMatchObject({ status: 'CANCELED', currentBillingPeriodStart: null });
  });

  it('V7: a plan that is sold by month and by year needs to be told which', async () => {
    const customerId = await newCustomer();
    expect(await ask(customerId, 'both')).toRefuse('BillingPeriodMissingError', /MONTHLY/);
    expect(await ask(customerId, 'basic', { billingPeriod: 'ANNUALLY' })).toRefuse(
      'BadUserInput',
      /MONTHLY only/,
    );
    expect(await buy(customerId, 'both', { billingPeriod: 'ANNUALLY' })).toMatchObject({
      prices: [{ amount: 90 }],
    });
  });

  it('V8: units come from charges, else unitQuantity, else the smallest quantity', async () => {
    const customerId = await newCustomer();
    const seats = (quantity: number) => ({ charges: [{ type: 'FEATURE', id: 'seats', quantity }] });
    await buy(customerId, 'pro');
    await buy(customerId, 'pro', { unitQuantity: 5 });
    await buy(customerId, 'pro', { ...seats(7), unitQuantity: 3 });
    const stored: { purchase: Json }[] = await app.dataSource.query(
      'select purchase from subscription where customer_id = $1',
      [customerId],
    );
    expect(stored).toMatchObject([{ purchase: { quantities: [{ featureId: 'seats', quantity: 7 }] } }]);
    for (const more of [seats(1), seats(51), seats(2.5), { unitQuantity: 1 }])
      expect(await ask(customerId, 'pro', more)).toRefuse('InvalidQuantity', /2 to 50/);
  });

  it.each<[string, string, Json, RegExp]>([
    [
      'a charge that the plan lacks',
      'pro',
      { charges: [{ type: 'FEATURE', id: 'guests', quantity: 1 }] },
      /charges\[0\].id/,
    ],
    [
      'a charge named twice',
      'pro',
      { charges: [2, 3].map((quantity) => ({ type: 'FEATURE', id: 'seats', quantity })) },
      /charges\[1\].id/,
    ],
    ['unitQuantity where two prices are per unit', 'units', { unitQuantity: 1 }, /unitQuantity/],
    ['unitQuantity where none is', 'basic', { unitQuantity: 1 }, /unitQuantity/],
    ['a country that is none', 'localised', { billingCountryCode: 'ZZ' }, /billingCountryCode/],
  ])('V8, catalog R7: %s is BadUserInput and starts nothing', async (_case, planId, more, message) => {
    const customerId = await newCustomer();
    expect(await ask(customerId, planId, more)).toRefuse('BadUserInput', message);
    expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ isGranted: false });
  });

  it.each(
    ['free', 'custom'].flatMap((plan) =>
      [
        { unitQuantity: 1 },
        { charges: [{ type: 'FEATURE', id: 'seats', quantity: 1 }] },
        { billingCountryCode: 'DE' },
        { billingCycleAnchor: 'NOW' },
      ].map((asked): [string, Json] => [plan, asked]),
    ),
  )('V7, V8: UnsupportedParameter on the %s plan, which has no price, for %j', async (plan, asked) => {
    const refused = new RegExp(`^${Object.keys(asked)[0]}: `);
    const customerId = await newCustomer();
    expect(await ask(customerId, plan, asked)).toRefuse('UnsupportedParameter', refused);
    const { id } = await buy(customerId, plan);
    if (!('unitQuantity' in asked || 'billingCountryCode' in asked))
      expect(await api.rest('PATCH', `/subscriptions/${String(id)}`, asked)).toRefuse(
        'UnsupportedParameter',
        refused,
      );
  });

  it('V7: FREE and CUSTOM plans ignore a billing period', async () => {
    for (const plan of ['free', 'custom'])
      expect(await buy(await newCustomer(), plan, { billingPeriod: 'MONTHLY' })).toMatchObject({
        ...{ billingCycleAnchor: null, prices: [] },
      });
  });

  it('V7: another plan that is sold in one way only is bought so, whatever the period was', async () => {
    const customerId = await newCustomer();
    const { id } = await buy(customerId, 'both', { billingPeriod: 'ANNUALLY' });
    expect(await buy(customerId, 'basic', { scheduleStrategy: 'IMMEDIATE' })).toMatchObject({
      ...{ planId: 'basic', status: 'ACTIVE', prices: [{ amount: 19 }] },
    });
    expect(await expectOk(api.rest('GET', `/subscriptions/${String(id)}`))).toMatchObject({
      status: 'CANCELED',
    });
    expect(await ask(customerId, 'basic', { billingPeriod: 'ANNUALLY' })).toRefuse(
      'BadUserInput',
      /^billingPeriod/,
    );
  });

  it('catalog R7: the buyer’s country has its own prices, and moving re-prices nothing', async () => {
    const german = await newCustomer();
    const euros = { amount: 18, currency: 'eur', billingCountryCode: 'DE' };
    expect(await buy(german, 'localised', { billingCountryCode: 'DE' })).toMatchObject({ prices: [euros] });
    expect(await buy(german, 'localised')).toMatchObject({ prices: [euros] });
    expect(await buy(await newCustomer(), 'localised')).toMatchObject({
      prices: [{ amount: 20, currency: 'usd' }],
    });
    const wishing = await newCustomer({ billingCurrency: 'eur' });
    expect(await buy(wishing, 'localised')).toMatchObject({ prices: [euros] });
  });

  it('S1: the minimum spend of the plan is no price of the subscription', async () => {
    const { id, prices } = await buy(await newCustomer(), 'floored');
    const only = [{ amount: 19, currency: 'usd', baseCharge: true, addonId: null, featureId: null }];
    expect(prices).toEqual(only);
    const query = '{ subscription(id: "' + String(id) + '") { prices { amount baseCharge featureId } } }';
    expect(await expectOk(api.graphql(query))).toEqual({
      prices: [{ amount: 19, baseCharge: true, featureId: null }],
    });
  });

  it('catalog A1: a PAID addon adds its prices', async () => {
    const addons = [{ id: 'support', quantity: 1 }];
    const { prices } = await buy(await newCustomer(), 'pro', { addons });
    expect((prices as Json[]).find(({ addonId }) => addonId === 'support')).toMatchObject({
      amount: 5,
      baseCharge: true,
    });
  });

  describe('D2: a change of what runs', () => {
    const seats = (quantity: number): Json => ({ unitQuantity: quantity });

    it.each<[string, [string, Json], [string, Json]]>([
      ['to a cheaper plan', ['pro', {}], ['basic', {}]],
      ['to a FREE plan', ['basic', {}], ['free', {}]],
      ['to fewer units', ['pro', seats(9)], ['pro', seats(8)]],
      ['to fewer addons', ['pro', { addons: [{ id: 'support', quantity: 1 }] }], ['pro', { addons: [] }]],
    ])(
      'D2, D6: %s waits for the end of the period, unless wanted at once',
      async (_case, [from, first], [to, second]) => {
        const customerId = await newCustomer();
        const { id } = await buy(customerId, from, first);
        await expectOk(ask(customerId, to, second));
        expect(await expectOk(api.rest('GET', `/subscriptions/${String(id)}`))).toMatchObject({
          ...{ status: 'ACTIVE', planId: from },
          futureUpdates: [{ scheduleStatus: 'SCHEDULED' }],
        });
        expect(await buy(customerId, to, { ...second, scheduleStrategy: 'IMMEDIATE' })).toMatchObject({
          planId: to,
        });
      },
    );

    it('D2, D6: yearly to monthly waits for the end of the year, and is never made at once', async () => {
      const customerId = await newCustomer();
      const { id } = await buy(customerId, 'both', { billingPeriod: 'ANNUALLY' });
      const monthly = { billingPeriod: 'MONTHLY' };
      expect(await ask(customerId, 'both', { ...monthly, scheduleStrategy: 'IMMEDIATE' })).toRefuse(
        'DowngradeBillingPeriodNotSupportedError',
        /^billingPeriod/,
      );
      expect(await buy(customerId, 'both', monthly)).toMatchObject({
        id,
        futureUpdates: [{ subscriptionScheduleType: 'BILLING_PERIOD', scheduleStatus: 'SCHEDULED' }],
      });
    });

    it('X3: a credit for the rest of a period is refused with what to send instead', async () => {
      const { id } = await buy(await newCustomer(), 'basic');
      const cancel = (body: Json) => api.rest('POST', `/subscriptions/${String(id)}/cancel`, body);
      expect(await cancel({ cancellationTime: 'IMMEDIATE', prorate: true })).toRefuse(
        'UnsupportedParameter',
        /^prorate: .*leave prorate out$/,
      );
      await expectOk(cancel({ cancellationTime: 'IMMEDIATE' }));
    });

    it('yearly to monthly is refused even then', async () => {
      const customerId = await newCustomer();
      await buy(customerId, 'both', { billingPeriod: 'ANNUALLY' });
      const monthly = { billingPeriod: 'MONTHLY', scheduleStrategy: 'IMMEDIATE' };
      expect(await ask(customerId, 'both', monthly)).toRefuse(
        'DowngradeBillingPeriodNotSupportedError',
        /billingPeriod/,
      );
    });

    it('B4: a dearer plan takes over the cycle, unless it is to begin now', async () => {
      const customerId = await newCustomer();
      const first = await buy(customerId, 'basic');
      app.clock.advance({ days: 3 });
      expect(await buy(customerId, 'pro')).toMatchObject({ billingCycleAnchor: first['billingCycleAnchor'] });
      const anew = await buy(customerId, 'pro', { billingCycleAnchor: 'NOW' });
      expect(anew).toMatchObject({ billingCycleAnchor: app.clock.now().toISOString() });
    });

    it('entitlements-usage H1: usage goes on with the cycle and restarts with a new one (BILLING_PERIOD_CHANGE)', async () => {
      const customerId = await newCustomer();
      const used = async () => (await check(api, customerId, 'featureId=calls'))['currentUsage'];
      await buy(customerId, 'basic');
      await expectOk(report(api, customerId, 'calls', 40));
      await buy(customerId, 'pro');
      expect(await used()).toBe(40);
      app.clock.advance({ days: 1 });
      await buy(customerId, 'pro', { billingCycleAnchor: 'NOW' });
      expect(await used()).toBe(0);
    });
  });

  it('T1: a plan with a default trial begins with it, unless none is wanted', async () => {
    const defaultTrialConfig = { duration: 14, units: 'DAY' };
    await publishPlan(api, {
      id: 'trying',
      productId: 'main',
      pricingType: null,
      patch: { ...paid(flat(usd(1))), defaultTrialConfig },
    });
    const customerId = await newCustomer();
    expect(await buy(await newCustomer(), 'trying')).toMatchObject({ status: 'IN_TRIAL' });
    expect(await buy(customerId, 'trying', { trialOverrideConfiguration: { isTrial: false } })).toMatchObject(
      {
        status: 'ACTIVE',
      },
    );
  });

  it('X1: a PAID subscription ends with its billing period unless it is told, or its product says, to end at once', async () => {
    const { id } = await buy(await newCustomer(), 'basic');
    const cancel = (body: Json) => api.rest('POST', `/subscriptions/${String(id)}/cancel`, body);
    for (const body of [{}, { cancellationTime: 'END_OF_BILLING_PERIOD' }]) {
      const told = await expectOk<Json>(cancel(body));
      expect(told).toMatchObject({ status: 'ACTIVE', cancellationDate: told['currentBillingPeriodEnd'] });
    }
    expect(await cancel({ cancellationTime: 'IMMEDIATE', prorate: true })).toRefuse(
      'UnsupportedParameter',
      /prorate/,
    );
    expect(await expectOk(api.rest('GET', `/subscriptions/${String(id)}`))).toMatchObject({
      status: 'ACTIVE',
    });
    const productSettings = {
      subscriptionStartSetup: 'PLAN_SELECTION',
      subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
      subscriptionCancellationTime: 'IMMEDIATE',
    };
    await expectOk(api.rest('PATCH', '/products/main', { productSettings }));
    expect(await expectOk(cancel({}))).toMatchObject({ status: 'CANCELED', cancelReason: 'Immediate' });
    const usual = { ...productSettings, subscriptionCancellationTime: 'END_OF_BILLING_PERIOD' };
    await expectOk(api.rest('PATCH', '/products/main', { productSettings: usual }));
  });

  it('O4: what is collected elsewhere takes values of its own', async () => {
    const customerId = await newCustomer();
    const entitlements = [feature('calls', { usageLimit: 7, resetPeriod: 'DAY' })];
    await buy(customerId, 'basic', { entitlements });
    expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
      usageLimit: 7,
      resetPeriod: 'DAY',
    });
  });

  it('U6: the currency of a customer stays while a PAID subscription runs', async () => {
    const customerId = await newCustomer({ billingCurrency: 'usd' });
    const { id } = await buy(customerId, 'basic');
    const change = () => api.rest('PATCH', `/customers/${customerId}`, { billingCurrency: 'eur' });
    expect(await change()).toRefuse('IntegrityViolation', /billingCurrency/);
    await expectOk(
      api.rest('POST', `/subscriptions/${String(id)}/cancel`, { cancellationTime: 'IMMEDIATE' }),
    );
    await expectOk(change());
  });

  it('both doors tell the same', async () => {
    const customerId = await newCustomer();
    const fields =
      'status pricingType billingCycleAnchor currentBillingPeriodStart currentBillingPeriodEnd prices { amount currency baseCharge featureId }';
    const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id ${fields} } } }`;
    const input = { customerId, planId: 'pro', charges: [{ type: 'FEATURE', id: 'seats', quantity: 4 }] };
    const made = await expectOk<{ subscription: Json }>(api.graphql(document, { input }));
    const { id, ...told } = made.subscription;
    expect(await expectOk(api.rest('GET', `/subscriptions/${String(id)}`))).toMatchObject({
      ...told,
      prices: (told['prices'] as Json[]).map((price) => expect.objectContaining(price) as unknown),
    });
  });
});
