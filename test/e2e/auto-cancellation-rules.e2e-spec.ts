import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: catalog P8 */
describe('auto-cancellation rules', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());
  const sell = async (to: ApiClient, source: string, target: string): Promise<void> => {
    await createProduct(to, source);
    await publishPlan(to, { id: `${source}-free`, productId: source });
    await publishPlan(to, { id: `${source}-custom`, productId: source, pricingType: 'CUSTOM' });
    await createProduct(to, target, { multipleSubscriptions: true });
    await publishPlan(to, { id: `${target}-plan`, productId: target });
  };
  const create = (source: string, targetProductId: string, to = api) =>
    to.rest('POST', `/products/${source}/auto-cancellation-rules`, { targetProductId });
  const list = (source: string, from = api) =>
    expectOk<Json[]>(from.rest('GET', `/products/${source}/auto-cancellation-rules`));
  const remove = (source: string, target: string) =>
    api.rest('DELETE', `/products/${source}/auto-cancellation-rules/${target}`);
  /** Two products that fit, by names of their own. */
  const pair = async (): Promise<{ source: string; target: string }> => {
    const names = { source: `source-${made}`, target: `target-${made++}` };
    await sell(api, names.source, names.target);
    return names;
  };

  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await sell(to, id, `${id}-target`);
      return expectOk(create(id, `${id}-target`, to));
    },
    read: (from, id) => list(id, from),
    routes: [
      ['GET', (id) => `/products/${id}/auto-cancellation-rules`],
      ['POST', (id) => `/products/${id}/auto-cancellation-rules`, { targetProductId: 'nobody' }],
      ['DELETE', (id) => `/products/${id}/auto-cancellation-rules/nobody`],
    ],
    documents: [
      'query($id: String!) { autoCancellationRules(productId: $id) { targetProductId } }',
      `mutation($id: String!) {
        createAutoCancellationRule(productId: $id, input: { targetProductId: "nobody" }) { targetProductId } }`,
      `mutation($id: String!) {
        deleteAutoCancellationRule(productId: $id, targetProductId: "nobody") { targetProductId } }`,
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'products',
    reads: [
      {
        rest: ['GET', '/products/nobody/auto-cancellation-rules'],
        graphql: '{ autoCancellationRules(productId: "nobody") { targetProductId } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/products/nobody/auto-cancellation-rules', { targetProductId: 'x' }],
        graphql:
          'mutation { createAutoCancellationRule(productId: "nobody", input: { targetProductId: "x" }) { sourceProductId } }',
      },
      {
        rest: ['DELETE', '/products/nobody/auto-cancellation-rules/x'],
        graphql:
          'mutation { deleteAutoCancellationRule(productId: "nobody", targetProductId: "x") { sourceProductId } }',
      },
    ],
  });

  it('P8: is made, listed under its source, and deleted', async () => {
    const { source, target } = await pair();
    const made = await expectOk(create(source, target));
    expect(made).toEqual({
      sourceProductId: source,
      targetProductId: target,
      createdAt: app.clock.now().toISOString(),
    });
    expect(await list(source)).toEqual([made]);
    expect(await list(target)).toEqual([]);
    expect(await expectOk(remove(source, target))).toEqual(made);
    expect(await list(source)).toEqual([]);
    expect(await remove(source, target)).toRefuse('ProductNotFoundError', /no auto-cancellation rule/);
    const { data } = await expectPage<Json>(
      api.rest('GET', `/activity?entityId=${source}&entityType=PRODUCT`),
    );
    expect(data.map(({ type }) => type)).toEqual([
      'product.auto_cancellation_rule_deleted',
      'product.auto_cancellation_rule_created',
      'product.created',
    ]);
  });

  it('the same over GraphQL', async () => {
    const { source, target } = await pair();
    const fields = '{ sourceProductId targetProductId }';
    const args = `productId: "${source}", `;
    const rule = { sourceProductId: source, targetProductId: target };
    const make = `mutation { createAutoCancellationRule(${args} input: { targetProductId: "${target}" }) ${fields} }`;
    expect(await expectOk(api.graphql(make))).toEqual(rule);
    expect(await api.graphql(make)).toRefuse('DuplicatedEntityNotAllowed');
    const ask = `{ autoCancellationRules(productId: "${source}") ${fields} }`;
    expect(await expectOk(api.graphql(ask))).toEqual([rule]);
    const end = `mutation { deleteAutoCancellationRule(${args} targetProductId: "${target}") ${fields} }`;
    expect(await expectOk(api.graphql(end))).toEqual(rule);
  });

  describe('refusals', () => {
    const both = async (
      code: Parameters<jest.Matchers<void>['toRefuse']>[0],
      source: string,
      target: string,
    ) => {
      expect(await create(source, target)).toRefuse(code);
      const input = `input: { targetProductId: "${target}" }`;
      const document = `mutation { createAutoCancellationRule(productId: "${source}", ${input}) { sourceProductId } }`;
      expect(await api.graphql(document)).toRefuse(code);
    };

    it('P8: MultiSubscriptionCantBeAutoCancellationSourceError', async () => {
      const [first, second] = [await pair(), await pair()];
      await both('MultiSubscriptionCantBeAutoCancellationSourceError', first.target, second.target);
    });

    it('P8: SingleSubscriptionCantBeAutoCancellationTargetError', async () => {
      const [first, second] = [await pair(), await pair()];
      await both('SingleSubscriptionCantBeAutoCancellationTargetError', first.source, second.source);
    });

    it('P8: InvalidArgumentError for a product and itself', async () => {
      const { source, target } = await pair();
      await both('InvalidArgumentError', source, source);
      await both('InvalidArgumentError', target, target);
    });

    it('P8: ProductNotFoundError for an unknown target', async () => {
      await both('ProductNotFoundError', (await pair()).source, 'nobody');
    });

    it('P8: DuplicatedEntityNotAllowed for a second one of the same two', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      await both('DuplicatedEntityNotAllowed', source, target);
    });

    it('P8: EntityIsArchivedError for an archived target', async () => {
      const { source, target } = await pair();
      await expectOk(api.rest('POST', `/products/${target}/archive`));
      await both('EntityIsArchivedError', source, target);
    });

    it('P5: IntegrityViolation when either product would no longer fit', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const toggle = (id: string, multipleSubscriptions: boolean) =>
        api.rest('PATCH', `/products/${id}`, { multipleSubscriptions });
      expect(await toggle(source, true)).toRefuse('IntegrityViolation', new RegExp(`rules with ${target}`));
      expect(await toggle(target, false)).toRefuse('IntegrityViolation', new RegExp(`rules with ${source}`));
      await expectOk(remove(source, target));
      await expectOk(toggle(source, true));
    });

    it('P6: CannotArchiveProductError for the target of a source in use', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const archive = (id: string) => api.rest('POST', `/products/${id}/archive`);
      expect(await archive(target)).toRefuse('CannotArchiveProductError', new RegExp(`rules of ${source}`));
      await expectOk(archive(source));
      await expectOk(archive(target));
    });
  });

  describe('P8, customers-subscriptions S5: when the subscription on the source ends', () => {
    const buyer = async (target: string) => {
      const id = `buyer-${made++}`;
      await createCustomer(api, id);
      for (const resourceId of ['one', 'two']) await subscribe(api, id, `${target}-plan`, { resourceId });
      return id;
    };
    const on = async (customerId: string, planId: string) => {
      const path = `/subscriptions?customerId=${customerId}&planId=${planId}`;
      return (await expectPage<Json>(api.rest('GET', path))).data.map(
        ({ status, cancelReason, effectiveEndDate }) => ({ status, cancelReason, effectiveEndDate }),
      );
    };
    const live = { status: 'ACTIVE', cancelReason: null, effectiveEndDate: null };
    const ended = (cancelReason: string) => ({
      ...{ status: 'CANCELED', cancelReason },
      effectiveEndDate: app.clock.now().toISOString(),
    });
    const cancel = (id: string, body: Json = {}) =>
      expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, body));

    it('those on the target end with it, at the same instant, of this customer only', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const [mine, other] = [await buyer(target), await buyer(target)];
      const { id } = await subscribe(api, mine, `${source}-free`);
      app.clock.advance({ hours: 1 });
      await cancel(id);
      expect(await on(mine, `${target}-plan`)).toEqual([
        ended('AutoCancellationRule'),
        ended('AutoCancellationRule'),
      ]);
      expect(await on(other, `${target}-plan`)).toEqual([live, live]);
      const query = `/activity?parentId=${mine}&type=subscription.canceled`;
      expect((await expectPage(api.rest('GET', query))).data).toHaveLength(3);
    });

    it('nothing ends without the rule, nor when the target’s own subscription ends', async () => {
      const { source, target } = await pair();
      const mine = await buyer(target);
      const { id } = await subscribe(api, mine, `${source}-free`);
      await cancel(id);
      expect(await on(mine, `${target}-plan`)).toEqual([live, live]);
      await expectOk(create(source, target));
      await subscribe(api, mine, `${source}-free`);
      const path = `/subscriptions?customerId=${mine}&planId=${target}-plan`;
      const [first] = (await expectPage(api.rest('GET', path))).data;
      await cancel(String(first?.id));
      expect(await on(mine, `${target}-plan`)).toEqual([ended('Immediate'), live]);
      expect(await on(mine, `${source}-free`)).toEqual([live, ended('Immediate')]);
    });

    it('nothing ends when another plan of the product takes its place', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const mine = await buyer(target);
      await subscribe(api, mine, `${source}-free`);
      await subscribe(api, mine, `${source}-custom`);
      expect(await on(mine, `${target}-plan`)).toEqual([live, live]);
    });

    it('customers-subscriptions X2: nothing ends while the downgrade plan holds the place; what a rule ends is not downgraded', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const settings = (downgradePlanId: string) => ({
        subscriptionStartSetup: 'PLAN_SELECTION',
        subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
        downgradePlanId,
        subscriptionCancellationTime: 'IMMEDIATE',
      });
      await publishPlan(api, { id: `${target}-free`, productId: target });
      for (const [product, plan] of [
        [source, `${source}-free`],
        [target, `${target}-free`],
      ] as const) {
        await expectOk(api.rest('PATCH', `/products/${product}`, { productSettings: settings(plan) }));
      }
      const mine = await buyer(target);
      const { id } = await subscribe(api, mine, `${source}-custom`);
      await cancel(id);
      expect(await on(mine, `${source}-free`)).toEqual([live]);
      expect(await on(mine, `${target}-plan`)).toEqual([live, live]);
      const path = `/subscriptions?customerId=${mine}&planId=${source}-free`;
      const [downgraded] = (await expectPage(api.rest('GET', path))).data;
      await cancel(String(downgraded?.id));
      expect(await on(mine, `${target}-plan`)).toEqual([
        ended('AutoCancellationRule'),
        ended('AutoCancellationRule'),
      ]);
      expect(await on(mine, `${target}-free`)).toEqual([]);
    });

    it('customers-subscriptions X2: REVOKE_ENTITLEMENTS ends them too', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const mine = await buyer(target);
      const { id } = await subscribe(api, mine, `${source}-free`);
      await cancel(id, { cancellationAction: 'REVOKE_ENTITLEMENTS' });
      expect(await on(mine, `${target}-plan`)).toEqual([
        ended('AutoCancellationRule'),
        ended('AutoCancellationRule'),
      ]);
    });

    it('customers-subscriptions U7, S5: an archived customer loses all for that reason', async () => {
      const { source, target } = await pair();
      await expectOk(create(source, target));
      const mine = await buyer(target);
      await subscribe(api, mine, `${source}-free`);
      await expectOk(api.rest('POST', `/customers/${mine}/archive`));
      expect(await on(mine, `${target}-plan`)).toEqual([
        ended('CustomerArchived'),
        ended('CustomerArchived'),
      ]);
      expect(await on(mine, `${source}-free`)).toEqual([ended('CustomerArchived')]);
    });

    it('chains follow and circles end, should rules ever form them', async () => {
      const [first, second] = [await pair(), await pair()];
      await expectOk(create(first.source, first.target));
      // No request can make these: a target holds several subscriptions and so is no source.
      const link = async (from: string, to: string) =>
        app.dataSource.query(
          `insert into product_auto_cancellation
             (environment_id, uid, source_uid, source_id, target_uid, target_id, created_at, updated_at)
           select a.environment_id, gen_random_uuid(), a.uid, a.id, b.uid, b.id, now(), now()
             from product a join product b using (environment_id) where a.id = $1 and b.id = $2`,
          [from, to],
        );
      await link(first.target, second.target);
      await link(second.target, first.source);
      const mine = await buyer(first.target);
      await subscribe(api, mine, `${second.target}-plan`, { resourceId: 'one' });
      const { id } = await subscribe(api, mine, `${first.source}-free`);
      await cancel(id);
      expect(await on(mine, `${second.target}-plan`)).toEqual([ended('AutoCancellationRule')]);
      expect(await on(mine, `${first.target}-plan`)).toHaveLength(2);
      expect(await on(mine, `${first.source}-free`)).toEqual([ended('Immediate')]);
    });
  });
});
