import { createProduct, publishAddon, publishPlan, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { boundary, TeamStory, units, waiting } from '../support/team-story';

// Domain: customers-subscriptions

describe('scheduled updates', () => {
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ story } = begun));

  it('Q1: an upgrade now, a downgrade at the boundary, and what is changed in between', async () => {
    const { id } = await story.team();
    await story.to('2026-04-15');
    expect(await story.patched(id, { charges: units(8) })).toMatchObject({ futureUpdates: [] });
    expect(await story.unitsOf(id)).toBe(8);
    const lower = await expectOk<Json>(story.ask('small'));
    expect(lower).toMatchObject({
      id,
      isScheduled: true,
      subscription: { planId: 'team', futureUpdates: [waiting('DOWNGRADE', boundary, { id: 'small' })] },
    });
    await story.to('2026-04-20');
    expect(await story.patched(id, { charges: units(4) })).toMatchObject({
      futureUpdates: [waiting('DOWNGRADE', boundary, { id: 'small' }), waiting('UNIT_AMOUNT')],
    });
    expect(await story.unitsOf(id)).toBe(8);
    await story.patched(id, { charges: units(9) });
    expect(await story.statuses(id)).toEqual([
      ['DOWNGRADE', 'SCHEDULED'],
      ['UNIT_AMOUNT', 'CANCELED'],
    ]);
    await story.to('2026-05-10');
    expect(await story.all()).toEqual([
      ['team', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['small', 'ACTIVE', null],
    ]);
    const small = await story.idOf('small');
    expect(await story.get(small)).toMatchObject({
      startDate: boundary,
      currentBillingPeriodStart: boundary,
      currentBillingPeriodEnd: on('2026-06-10'),
    });
    expect(await story.unitsOf(small)).toBe(9);
    expect(await story.limit()).toBe(19);
    expect((await story.statuses(id))[0]).toEqual(['DOWNGRADE', 'DONE']);
  });

  it('D2, D3: what gives more is made at once, what gives less waits, of one request', async () => {
    const { id } = await story.team({ addons: [{ id: 'extra', quantity: 2 }] });
    const told = await story.patched(id, { charges: units(7), addons: [{ id: 'extra', quantity: 1 }] });
    expect(told).toMatchObject({ addons: [{ id: 'extra', quantity: 2 }], futureUpdates: [waiting('ADDON')] });
    expect(await story.unitsOf(id)).toBe(7);
    await story.to('2026-05-10');
    expect(await story.get(id)).toMatchObject({ addons: [{ id: 'extra', quantity: 1 }] });
    expect(await story.statuses(id)).toEqual([['ADDON', 'DONE']]);
    expect((await story.told(id)).at(-1)).toEqual(['subscription.updated', boundary]);
  });

  it('D1: addonsMode MERGE changes the addons that are named, and leaves the others', async () => {
    const more = { productId: 'main', entitlements: [] };
    for (const id of ['backup', 'audit']) await publishAddon(story.api, { id, ...more });
    await expectOk(story.api.rest('POST', '/plans/team/draft'));
    const compatibleAddonIds = ['extra', 'backup', 'audit'];
    await expectOk(story.api.rest('PATCH', '/plans/team', { compatibleAddonIds }));
    await expectOk(story.api.rest('POST', '/plans/team/publish', { migrationType: 'NEW_CUSTOMERS' }));
    const [extra, backup] = [
      { id: 'extra', quantity: 2 },
      { id: 'backup', quantity: 1 },
    ];
    const { id } = await story.team({ addons: [extra, backup] });
    const addonsMode = 'MERGE';
    const audit = { id: 'audit', quantity: 3 };
    expect(await story.patched(id, { addons: [audit], addonsMode })).toMatchObject({
      ...{ addons: [extra, backup, audit], futureUpdates: [] },
    });
    // Less of one waits, more of another comes at once.
    const asked = [
      { id: 'extra', quantity: 1 },
      { id: 'audit', quantity: 4 },
    ];
    expect(await story.patched(id, { addons: asked, addonsMode })).toMatchObject({
      addons: [extra, backup, { id: 'audit', quantity: 4 }],
      futureUpdates: [waiting('ADDON')],
    });
    expect(await story.patch(id, { addons: [audit, audit], addonsMode })).toRefuse(
      'DuplicateAddonProvisionedError',
    );
    expect(await story.patch(id, { addons: [audit], addonsMode: 'ADD' })).toRefuse(
      'BadUserInput',
      /^addonsMode/,
    );
    await story.to('2026-05-10');
    const document = `mutation { updateSubscription(id: "${id}", input: { addons: [{ id: "extra", quantity: 5 }], addonsMode: MERGE }) { addons { id quantity } } }`;
    expect(await expectOk(story.api.graphql(document))).toEqual({
      addons: [{ id: 'extra', quantity: 5 }, backup, { id: 'audit', quantity: 4 }],
    });
    expect(await story.patched(id, { addons: [backup], addonsMode: 'REPLACE' })).toMatchObject({
      futureUpdates: [{ scheduleStatus: 'DONE' }, waiting('ADDON', on('2026-06-10'))],
    });
  });

  it('D6: IMMEDIATE makes all at once, END_OF_BILLING_PERIOD nothing before it', async () => {
    const { id } = await story.team();
    expect(await story.patched(id, { charges: units(3), scheduleStrategy: 'IMMEDIATE' })).toMatchObject({
      futureUpdates: [],
    });
    expect(await story.unitsOf(id)).toBe(3);
    expect(
      await story.patched(id, { charges: units(6), scheduleStrategy: 'END_OF_BILLING_PERIOD' }),
    ).toMatchObject({ futureUpdates: [waiting('UNIT_AMOUNT')] });
    expect(await story.unitsOf(id)).toBe(3);
    await story.to('2026-05-11');
    expect(await story.unitsOf(id)).toBe(6);
  });

  it('D2: a year becomes months when it ends, months a year at once', async () => {
    const { id } = await story.team();
    expect(await story.patched(id, { billingPeriod: 'ANNUALLY' })).toMatchObject({
      currentBillingPeriodEnd: on('2027-04-10'),
    });
    expect(await story.patched(id, { billingPeriod: 'MONTHLY' })).toMatchObject({
      futureUpdates: [waiting('BILLING_PERIOD', on('2027-04-10'))],
    });
    expect(await story.patch(id, { billingPeriod: 'MONTHLY', scheduleStrategy: 'IMMEDIATE' })).toRefuse(
      'DowngradeBillingPeriodNotSupportedError',
    );
    await story.to('2027-04-10');
    expect(await story.get(id)).toMatchObject({
      currentBillingPeriodStart: on('2027-04-10'),
      currentBillingPeriodEnd: on('2027-05-10'),
    });
  });

  it('D6: END_OF_BILLING_MONTH within a year', async () => {
    const { id } = await story.team({ billingPeriod: 'ANNUALLY' });
    await story.to('2026-06-15');
    expect(
      await story.patched(id, { charges: units(1), scheduleStrategy: 'END_OF_BILLING_MONTH' }),
    ).toMatchObject({
      futureUpdates: [waiting('UNIT_AMOUNT', on('2026-07-10'))],
    });
    await story.to('2026-07-10');
    expect(await story.unitsOf(id)).toBe(1);
  });

  it('D5: a change of plan takes the place of another one that waits', async () => {
    const { id } = await story.team();
    await story.ask('small');
    await story.ask('free');
    expect(await story.statuses(id)).toEqual([
      ['DOWNGRADE', 'CANCELED'],
      ['DOWNGRADE', 'SCHEDULED'],
    ]);
    await story.to('2026-05-10');
    expect((await story.all()).at(-1)).toEqual(['free', 'ACTIVE', null]);
  });

  it('D5, V4: of plans that wait and plans that have not started the last one counts', async () => {
    const { id } = await story.team();
    await story.begun('basic', { startDate: on('2026-05-01') });
    await expectOk(story.ask('small'));
    expect((await story.all()).at(-1)).toEqual(['basic', 'CANCELED', 'UPGRADE_OR_DOWNGRADE']);
    await story.begun('pro', { startDate: on('2026-06-01') });
    expect(await story.statuses(id)).toEqual([['DOWNGRADE', 'CANCELED']]);
    await story.to('2026-06-02');
    expect((await story.all()).filter(([, status]) => status === 'ACTIVE')).toEqual([
      ['pro', 'ACTIVE', null],
    ]);
  });

  it.each([
    ['charges', { charges: 3 }],
    ['unitQuantity', { unitQuantity: 3 }],
  ])('D5: seats that are named after a plan was, by %s, go along instead of its own', async (_, asked) => {
    const { id } = await story.team();
    const named = 'charges' in asked ? { charges: units(asked.charges) } : asked;
    await expectOk(story.ask('small', named));
    await story.patched(id, { charges: units(8) });
    expect(await story.statuses(id)).toEqual([['DOWNGRADE', 'SCHEDULED']]);
    await story.to('2026-05-10');
    expect(await story.unitsOf(await story.idOf('small'))).toBe(8);
  });

  it('D5: units that a plan names are those that it begins with', async () => {
    await story.team();
    await expectOk(story.ask('small', { unitQuantity: 3 }));
    await story.to('2026-05-10');
    expect(await story.unitsOf(await story.idOf('small'))).toBe(3);
  });

  it('D5, D6: what waits for a period waits for the one that runs once that is another', async () => {
    const { id } = await story.team();
    await story.patched(id, { charges: units(2) });
    await story.to('2026-04-20');
    expect(await story.patched(id, { billingCycleAnchor: 'NOW' })).toMatchObject({
      futureUpdates: [waiting('UNIT_AMOUNT', on('2026-05-20'))],
    });
    expect(await story.patched(id, { billingPeriod: 'ANNUALLY' })).toMatchObject({
      currentBillingPeriodEnd: on('2027-04-20'),
      futureUpdates: [waiting('UNIT_AMOUNT', on('2027-04-20'))],
    });
    await story.to('2026-05-21');
    expect(await story.unitsOf(id)).toBe(5);
    await story.to('2027-04-20');
    expect(await story.unitsOf(id)).toBe(2);
  });

  it('D2, D6: of one request the anchor moves at once, and the rest waits for the new period', async () => {
    const { id } = await story.team();
    await story.to('2026-04-20');
    expect(await story.patched(id, { billingCycleAnchor: 'NOW', charges: units(1) })).toMatchObject({
      currentBillingPeriodEnd: on('2026-05-20'),
      futureUpdates: [waiting('UNIT_AMOUNT', on('2026-05-20'))],
    });
  });

  it('D2: a higher plan waits where that is asked for', async () => {
    await story.begun('basic');
    const told = await expectOk<Json>(story.ask('pro', { scheduleStrategy: 'END_OF_BILLING_PERIOD' }));
    expect(told).toMatchObject({
      isScheduled: true,
      subscription: { planId: 'basic', futureUpdates: [waiting('PLAN', boundary, { id: 'pro' })] },
    });
    await story.to('2026-05-10');
    expect(await story.limit()).toBe(1000);
  });

  it('D2: another product is another place', async () => {
    await createProduct(story.api, 'other');
    await publishPlan(story.api, { id: 'elsewhere', productId: 'other' });
    await story.team();
    expect(await expectOk<Json>(story.ask('elsewhere'))).toMatchObject({ isScheduled: false });
    expect((await story.all()).map(([planId, status]) => [planId, status])).toEqual([
      ['team', 'ACTIVE'],
      ['elsewhere', 'ACTIVE'],
    ]);
  });

  it('D4: is told through both doors, the last twenty that do not wait any more too', async () => {
    const { id } = await story.team();
    for (let quantity = 1; quantity <= 4; quantity++)
      for (let again = 0; again < 6; again++) await story.patched(id, { charges: units(quantity) });
    const told = await story.statuses(id);
    expect(told.map(([, status]) => status)).toEqual([...Array<string>(20).fill('CANCELED'), 'SCHEDULED']);
    const fields = '{ subscriptionScheduleType scheduleStatus scheduledExecutionTime targetPackage { id } }';
    const { futureUpdates } = await expectOk<Json>(
      story.api.graphql(`{ subscription(id: "${id}") { futureUpdates ${fields} } }`),
    );
    expect((futureUpdates as Json[]).at(-1)).toEqual(waiting('UNIT_AMOUNT'));
  });

  it('D3, D4: through GraphQL a change is split as well', async () => {
    const { id } = await story.team();
    const updated = await expectOk<Json>(
      story.api.graphql(
        `mutation { updateSubscription(id: "${id}", input: { charges: [{ type: FEATURE, id: "seats", quantity: 2 }] }) {
           futureUpdates { subscriptionScheduleType scheduleStatus } } }`,
      ),
    );
    expect(updated).toEqual({
      futureUpdates: [{ subscriptionScheduleType: 'UNIT_AMOUNT', scheduleStatus: 'SCHEDULED' }],
    });
    const lower = await expectOk<Json>(
      story.api.graphql(
        `mutation { createSubscription(input: { customerId: "ada", planId: "small" }) {
           id isScheduled subscription { futureUpdates { subscriptionScheduleType targetPackage { id } } } } }`,
      ),
    );
    expect(lower).toMatchObject({
      id,
      isScheduled: true,
      subscription: {
        futureUpdates: [{}, { subscriptionScheduleType: 'DOWNGRADE', targetPackage: { id: 'small' } }],
      },
    });
  });
});
