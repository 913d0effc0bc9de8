import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, feature, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type GraphqlAnswer, type RestAnswer } from '../support/client';
import { flatFee } from '../support/priced-plans';
import { on } from '../support/subscription-lives';
import { TeamStory, units } from '../support/team-story';

// Domain: customers-subscriptions

/** What is asked of what runs: another provision, or a PATCH. */
type Asked = { plan: string; more?: Json } | { patch: Json };
interface Row {
  change: string;
  from: [plan: string, more?: Json];
  to: Asked;
  /** The type under which it waits; null where it is made at once. */
  waits: 'DOWNGRADE' | 'BILLING_PERIOD' | 'UNIT_AMOUNT' | 'ADDON' | null;
}

const byMonth = { billingPeriod: 'MONTHLY' };
const byYear = { billingPeriod: 'ANNUALLY' };
const team = (more: Json = {}): [string, Json] => ['team', { ...byMonth, charges: units(5), ...more }];
const extra = (quantity: number): Json => ({ addons: [{ id: 'extra', quantity }] });
const trial = { trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-04-20') } };
const fewer: Asked = { patch: { charges: units(4) } };

const row = (change: string, from: Row['from'], to: Asked, waits: Row['waits'] = null): Row => ({
  ...{ change, from, to, waits },
});
const rows: Row[] = [
  row('a PAID plan instead of a FREE one', ['free'], { plan: 'basic' }),
  row('a CUSTOM plan instead of a FREE one', ['free'], { plan: 'agreed' }),
  row('a CUSTOM plan instead of a PAID one', ['pro'], { plan: 'agreed' }),
  row('a dearer plan', ['basic'], { plan: 'pro' }),
  row('a dearer month than a twelfth of the year', ['team', { ...byYear, charges: units(0) }], {
    plan: 'pro',
  }),
  row('a plan that inherits, at the same price', ['basic'], { plan: 'child' }),
  row('a FREE plan instead of a PAID one', ['basic'], { plan: 'free' }, 'DOWNGRADE'),
  row('a cheaper plan', ['pro'], { plan: 'basic' }, 'DOWNGRADE'),
  row(
    'a cheaper month than a twelfth of the year',
    ['team', { ...byYear, charges: units(5) }],
    { plan: 'pro' },
    'DOWNGRADE',
  ),
  row('the plan inherited from, at the same price', ['child'], { plan: 'basic' }, 'DOWNGRADE'),
  row('a PAID plan instead of a CUSTOM one', ['agreed'], { plan: 'pro' }),
  row('a FREE plan instead of a CUSTOM one', ['agreed'], { plan: 'free' }),
  row('ANNUALLY instead of MONTHLY', team(), { patch: byYear }),
  row('MONTHLY instead of ANNUALLY', team(byYear), { patch: byMonth }, 'BILLING_PERIOD'),
  row('more units', team(), { patch: { charges: units(6) } }),
  row('fewer units', team(), fewer, 'UNIT_AMOUNT'),
  row('an addon', team(), { patch: extra(1) }),
  row('more of an addon', team(extra(1)), { patch: extra(2) }),
  row('less of an addon', team(extra(2)), { patch: extra(1) }, 'ADDON'),
  row('an addon less', team(extra(1)), { patch: { addons: [] } }, 'ADDON'),
  row(
    'fewer units by the plan that runs',
    team(),
    { plan: 'team', more: { unitQuantity: 4 } },
    'UNIT_AMOUNT',
  ),
  row('metadata', team(), { patch: { metadata: { team: 'red' } } }),
  row('a coupon', team(), { patch: { appliedCoupon: { couponId: 'tenth' } } }),
  row('values of its own', team(), {
    patch: { entitlements: [feature('calls', { usageLimit: 1, resetPeriod: 'MONTH' })] },
  }),
  row('an end', team(), { patch: { cancellationDate: on('2026-04-20') } }),
  row('another anchor', team({ startDate: on('2026-04-02') }), { patch: { billingCycleAnchor: 'NOW' } }),
  row('fewer units of a trial', team(trial), fewer),
  row('fewer units before the start', team({ startDate: on('2026-04-20') }), fewer),
  row('a cheaper plan in a trial', team(trial), { plan: 'small', more: { ...trial } }),
  row('less of an addon on a CUSTOM plan', ['bespoke', extra(2)], { patch: extra(1) }),
];
const cases = rows.flatMap((each) =>
  (['REST', 'GraphQL'] as const).map((door) => ({
    ...{ ...each, door, becomes: each.waits === null ? 'made at once' : `waits as ${each.waits}` },
  })),
);

/** There a value of one of several shapes stands under the name of its own. */
const inGraphql = ({ entitlements, ...input }: Json): Json => ({
  ...input,
  ...(Array.isArray(entitlements) && {
    entitlements: (entitlements as Json[]).map(({ type: _, ...value }) => ({ feature: value })),
  }),
});

describe('upgrade or downgrade', () => {
  let app: TestApp;
  let story: TeamStory;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    story = await TeamStory.begin(app);
    const price = (amount: number): Json => ({ pricingType: 'PAID', pricingModels: [flatFee(amount)] });
    await publishPlan(story.api, {
      ...{ id: 'child', productId: 'main', pricingType: null },
      patch: { parentPlanId: 'basic', charges: price(19) },
    });
    await publishPlan(story.api, {
      ...{ id: 'bespoke', productId: 'main', pricingType: 'CUSTOM' },
      patch: { compatibleAddonIds: ['extra'] },
    });
    await expectOk(story.api.rest('POST', '/coupons', { id: 'tenth', name: 'A tenth', percentOff: 10 }));
  });
  afterAll(() => app.close());

  const provision = (door: string, input: Json): Promise<RestAnswer | GraphqlAnswer> =>
    door === 'REST'
      ? story.api.rest('POST', '/subscriptions', input)
      : story.api.graphql(
          'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id isScheduled } }',
          { input },
        );
  const patch = (door: string, id: string, input: Json): Promise<RestAnswer | GraphqlAnswer> =>
    door === 'REST'
      ? story.patch(id, input)
      : story.api.graphql(
          'mutation ($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }',
          { id, input: inGraphql(input) },
        );

  /** What a customer has, but for what waits. */
  async function heldBy(customerId: string): Promise<{ held: unknown[]; waiting: unknown[] }> {
    const path = `/subscriptions?customerId=${customerId}&status=ACTIVE,IN_TRIAL,NOT_STARTED`;
    const [listed] = (await expectPage<Json>(story.api.rest('GET', path))).data;
    const { futureUpdates, ...held } = await story.get(String(listed?.['id']));
    const waiting = (futureUpdates as Json[]).map((each) => each['subscriptionScheduleType']);
    return { held: [held, await story.unitsOf(String(listed?.['id']))], waiting };
  }

  it.each(cases)('D2: $change, through $door: $becomes', async ({ from, to, waits, door }) => {
    const customerId = `customer-${++made}`;
    await createCustomer(story.api, customerId);
    const { id } = await subscribe(story.api, customerId, from[0], from[1]);
    const before = await heldBy(customerId);
    if ('patch' in to) await expectOk(patch(door, id, to.patch));
    else {
      const told = await expectOk<Json>(provision(door, { customerId, planId: to.plan, ...to.more }));
      expect(told['isScheduled']).toBe(waits === 'DOWNGRADE');
    }
    const after = await heldBy(customerId);
    expect(after.waiting).toEqual(waits === null ? [] : [waits]);
    if (waits === null) expect(after.held).not.toEqual(before.held);
    else expect(after.held).toEqual(before.held);
    const { planId } = after.held[0] as Json;
    expect(planId).toBe(waits === null && 'plan' in to ? to.plan : from[0]);
  });
});
