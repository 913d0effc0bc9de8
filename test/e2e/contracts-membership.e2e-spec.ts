import { newUid } from '#libs/kernel/ids';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';
import { eventsAbout } from '../support/events';

interface Violation {
  rule: string;
  code: ErrorCode;
  message: RegExp;
  /** Makes a contract and a subscription that may not join it. */
  arrange(): Promise<{ customerId: string; contractId: string; subscriptionId: string }>;
}

/** Domain: contracts-billing C3, C4 */
describe('the subscriptions on a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    await sellDeals(api);
  });
  afterAll(() => app.close());

  const existing = (...ids: string[]): Json => ({
    subscriptions: ids.map((existingSubscriptionId) => ({ existingSubscriptionId })),
  });
  /** A contract with one subscription of this plan. */
  const contractWith = async (customerId: string, planId: string, more: Json = {}) => {
    const memberId = await deals.subscription(customerId, planId, more);
    return { memberId, contractId: await deals.contract(customerId, existing(memberId)) };
  };
  const contractIdOf = async (subscriptionId: string) =>
    (await deals.readSubscription(subscriptionId))['contractId'];

  const violations: Violation[] = [
    {
      rule: 'is custom-priced: none of a FREE plan',
      code: 'InvalidArgumentError',
      message: /runs on plan free, .* CUSTOM plans, and PAID ones/,
      arrange: async () => {
        const customerId = await deals.customer();
        const contractId = await deals.contract(customerId);
        return { customerId, contractId, subscriptionId: await deals.subscription(customerId, 'free') };
      },
    },
    {
      rule: 'is the only one of its product',
      code: 'DuplicatedEntityNotAllowed',
      message: /of the same product as .* detach that one first/,
      arrange: async () => {
        const customerId = await deals.customer();
        const { contractId } = await contractWith(customerId, 'sites', { resourceId: 'north' });
        const more = { resourceId: 'south' };
        return {
          customerId,
          contractId,
          subscriptionId: await deals.subscription(customerId, 'sites', more),
        };
      },
    },
    {
      rule: 'is billed in the currency of the others',
      code: 'InvalidArgumentError',
      message: /is billed in eur, .* in usd/,
      arrange: async () => {
        const customerId = await deals.customer();
        const { contractId } = await contractWith(customerId, 'paid-usd');
        return { customerId, contractId, subscriptionId: await deals.subscription(customerId, 'paid-eur') };
      },
    },
    {
      rule: 'belongs to the customer of the contract',
      code: 'InvalidArgumentError',
      message: /is of customer/,
      arrange: async () => {
        const customerId = await deals.customer();
        const contractId = await deals.contract(customerId);
        const subscriptionId = await deals.subscription(await deals.customer(), 'crm');
        return { customerId, contractId, subscriptionId };
      },
    },
    {
      rule: 'is on no other contract: it is not moved silently',
      code: 'DuplicatedEntityNotAllowed',
      message: /is on contract .* already; detach it there first/,
      arrange: async () => {
        const customerId = await deals.customer();
        const { memberId: subscriptionId } = await contractWith(customerId, 'crm');
        return { customerId, contractId: await deals.contract(customerId), subscriptionId };
      },
    },
    {
      rule: 'has not ended',
      code: 'SubscriptionAlreadyCanceledOrExpired',
      message: /has ended already/,
      arrange: async () => {
        const customerId = await deals.customer();
        const subscriptionId = await deals.subscription(customerId, 'crm');
        await expectOk(api.rest('POST', `/subscriptions/${subscriptionId}/cancel`));
        return { customerId, contractId: await deals.contract(customerId), subscriptionId };
      },
    },
    {
      rule: 'is known',
      code: 'SubscriptionNotFound',
      message: /Subscription nobody was not found/,
      arrange: async () => {
        const customerId = await deals.customer();
        return { customerId, contractId: await deals.contract(customerId), subscriptionId: 'nobody' };
      },
    },
  ];

  describe.each(violations)('C3: each subscription $rule', ({ code, message, arrange }) => {
    it('on attaching, through either door', async () => {
      const { contractId, subscriptionId } = await arrange();
      const before = await deals.read(contractId);
      const input = `input: { subscriptionIds: ["${subscriptionId}"] }`;
      const mutation = `mutation { attachContractSubscriptions(id: "${contractId}", ${input}) { id } }`;
      expect(await deals.attach(contractId, existing(subscriptionId))).toRefuse(code, message);
      const short = { subscriptionIds: [subscriptionId] };
      expect(await deals.attach(contractId, short)).toRefuse(code, message);
      expect(await api.graphql(mutation)).toRefuse(code, message);
      expect(await deals.read(contractId)).toEqual(before);
    });

    it('on replacing the set, through either door', async () => {
      const { contractId, subscriptionId } = await arrange();
      const before = await deals.read(contractId);
      const subscriptionIds = [...(await deals.members(contractId)), subscriptionId];
      const input = `input: { subscriptionIds: ${JSON.stringify(subscriptionIds)}, name: "x" }`;
      const mutation = `mutation { updateContract(id: "${contractId}", ${input}) { id } }`;
      expect(await deals.update(contractId, { subscriptionIds, name: 'x' })).toRefuse(code, message);
      expect(await api.graphql(mutation)).toRefuse(code, message);
      expect(await deals.read(contractId)).toEqual(before);
    });

    it('on creating, through either door', async () => {
      const { customerId, contractId, subscriptionId } = await arrange();
      const present = (await deals.members(contractId)) as string[];
      for (const id of present) if (id !== subscriptionId) await expectOk(deals.detach(contractId, id));
      const others = present.filter((id) => id !== subscriptionId);
      const body = existing(...others, subscriptionId);
      expect(await deals.create(customerId, { contractId: newUid(), ...body })).toRefuse(code, message);
      const variables = { input: { customerId, contractId: newUid(), ...body } };
      const document = 'mutation($input: CreateContractInput!) { createContract(input: $input) { id } }';
      expect(await api.graphql(document, variables)).toRefuse(code, message);
      const told = await expectOk<Json[]>(api.rest('GET', `/customers/${customerId}/contracts`));
      expect(told.every((each) => each['contractId'] !== variables.input.contractId)).toBe(true);
    });
  });

  it('C3: a CUSTOM plan, and a PAID one that is collected elsewhere', async () => {
    const customerId = await deals.customer();
    const ids = [
      await deals.subscription(customerId, 'crm'),
      await deals.subscription(customerId, 'paid-usd'),
    ];
    expect(await deals.readSubscription(String(ids[1]))).toMatchObject({ paymentCollectionMethod: 'NONE' });
    const contractId = await deals.contract(customerId, existing(...ids));
    expect(await deals.members(contractId)).toEqual(ids);
  });

  it('C3: a CUSTOM plan has no currency of its own and goes with each', async () => {
    const customerId = await deals.customer();
    const { contractId } = await contractWith(customerId, 'paid-eur');
    const custom = await deals.subscription(customerId, 'crm');
    await expectOk(deals.attach(contractId, existing(custom)));
    const foreign = await deals.subscription(customerId, 'paid-usd');
    const answer = await deals.attach(contractId, existing(foreign));
    expect(answer).toRefuse('InvalidArgumentError', /billed in usd/);
  });

  it('C3: the rules bind those of one request among each other', async () => {
    const customerId = await deals.customer();
    const one = await deals.subscription(customerId, 'sites', { resourceId: 'north' });
    const other = await deals.subscription(customerId, 'sites', { resourceId: 'south' });
    const answer = await deals.create(customerId, existing(one, other));
    expect(answer).toRefuse('DuplicatedEntityNotAllowed', /same product/);
    expect(await contractIdOf(one)).toBeNull();
  });

  it('C3: a new subscription obeys the same rules, and is not provisioned', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    const fresh = (planId: string, more: Json = {}): Json => ({
      subscriptions: [{ newSubscription: { customerId, planId, ...more } }],
    });
    // Another plan of the same product would take the place of the one that is on the contract.
    const other = await deals.attach(contractId, fresh('crm-large'));
    expect(other).toRefuse('DuplicatedEntityNotAllowed', /same product/);
    expect(await deals.readSubscription(memberId)).toMatchObject({ status: 'ACTIVE', planId: 'crm' });
    expect(await deals.attach(contractId, fresh('free'))).toRefuse('InvalidArgumentError', /CUSTOM plans/);
    const foreign = fresh('chat', { customerId: await deals.customer() });
    expect(await deals.attach(contractId, foreign)).toRefuse('InvalidArgumentError', /newSubscription/);
    const { data } = await expectPage(api.rest('GET', `/subscriptions?customerId=${customerId}`));
    expect(data.map(({ id }) => id)).toEqual([memberId]);
  });

  it('C3: what ended is a part of the deal until it is detached', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    await expectOk(api.rest('POST', `/subscriptions/${memberId}/cancel`));
    expect(await deals.members(contractId)).toEqual([memberId]);
    expect(await contractIdOf(memberId)).toBe(contractId);
    const renewed = await deals.subscription(customerId, 'crm');
    const answer = await deals.attach(contractId, existing(renewed));
    expect(answer).toRefuse('DuplicatedEntityNotAllowed', new RegExp(`same product as ${memberId}`));
    await expectOk(deals.update(contractId, { subscriptionIds: [renewed] }));
    expect(await deals.members(contractId)).toEqual([renewed]);
    expect(await contractIdOf(memberId)).toBeNull();
  });

  it('C4: attaching takes existing, new and listed subscriptions at once', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    const [one, two] = [
      await deals.subscription(customerId, 'crm'),
      await deals.subscription(customerId, 'chat'),
    ];
    const newSubscription = { customerId, planId: 'mail', id: `${customerId}-mail` };
    const subscriptions = [{ existingSubscriptionId: one }, { newSubscription }];
    const answer = await deals.attach(contractId, { subscriptions, subscriptionIds: [two] });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ data: await deals.read(contractId) });
    expect(await deals.members(contractId)).toEqual([one, two, `${customerId}-mail`]);
    expect(await contractIdOf(one)).toBe(contractId);
  });

  it('C4: attaching what is attached changes nothing and tells nobody', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    const first = await api.rest('GET', `/contracts/${contractId}`);
    const newSubscription = { customerId, planId: 'crm' };
    const body = { subscriptions: [{ newSubscription }, ...[existing(memberId)['subscriptions']].flat()] };
    const again = await deals.attach(contractId, { ...body, subscriptionIds: [memberId, memberId] });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(String(first.headers.get('etag')));
    expect((await eventsAbout(app, contractId)).map(({ type }) => type)).toEqual(['contract.created']);
  });

  it.each<[string, Json]>([
    ['nothing', {}],
    ['empty lists', { subscriptions: [], subscriptionIds: [] }],
  ])('C4: attaching %s is refused', async (_what, body) => {
    const contractId = await deals.contract(await deals.customer());
    const message = /subscriptions or subscriptionIds must name a subscription/;
    expect(await deals.attach(contractId, body)).toRefuse('BadUserInput', message);
  });

  it.each<[string, Json, RegExp]>([
    ['one thing of each entry', { subscriptions: [{}] }, /subscriptions\[0\] must have either/],
    ['texts', { subscriptionIds: [1] }, /subscriptionIds/],
    ['known fields', { subscription: 'x' }, /subscription is not a known field/],
  ])('C4: attaching wants %s', async (_rule, body, message) => {
    expect(await deals.attach('nobody', body)).toRefuse('BadUserInput', message);
  });

  it('C4: detaching only unlinks, and again changes nothing', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    const detached = await deals.detach(contractId, memberId);
    expect(detached.body).toMatchObject({ data: { state: 'DRAFT', subscriptions: [] } });
    expect(await deals.readSubscription(memberId)).toMatchObject({ status: 'ACTIVE', contractId: null });
    const again = await deals.detach(contractId, memberId);
    expect([again.status, again.body]).toEqual([200, detached.body]);
    const document = `mutation { detachContractSubscription(id: "${contractId}", subscriptionId: "${memberId}") { state } }`;
    expect(await expectOk(api.graphql(document))).toEqual({ state: 'DRAFT' });
    expect((await eventsAbout(app, contractId)).map(({ type }) => type)).toEqual([
      ...['contract.created', 'contract.updated'],
    ]);
  });

  it('C4: detaching leaves what is on another contract, and knows no unknown subscription', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    const other = await deals.contract(customerId);
    await expectOk(deals.detach(other, memberId));
    expect(await contractIdOf(memberId)).toBe(contractId);
    expect(await deals.detach(other, 'nobody')).toRefuse('SubscriptionNotFound', /nobody/);
  });

  it('C4: subscriptionIds replaces the whole set; those that leave run on', async () => {
    const customerId = await deals.customer();
    const [one, two, three] = [
      await deals.subscription(customerId, 'crm'),
      await deals.subscription(customerId, 'chat'),
      await deals.subscription(customerId, 'mail'),
    ];
    const contractId = await deals.contract(customerId, existing(one, two));
    await expectOk(deals.update(contractId, { subscriptionIds: [two, three, three] }));
    expect(await deals.members(contractId)).toEqual([two, three]);
    expect(await deals.readSubscription(one)).toMatchObject({ status: 'ACTIVE', contractId: null });
    await expectOk(deals.update(contractId, { name: 'x' }));
    expect(await deals.members(contractId)).toEqual([two, three]);
    await expectOk(deals.update(contractId, { subscriptionIds: [] }));
    expect(await deals.members(contractId)).toEqual([]);
  });

  it('C4: the place of a product is free for another in the same replacement', async () => {
    const customerId = await deals.customer();
    const { contractId } = await contractWith(customerId, 'sites', { resourceId: 'north' });
    const south = await deals.subscription(customerId, 'sites', { resourceId: 'south' });
    await expectOk(deals.update(contractId, { subscriptionIds: [south] }));
    expect(await deals.members(contractId)).toEqual([south]);
  });

  it('subscriptionIds have the pattern of ids', async () => {
    const answer = await deals.update('nobody', { subscriptionIds: ['no spaces'] });
    expect(answer).toRefuse('BadUserInput', /subscriptionIds/);
  });

  it('access-and-events W6: who joins and leaves is told as a change of the subscription', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    await expectOk(deals.detach(contractId, memberId));
    const told = (await eventsAbout(app, memberId)).map(({ type, payload }) => [
      type,
      (payload['subscription'] as Json)['contractId'],
    ]);
    expect(told).toEqual([
      ['subscription.created', null],
      ['subscription.updated', contractId],
      ['subscription.updated', null],
    ]);
  });

  it('customers-subscriptions U7: with its customer its subscriptions end, and stay on the contract', async () => {
    const customerId = await deals.customer();
    const { contractId, memberId } = await contractWith(customerId, 'crm');
    await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
    expect(await deals.read(contractId)).toMatchObject({ state: 'DRAFT', billingState: 'DRAFT' });
    expect(await deals.members(contractId)).toEqual([memberId]);
    expect(await deals.readSubscription(memberId)).toMatchObject({ status: 'CANCELED', contractId });
  });
});
