import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';

const states = ['DRAFT', 'ACTIVE', 'CANCELED', 'END_BILLING'] as const;
const lastDay = '2027-03-31T00:00:00.000Z';
const instants = ['2027-03-31T00:00:00.000Z', '2027-03-31T23:59:59.999Z', '2027-04-01T00:00:00.000Z'];
type State = (typeof states)[number];

interface Combination {
  stage: 'DRAFT' | 'ACTIVE' | 'CANCELED' | null;
  subscription: 'none' | 'live' | 'ended' | 'to come';
  isArchived: boolean;
}

const combinations: Combination[] = ([null, 'DRAFT', 'ACTIVE', 'CANCELED'] as const).flatMap((stage) =>
  (['none', 'live', 'ended', 'to come'] as const).flatMap((subscription) =>
    [false, true].map((isArchived) => ({ stage, subscription, isArchived })),
  ),
);

/** As C6 and C7 say it, written out again. */
function expectedOf(
  { stage, subscription, isArchived }: Combination,
  isOver: boolean,
): [State, State | null] {
  const billing = stage === 'ACTIVE' && isOver ? 'END_BILLING' : stage;
  if (isArchived) return ['CANCELED', billing];
  if (subscription === 'live' || billing === 'ACTIVE') return ['ACTIVE', billing];
  return [billing === 'END_BILLING' ? 'END_BILLING' : 'DRAFT', billing];
}

/** Domain: contracts-billing C6, C7. Stored facts are written past the doors: publishing belongs to another module. */
describe('the state of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;
  const made = new Map<string, Combination>();

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    await sellDeals(api);
    for (const combination of combinations) made.set(await arrange(combination), combination);
  });
  afterAll(() => app.close());

  async function arrange({ stage, subscription, isArchived }: Combination): Promise<string> {
    const customerId = await deals.customer();
    const id = await deals.subscription(customerId, 'crm');
    const subscriptions = subscription === 'none' ? undefined : [{ existingSubscriptionId: id }];
    const contractId = await deals.contract(customerId, { subscriptions, setupBilling: stage !== null });
    const facts = [stage, stage === 'ACTIVE' ? lastDay : null, isArchived ? lastDay : null, contractId];
    const ofContract = 'billing_stage = $1, billing_last_day = $2, archived_at = $3';
    await app.dataSource.query(`update contract set ${ofContract} where id = $4`, facts);
    const begins = subscription === 'to come' ? '2028-01-01T00:00:00Z' : '2026-01-01T00:00:00Z';
    const ends = subscription === 'ended' ? '2026-02-01T00:00:00Z' : null;
    const ofSubscription = 'start_date = $1, canceled_at = $2';
    await app.dataSource.query(`update subscription set ${ofSubscription} where id = $3`, [begins, ends, id]);
    return contractId;
  }

  const contractIdsOf = async (query: string): Promise<Set<unknown>> => {
    const { data } = await expectPage<Json>(api.rest('GET', `/contracts?limit=100&${query}`));
    return new Set(data.map(({ contractId }) => contractId));
  };

  describe.each(instants)('at %s', (instant) => {
    const isOver = instant > '2027-04';
    beforeAll(() => app.clock.travelTo(instant));

    it('is derived from what is stored, by the clock', async () => {
      for (const [contractId, combination] of made) {
        const { state, billingState } = await deals.read(contractId);
        expect([combination, state, billingState]).toEqual([
          ...[combination, ...expectedOf(combination, isOver)],
        ]);
      }
    });

    it('the filter finds exactly those that are told to be in these states', async () => {
      const told = await expectPage<Json>(api.rest('GET', '/contracts?limit=100'));
      expect(told.data).toHaveLength(combinations.length);
      for (const asked of states.flatMap((one) => states.map((other) => [one, other]))) {
        const expected = told.data.filter(({ state }) => asked.includes(state as State));
        const found = await contractIdsOf(`state=${asked.join(',')}`);
        expect([asked, found]).toEqual([asked, new Set(expected.map(({ contractId }) => contractId))]);
      }
    });
  });

  it('C6: follows its subscriptions: live, ended, and live no more when the customer is archived', async () => {
    const customerId = await deals.customer();
    const id = await deals.subscription(customerId, 'crm');
    const contractId = await deals.contract(customerId, { subscriptions: [{ existingSubscriptionId: id }] });
    const stateOf = async () => (await deals.read(contractId))['state'];
    expect(await stateOf()).toBe('ACTIVE');
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`));
    expect(await stateOf()).toBe('DRAFT');
    const other = await deals.subscription(customerId, 'chat');
    await expectOk(deals.attach(contractId, { subscriptionIds: [other] }));
    expect(await stateOf()).toBe('ACTIVE');
    await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
    expect(await stateOf()).toBe('DRAFT');
  });

  it('C6: activation dates gate nothing', async () => {
    const customerId = await deals.customer();
    const dates = { activationStartDate: '2020-01-01T00:00:00Z', activationEndDate: '2020-12-31T00:00:00Z' };
    const past = await deals.contract(customerId, dates);
    expect(await deals.read(past)).toMatchObject({ state: 'DRAFT', billingState: 'DRAFT' });
    const subscriptions = [{ newSubscription: { customerId, planId: 'crm' } }];
    const running = await deals.contract(customerId, { ...dates, subscriptions });
    expect(await deals.read(running)).toMatchObject({ state: 'ACTIVE', billingState: 'DRAFT' });
  });
});
