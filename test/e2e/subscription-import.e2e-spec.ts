import type { TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { holdRow } from '../support/held-row';
import {
  importSubscriptions,
  outcomes,
  rowsOfImport,
  subscriptionDoors,
  type ToldRow,
} from '../support/imports';
import { createIssuer } from '../support/issuers';
import { nestedLists } from '../support/nested-lists';
import { getTask } from '../support/publishing';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { needsPermission } from '../support/suites/permission-suite';
import { TeamStory, units } from '../support/team-story';

// Domain: customers-subscriptions

const row = (id: string, more: Json = {}): Json => ({ id, customerId: 'ada', planId: 'team', ...more });
const seats = (quantity: number): Json => ({ billingPeriod: 'MONTHLY', charges: units(quantity) });

describe('an import of subscriptions', () => {
  let app: TestApp;
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));
  beforeEach(() => createCustomer(story.api, 'ben'));

  const state = async (): Promise<unknown[]> => {
    const subscriptions = await expectPage<Json>(story.api.rest('GET', '/subscriptions?limit=100'));
    const counted = `select count(*)::int as events from activity where environment_id = $1 and entity_type <> 'IMPORT'`;
    return [subscriptions.data, await app.dataSource.query(counted, [story.place.environmentId])];
  };

  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [],
    writes: [
      {
        rest: ['POST', '/subscriptions/import', { subscriptions: [{}] }],
        graphql: 'mutation { importSubscriptions(input: { subscriptions: [{}] }) { taskId } }',
      },
    ],
  });

  describe.each(subscriptionDoors)('over %s', (door, send) => {
    const importing = (...rows: unknown[]): Promise<ToldRow[]> =>
      importSubscriptions(story.api, rows, [door, send]);

    it('X8: makes those that are new, collected elsewhere, with periods and windows from their start', async () => {
      const startDate = on('2026-03-25');
      const rows = [
        row('s-1', { ...seats(3), startDate, addons: [{ id: 'extra', quantity: 2 }], billingId: 'sub_1' }),
        row('s-2', { customerId: 'ben', planId: 'agreed', metadata: { team: 'red' }, endDate: null }),
      ];
      const told = await importing(...rows);
      expect(told).toMatchObject([
        { entityId: 's-1', state: 'DONE', result: { index: 0, outcome: 'CREATED', subscriptionId: 's-1' } },
        { entityId: 's-2', state: 'DONE', result: { index: 1, outcome: 'CREATED', subscriptionId: 's-2' } },
      ]);
      expect(await story.get('s-1')).toMatchObject({
        ...{
          status: 'ACTIVE',
          paymentCollectionMethod: 'NONE',
          paymentCollection: 'NOT_REQUIRED',
          startDate,
        },
        ...{ billingCycleAnchor: startDate, currentBillingPeriodEnd: on('2026-04-25'), billingId: 'sub_1' },
        ...{ addons: [{ id: 'extra', quantity: 2 }], latestInvoice: null, endDate: null },
      });
      expect(await story.get('s-2')).toMatchObject({ status: 'ACTIVE', metadata: { team: 'red' } });
      expect(await story.check()).toMatchObject({ isGranted: true, usageLimit: 63 });
      expect(await story.told('s-1')).toEqual([['subscription.created', on('2026-04-10')]]);
    });

    it('X8: updates those that there are: what the row names, the rest stays', async () => {
      await importing(row('s-1', { ...seats(3), billingId: 'sub_1', metadata: { team: 'red', floor: '1' } }));
      const named = {
        charges: units(1),
        metadata: { team: 'blue', floor: '' },
        addons: [{ id: 'extra', quantity: 1 }],
      };
      expect(outcomes(await importing(row('s-1', named)))).toEqual([[0, 'UPDATED']]);
      const { futureUpdates, prices, ...told } = await story.get('s-1');
      expect(told).toMatchObject({ metadata: { team: 'blue' }, billingId: 'sub_1', addons: named.addons });
      expect([futureUpdates, JSON.stringify(prices)]).toEqual([
        [],
        expect.not.stringContaining('"quantity":3'),
      ]);
      expect(
        outcomes(await importing(row('s-1', { billingId: null, billingPeriod: 'ANNUALLY', addons: [] }))),
      ).toEqual([[0, 'UPDATED']]);
      expect(await story.get('s-1')).toMatchObject({
        billingId: null,
        currentBillingPeriodEnd: on('2027-04-10'),
      });
    });

    it('X8: the same rows again change nothing and are told nobody', async () => {
      const rows = [
        row('s-1', { ...seats(3), startDate: on('2026-01-31'), metadata: { team: 'red' }, addons: [] }),
        row('s-2', { customerId: 'ben', planId: 'agreed', endDate: on('2026-12-01') }),
        row('s-3', {
          customerId: 'ben',
          planId: 'pro',
          startDate: on('2025-01-01'),
          endDate: on('2026-01-01'),
        }),
        row('s-4', { planId: 'nowhere' }),
      ];
      const first = await importing(...rows);
      const before = await state();
      const again = await importing(...rows);
      expect([outcomes(first), outcomes(again)]).toEqual([
        [...[0, 1, 2].map((index) => [index, 'CREATED']), [3, 'PlanNotFound']],
        [...[0, 1, 2].map((index) => [index, 'UNCHANGED']), [3, 'PlanNotFound']],
      ]);
      expect(await state()).toEqual(before);
    });

    it('X8: a row that is refused is told with its own code, and blocks no other', async () => {
      const rows = [
        row('ok-1', seats(1)),
        row('no-customer', { customerId: 'nobody' }),
        row('no-plan', { planId: 'nowhere' }),
        row('draft', { planId: 'draft' }),
        row('no-addon', { ...seats(1), customerId: 'ben', addons: [{ id: 'none', quantity: 1 }] }),
        row('no-period', { customerId: 'ben' }),
        { id: 'lacking' },
        { id: 7, customerId: 'ada', planId: 'team' },
        row('typed', { metadata: { a: 1 } }),
        row('extra', { trialEndDate: on('2026-05-01') }),
        row('backwards', { startDate: on('2026-03-01'), endDate: on('2026-03-01') }),
        row('ok-2', { customerId: 'ben', planId: 'pro' }),
      ];
      await expectOk(
        story.api.rest('POST', '/plans', {
          id: 'draft',
          displayName: 'd',
          productId: 'main',
          pricingType: 'CUSTOM',
        }),
      );
      const told = await importing(...rows);
      expect(told.map(({ entityId, code, result }) => [result.index, entityId, code])).toEqual([
        [0, 'ok-1', null],
        [1, 'no-customer', 'CustomerNotFound'],
        [2, 'no-plan', 'PlanNotFound'],
        [3, 'draft', 'UnPublishedPackage'],
        [4, 'no-addon', 'AddonNotFound'],
        [5, 'no-period', 'BillingPeriodMissingError'],
        [6, 'lacking', 'BadUserInput'],
        [7, '#7', 'BadUserInput'],
        [8, 'typed', 'InvalidMetadataError'],
        [9, 'extra', 'BadUserInput'],
        [10, 'backwards', 'InvalidArgumentError'],
        [11, 'ok-2', null],
      ]);
      expect(told[6]?.message).toMatch(/^customerId is required/);
      expect(await story.all('ben')).toEqual([['pro', 'ACTIVE', null]]);
    });

    it('X8: a row with a text that cannot be stored is refused like any other', async () => {
      const rows = [
        row('surrogate', { customerId: 'a\udfff' }),
        row('nul', { metadata: { '\u0000': 'x' } }),
        { id: 'a\ud800', customerId: 'ada', planId: 'team' },
        row('fine', { ...seats(1), metadata: { path: '\\ud800' } }),
      ];
      const told = await importing(...rows);
      expect(told.map(({ entityId, code }) => [entityId, code])).toEqual([
        ['surrogate', 'BadUserInput'],
        ['nul', 'InvalidMetadataError'],
        ['#2', 'BadUserInput'],
        ['fine', null],
      ]);
      expect(told[0]?.message).toMatch(/^customerId must not hold NUL or a lone surrogate/);
    });

    it('X8: a wrong list is refused whole, BadUserInput', async () => {
      const many = Array.from({ length: 1001 }, (_, index) => row(`s-${index}`));
      for (const body of [{}, { subscriptions: [] }, { subscriptions: many }, { subscriptions: ['s-1'] }])
        expect(await send(story.api, body)).toRefuse('BadUserInput', /subscriptions/);
      const deep = { subscriptions: [row('s-1', { billingId: nestedLists(1000) })] };
      expect(await send(story.api, deep)).toRefuse(
        'BadUserInput',
        /subscriptions\[0\] must not be nested more/,
      );
      expect(await send(story.api, { subscriptions: [row('s-1')], more: 1 })).toRefuse(
        'BadUserInput',
        /more/,
      );
    });

    it('X8: IntegrationNotFound for an integration that the environment does not have', async () => {
      const body = { subscriptions: [row('s-1')], integrationId: 'crm' };
      expect(await send(story.api, body)).toRefuse('IntegrationNotFound', /^Integration crm was not found$/);
    });

    it('X8: ImportAlreadyInProgress while one runs in the environment, and of several at once for all but one', async () => {
      const release = await holdRow(app.databaseUrl, 'customer', 'ada');
      const rows = [row('s-1', { planId: 'pro' })];
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => send(story.api, { subscriptions: rows })),
      );
      const refused = answers.filter((answer) => JSON.stringify(answer).includes('ImportAlreadyInProgress'));
      expect(refused).toHaveLength(3);
      for (const answer of refused) expect(answer).toRefuse('ImportAlreadyInProgress');
      expect(await send(story.api, { subscriptions: rows })).toRefuse('ImportAlreadyInProgress');
      await release();
      const [task] = (await expectPage<Json>(story.api.rest('GET', '/tasks?kind=IMPORT_SUBSCRIPTIONS'))).data;
      expect(outcomes(await rowsOfImport(story.api, String(task?.id)))).toEqual([[0, 'CREATED']]);
    });
  });

  const importing = (...rows: unknown[]): Promise<ToldRow[]> => importSubscriptions(story.api, rows);

  it('X8: another plan is provisioned anew, under an id of its own, once', async () => {
    await importing(row('s-1', seats(3)));
    const [first] = await importing(row('s-1', { planId: 'pro' }));
    expect(first?.result).toMatchObject({ outcome: 'CREATED' });
    const made = String(first?.result.subscriptionId);
    expect(made).not.toBe('s-1');
    expect(await story.all()).toEqual([
      ['team', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['pro', 'ACTIVE', null],
    ]);
    const before = await state();
    const again = await importing(row('s-1', { planId: 'pro' }));
    expect(again).toMatchObject([{ result: { outcome: 'UNCHANGED', subscriptionId: made } }]);
    expect(await state()).toEqual(before);
    const gone = row('s-1', { planId: 'basic', endDate: on('2026-01-01'), startDate: on('2025-01-01') });
    expect(outcomes(await importing(gone))).toEqual([[0, 'InvalidArgumentError']]);
  });

  it('X8: takes the place of its like, but what is over takes none', async () => {
    await story.begun('pro', { id: 'ours' });
    const over = row('over', { planId: 'pro', startDate: on('2025-01-01'), endDate: on('2026-01-01') });
    expect(outcomes(await importing(over))).toEqual([[0, 'CREATED']]);
    expect(await story.get('over')).toMatchObject({
      ...{ status: 'EXPIRED', cancelReason: 'EXPIRED', cancellationDate: null },
      ...{ endDate: on('2026-01-01'), effectiveEndDate: on('2026-01-01') },
    });
    expect(await story.get('ours')).toMatchObject({ status: 'ACTIVE' });
    expect(outcomes(await importing(row('other', { ...seats(1) })))).toEqual([[0, 'CREATED']]);
    expect(await story.get('ours')).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'UPGRADE_OR_DOWNGRADE',
    });
    expect(outcomes(await importing(row('twin', seats(1))))).toEqual([[0, 'BadUserInput']]);
  });

  it('X8: begins without a trial, whatever its plan has', async () => {
    await importing(row('s-1', { planId: 'tried' }));
    expect(await story.get('s-1')).toMatchObject({ status: 'ACTIVE', trialEndDate: null });
  });

  it('X8, S4: EXPIRED at its endDate, also where that was changed or is over, and runs on where it is taken back', async () => {
    const ends = (endDate: string | null) => importing(row('s-1', { planId: 'pro', endDate }));
    await ends(on('2026-04-20'));
    expect(await story.get('s-1')).toMatchObject({
      ...{ status: 'ACTIVE', endDate: on('2026-04-20'), cancellationDate: null },
      effectiveEndDate: on('2026-04-20'),
    });
    expect(outcomes(await ends(on('2026-04-10')))).toEqual([[0, 'InvalidArgumentError']]);
    await ends(null);
    await story.to('2026-04-21');
    expect(await story.get('s-1')).toMatchObject({ status: 'ACTIVE', endDate: null, effectiveEndDate: null });
    await ends(on('2026-05-01'));
    await story.to('2026-05-01');
    expect(await story.get('s-1')).toMatchObject({ status: 'EXPIRED', cancelReason: 'EXPIRED' });
    expect((await story.told('s-1')).at(-1)).toEqual([
      'subscription.expired_non_recurring',
      on('2026-05-01'),
    ]);
    expect(await story.check()).toMatchObject({ isGranted: false });
    expect(outcomes(await ends(on('2026-06-01')))).toEqual([[0, 'SubscriptionAlreadyCanceledOrExpired']]);
    expect(outcomes(await ends(on('2026-05-01')))).toEqual([[0, 'UNCHANGED']]);
  });

  it('X8, S4: an endDate that has gone by ends what runs as of that instant', async () => {
    await importing(row('s-1', { planId: 'pro' }));
    await story.to('2026-04-20');
    expect(outcomes(await importing(row('s-1', { planId: 'pro', endDate: on('2026-04-15') })))).toEqual([
      [0, 'UPDATED'],
    ]);
    expect(await story.get('s-1')).toMatchObject({ status: 'EXPIRED', effectiveEndDate: on('2026-04-15') });
    expect(await story.check()).toMatchObject({ isGranted: false });
  });

  it('D6, S4: what would wait past an endDate is refused', async () => {
    await importing(row('s-1', { ...seats(5), endDate: on('2026-05-01') }));
    const change = { charges: units(2) };
    expect(await story.patch('s-1', change)).toRefuse('SchedulingAtEndOfBillingPeriod');
    const later = { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' };
    expect(await story.api.rest('POST', '/subscriptions/s-1/migrate', later)).toRefuse(
      'SchedulingAtEndOfBillingPeriod',
    );
  });

  it('X8, S4: what follows an end follows that of time', async () => {
    await createProduct(story.api, 'other');
    await publishPlan(story.api, { id: 'least', productId: 'other' });
    await publishPlan(story.api, { id: 'most', productId: 'other', pricingType: 'CUSTOM' });
    const productSettings = {
      ...{ subscriptionStartSetup: 'PLAN_SELECTION', subscriptionEndSetup: 'DOWNGRADE_TO_FREE' },
      ...{ subscriptionCancellationTime: 'IMMEDIATE', downgradePlanId: 'least' },
    };
    await expectOk(story.api.rest('PATCH', '/products/other', { productSettings }));
    await importing(row('s-1', { planId: 'most', endDate: on('2026-04-20') }));
    await story.to('2026-04-20');
    expect(await story.all()).toEqual([
      ['most', 'EXPIRED', 'EXPIRED'],
      ['least', 'ACTIVE', null],
    ]);
  });

  it('X8, U10: InvalidArgumentError for what no row moves: customer, resource, start', async () => {
    await importing(row('s-1', seats(1)));
    const moved = [{ customerId: 'ben' }, { resourceId: 'site' }, { startDate: on('2026-01-01') }];
    const told = await importing(...moved.map((more) => row('s-1', more)));
    expect(told.map(({ code }) => code)).toEqual(moved.map(() => 'InvalidArgumentError'));
    expect(told.map(({ message }) => message?.split(':')[0])).toEqual(
      moved.flatMap((each) => Object.keys(each)),
    );
  });

  it('X8: what is collected here is left to PATCH', async () => {
    await createIssuer(story.api, 'seller');
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: 'ada@example.com' }));
    await story.begun('team', { id: 's-1', ...seats(1), paymentCollectionMethod: 'INVOICE' });
    const told = await importing(row('s-1'), row('s-1', { metadata: { a: 'b' } }));
    expect(outcomes(told)).toEqual([
      [0, 'UNCHANGED'],
      [1, 'InvalidArgumentError'],
    ]);
  });

  it('X8: the rows are kept with the task, and forgotten with its end', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(`s-${index}`, { planId: 'nowhere' }));
    const told = await importing(...rows);
    expect(told).toHaveLength(30);
    const left = await app.dataSource.query<object[]>('select from subscription_import_row');
    expect(left).toHaveLength(0);
    const [task] = (await expectPage<Json>(story.api.rest('GET', '/tasks?kind=IMPORT_SUBSCRIPTIONS'))).data;
    const progress = { done: 0, failed: 30, total: 30 };
    expect(task).toMatchObject({
      entityType: 'IMPORT',
      entityId: 'subscriptions',
      state: 'FAILED',
      progress,
    });
  });

  it('X8: what is done is done by who asked for it, and its results are for who may read subscriptions', async () => {
    await importing(row('s-1', { planId: 'pro' }));
    const actor = `select actor_type from activity where environment_id = $1 and entity_id = 's-1'`;
    expect(await app.dataSource.query(actor, [story.place.environmentId])).toEqual([
      { actor_type: 'APP_SERVER' },
    ]);
    const [task] = (await expectPage<Json>(story.api.rest('GET', '/tasks?kind=IMPORT_SUBSCRIPTIONS'))).data;
    const reader = app.anonymous.as({ key: await story.place.scopedKey('plans:read') });
    expect(await reader.rest('GET', `/tasks/${String(task?.id)}/results`)).toRefuse('IdentityForbidden');
    expect(await getTask(reader, String(task?.id))).not.toHaveProperty('results');
  });

  it('X8, catalog C2: another environment has its own imports, and knows none of the rows', async () => {
    await importing(row('s-1', { planId: 'pro' }));
    const other = await app.newEnvironment();
    const told = await importSubscriptions(other.api, [row('s-1', { planId: 'pro' })]);
    expect(outcomes(told)).toEqual([[0, 'CustomerNotFound']]);
    expect(await other.api.rest('GET', '/subscriptions/s-1')).toRefuse('SubscriptionNotFound');
  });
});
