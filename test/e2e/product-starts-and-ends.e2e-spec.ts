import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createProduct,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { flatFee } from '../support/priced-plans';
import {
  changeSettings,
  downgradingTo as downgrade,
  plainSettings as plain,
  sellFreeAndCustom,
  startingWith as start,
} from '../support/product-settings';

/** What settings of products do. Domain: customers-subscriptions U4, X2 */
describe('starts and ends by settings', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  // Default starts answer to every customer of an environment, so each test has its own.
  beforeEach(async () => {
    api = (await app.newEnvironment()).api;
    await sellFreeAndCustom(api);
  });

  const set = (settings: Json, productId?: string) => changeSettings(api, settings, productId);
  const newCustomer = async (): Promise<string> => {
    const id = `customer-${made++}`;
    await createCustomer(api, id);
    return id;
  };
  const held = async (customerId: string) =>
    (await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${customerId}`))).data.map(
      ({ planId, status, cancelReason, resourceId }) => ({ planId, status, cancelReason, resourceId }),
    );
  const active = (planId: string, resourceId: string | null = null) => ({
    ...{ planId, resourceId },
    ...{ status: 'ACTIVE', cancelReason: null },
  });
  const decision = async (customerId: string) => {
    const query = `/activity?entityId=${customerId}&type=customer.start_decided`;
    return (await expectPage<Json>(api.rest('GET', query))).data.map(({ after }) => after);
  };
  const cancel = (id: string, body: Json = {}) =>
    expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, body));

  describe('U4: what a new customer starts with', () => {
    it('PLAN_SELECTION: nothing, and the log says so', async () => {
      const id = await newCustomer();
      expect(await held(id)).toEqual([]);
      expect(await decision(id)).toEqual([{ strategy: 'SKIPPED_SUBSCRIPTION_CREATION', subscriptions: [] }]);
    });

    it('FREE_PLAN: the start plan, which grants at once', async () => {
      await expectOk(set(start('free')));
      const id = await newCustomer();
      expect(await held(id)).toEqual([active('free')]);
      expect(await check(api, id, 'featureId=calls')).toMatchObject({ isGranted: true, usageLimit: 10 });
      const [told] = (await decision(id)) as [{ strategy: string; subscriptions: Json[] }];
      expect(told).toMatchObject({
        strategy: 'PREDEFINED_FREE_PLAN',
        subscriptions: [{ productId: 'main', planId: 'free' }],
      });
      const events = await eventsAbout(app, String(told.subscriptions[0]?.['subscriptionId']));
      expect(events.map(({ type }) => type)).toEqual(['subscription.created']);
    });

    it('the same over GraphQL, in the one answer that asks for it', async () => {
      await expectOk(set(start('free')));
      await expectOk(api.graphql('mutation { createCustomer(input: { id: "asked" }) { id } }'));
      expect(await held('asked')).toEqual([active('free')]);
    });

    it('one of each product that says so; never of one that holds several', async () => {
      await createProduct(api, 'second');
      await publishPlan(api, { id: 'second-free', productId: 'second' });
      await createProduct(api, 'several', { multipleSubscriptions: true });
      await publishPlan(api, { id: 'several-free', productId: 'several' });
      await createProduct(api, 'asking');
      await expectOk(set(start('free')));
      await expectOk(set(start('second-free'), 'second'));
      await expectOk(set(start('several-free'), 'several'));
      // The newest first: of the oldest product it was the first.
      expect(await held(await newCustomer())).toEqual([active('second-free'), active('free')]);
    });

    it('a customer that is refused starts with nothing', async () => {
      await expectOk(set(start('free')));
      const id = await newCustomer();
      expect(await api.rest('POST', '/customers', { id })).toRefuse('DuplicatedEntityNotAllowed');
      expect(await held(id)).toHaveLength(1);
    });

    it('catalog P9: without any product a customer is made and starts with nothing', async () => {
      api = (await app.newEnvironment()).api;
      const id = await newCustomer();
      expect(await decision(id)).toEqual([{ strategy: 'SKIPPED_SUBSCRIPTION_CREATION', subscriptions: [] }]);
    });

    it('catalog P6: an archived product starts nothing, nor does one whose plan stayed archived', async () => {
      await expectOk(set(start('free')));
      await expectOk(api.rest('POST', '/products/main/archive'));
      expect(await held(await newCustomer())).toEqual([]);
      await expectOk(api.rest('POST', '/products/main/unarchive'));
      const id = await newCustomer();
      expect(await held(id)).toEqual([]);
      expect(await decision(id)).toMatchObject([{ strategy: 'SKIPPED_SUBSCRIPTION_CREATION' }]);
    });
  });

  describe('X2: what takes the place of a subscription that is canceled', () => {
    const onCustom = async (more: Json = {}) => {
      const customerId = await newCustomer();
      return { customerId, ...(await subscribe(api, customerId, 'custom', more)) };
    };
    const canceled = (planId: string, cancelReason: string, resourceId: string | null = null) => ({
      ...{ planId, resourceId, cancelReason },
      status: 'CANCELED',
    });

    it('DOWNGRADE_TO_FREE: the downgrade plan, at the same instant', async () => {
      await expectOk(set(downgrade('free')));
      const { customerId, id } = await onCustom();
      app.clock.advance({ hours: 1 });
      const told = await cancel(id, { cancellationAction: 'DEFAULT' });
      expect(told).toMatchObject({ id, status: 'CANCELED', cancelReason: 'Immediate' });
      expect(await held(customerId)).toEqual([active('free'), canceled('custom', 'Immediate')]);
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
      expect(data[0]?.['startDate']).toBe(told['effectiveEndDate']);
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ usageLimit: 10 });
    });

    it('DOWNGRADE_TO_FREE: also after a PAID plan, whose price and billing periods end with it', async () => {
      await expectOk(set(downgrade('free')));
      const charges = { pricingType: 'PAID', pricingModels: [flatFee(19)] };
      await publishPlan(api, { id: 'paid', productId: 'main', pricingType: 'PAID', patch: { charges } });
      const customerId = await newCustomer();
      const { id } = await subscribe(api, customerId, 'paid');
      await cancel(id, { cancellationTime: 'IMMEDIATE' });
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
      expect(data.map(({ planId, status }) => [planId, status])).toEqual([
        ['free', 'ACTIVE'],
        ['paid', 'CANCELED'],
      ]);
      expect(data[0]).toMatchObject({ pricingType: 'FREE', currentBillingPeriodEnd: null });
    });

    it('entitlements-usage H1: usage goes on, as with any other change of plan', async () => {
      await expectOk(set(downgrade('free')));
      const { customerId, id } = await onCustom();
      await expectOk(report(api, customerId, 'calls', 9));
      const before = await check(api, customerId, 'featureId=calls');
      app.clock.advance({ days: 2 });
      await cancel(id);
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
        currentUsage: 9,
        usagePeriodEnd: before['usagePeriodEnd'],
      });
    });

    it('entitlements-usage H1: with ALWAYS_RESET usage begins anew', async () => {
      await expectOk(set(downgrade('free')));
      await expectOk(
        api.rest('PATCH', '/products/main', { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } }),
      );
      const { customerId, id } = await onCustom();
      await expectOk(report(api, customerId, 'calls', 9));
      app.clock.advance({ days: 2 });
      await cancel(id);
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ currentUsage: 0 });
    });

    it('on the same resource of a product that holds several', async () => {
      await createProduct(api, 'several', { multipleSubscriptions: true });
      await publishPlan(api, { id: 'several-free', productId: 'several' });
      await publishPlan(api, { id: 'several-custom', productId: 'several', pricingType: 'CUSTOM' });
      await expectOk(set(downgrade('several-free'), 'several'));
      const customerId = await newCustomer();
      await subscribe(api, customerId, 'several-custom', { resourceId: 'other' });
      const { id } = await subscribe(api, customerId, 'several-custom', { resourceId: 'space' });
      await cancel(id);
      expect(await held(customerId)).toEqual([
        active('several-free', 'space'),
        canceled('several-custom', 'Immediate', 'space'),
        active('several-custom', 'other'),
      ]);
    });

    it.each([
      ['CANCEL_SUBSCRIPTION', plain, {}],
      ['REVOKE_ENTITLEMENTS', downgrade('free'), { cancellationAction: 'REVOKE_ENTITLEMENTS' }],
    ])('%s: nothing', async (_setup, settings, body) => {
      await expectOk(set(settings));
      const { customerId, id } = await onCustom();
      await cancel(id, body);
      expect(await held(customerId)).toEqual([canceled('custom', 'Immediate')]);
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ isGranted: false });
    });

    it('nothing when it ran on the downgrade plan already: a customer can leave', async () => {
      await expectOk(set(downgrade('free')));
      const customerId = await newCustomer();
      const { id } = await subscribe(api, customerId, 'free');
      await cancel(id);
      expect(await held(customerId)).toEqual([canceled('free', 'Immediate')]);
    });

    it('nothing when another plan replaces it', async () => {
      await expectOk(set(downgrade('free')));
      const { customerId } = await onCustom();
      await publishPlan(api, { id: 'better', productId: 'main', pricingType: 'CUSTOM' });
      await subscribe(api, customerId, 'better');
      expect(await held(customerId)).toEqual([active('better'), canceled('custom', 'UPGRADE_OR_DOWNGRADE')]);
    });

    it('U7: nothing when the customer is archived', async () => {
      await expectOk(set(downgrade('free')));
      const { customerId } = await onCustom();
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await held(customerId)).toEqual([canceled('custom', 'CustomerArchived')]);
    });

    it('V11: a cancellation and a provision of one customer at once leave one live subscription', async () => {
      await expectOk(set(downgrade('free')));
      await publishPlan(api, { id: 'better', productId: 'main', pricingType: 'CUSTOM' });
      for (let turn = 0; turn < 5; turn++) {
        const { customerId, id } = await onCustom();
        const answers = await Promise.all([
          api.rest('POST', `/subscriptions/${id}/cancel`),
          api.rest('POST', '/subscriptions', { customerId, planId: 'better' }),
        ]);
        const statuses = answers.map(({ status }) => status);
        // The provision may end it first; then there is nothing left to cancel.
        expect([
          ['201', '201'],
          ['400', '201'],
        ]).toContainEqual(statuses.map(String));
        expect((await held(customerId)).filter(({ status }) => status === 'ACTIVE')).toEqual([
          active('better'),
        ]);
      }
    });
  });
});
