import { newUid } from '#libs/kernel/ids';
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
    const customerId = await deals.customer();
    const newSubscription = { customerId, planId: 'crm', id: 'first-crm' };
    await deals.contract(customerId, { contractId: 'first', subscriptions: [{ newSubscription }] });
    for (const [index, combination] of combinations.entries()) {
      made.set(await arrange(combination, index), combination);
    }
  });
  afterAll(() => app.close());

  /** A copy of the first contract and its subscription, with what this combination has of its own. */
  async function arrange({ stage, subscription, isArchived }: Combination, index: number): Promise<string> {
    const [uid, id] = [newUid(), `combination-${index}`];
    const billing = { billing_id: stage && uid, billing_stage: stage };
    const ended = isArchived ? lastDay : null;
    const days = { billing_last_day: stage === 'ACTIVE' ? lastDay : null, archived_at: ended };
    await copy('contract', 'first', { uid, id, ...billing, ...days });
    if (subscription === 'none') return id;
    await copy('subscription', 'first-crm', {
      ...{ uid: newUid(), id, resource_key: id, contract_uid: uid, contract_id: id },
      start_date: subscription === 'to come' ? '2028-01-01T00:00:00Z' : '2026-01-01T00:00:00Z',
      canceled_at: subscription === 'ended' ? '2026-02-01T00:00:00Z' : null,
    });
    return id;
  }

  const copy = (table: string, id: string, own: Json): Promise<unknown> =>
    app.dataSource.query(
      `insert into ${table} select (jsonb_populate_record(t, $1::jsonb)).* from ${table} t where t.id = $2`,
      [JSON.stringify(own), id],
    );

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
      expect(told.data).toHaveLength(combinations.length + 1);
      for (const asked of states.flatMap((one) => states.map((other) => [one, other]))) {
        const expected = told.data.filter(({ state }) => asked.includes(state as State));
        const found = await contractIdsOf(`state=${asked.join(',')}`);
        expect([asked, found]).toEqual([asked, new Set(expected.map(({ contractId }) => contractId))]);
      }
    });
  });

  it('a filter by no state at all finds nothing, which only GraphQL can ask for', async () => {
    const found = await api.graphql('{ contracts(state: []) { totalCount edges { node { id } } } }');
    expect(found).toMatchObject({ errors: [], data: { contracts: { totalCount: 0, edges: [] } } });
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
