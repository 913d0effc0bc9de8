import { DataSource } from '#libs/persistence/data-source';
import { ExpandSourceHistory1795430000000 } from '../../src/migrations/1795430000000-expand-source-history';
import { ExpandSourceHistoryTriggers1795430000001 } from '../../src/migrations/1795430000001-expand-source-history-triggers';
import { migrationOptions } from '../../ormconfig';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { explain, queryOf } from '../support/explanations';
import { meterOf } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';

// Domain: entitlements-usage

describe('an environment that is older than its history', () => {
  let app: TestApp;
  let api: ApiClient;
  let began: Date;
  let upgraded: Date;

  const asked = { featureId: 'calls' };
  const checkAt = (id: string, at: Date): Promise<Json> => check(api, id, queryOf({ ...asked, at }));
  const later = (): Date => {
    app.clock.advance({ hours: 1 });
    return app.clock.now();
  };
  const states = async (id: string): Promise<number> => {
    const text = `select count(*)::int as count from entitlement_source_state s
                    join customer c on c.uid = s.customer_uid where c.id = '${id}'`;
    const [row] = await app.dataSource.query<{ count: number }[]>(text);
    return row?.count ?? 0;
  };

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    const [tables, triggers] = [
      new ExpandSourceHistory1795430000000(),
      new ExpandSourceHistoryTriggers1795430000001(),
    ];
    const owner = await new DataSource(migrationOptions(app.databaseUrl)).initialize();
    const runner = owner.createQueryRunner();
    await triggers.down(runner);
    await tables.down(runner);
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'hits', 'metered', { meter: meterOf('COUNT') });
    const entitlements = [feature('calls', { usageLimit: 10 })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    for (const id of ['kept', 'changed', 'archived']) {
      await createCustomer(api, id);
      await subscribe(api, id, 'plan');
      await grant(api, id, 'calls', { usageLimit: 50 });
    }
    await createCustomer(api, 'promoted');
    await grant(api, 'promoted', 'hits', { usageLimit: 9, period: '1 week', resetPeriod: 'DAY' });
    began = app.clock.now();
    later();
    await expectOk(revoke(api, 'kept', 'calls'));
    upgraded = later();
    await tables.up(runner);
    await triggers.up(runner);
    await triggers.up(runner);
    await owner.destroy();
    const text = 'update entitlement_history_start set known_from = $1 where environment_id = $2';
    await app.dataSource.query(text, [upgraded, app.a.environmentId]);
    later();
  });
  afterAll(() => app.close());

  it('Q15: what was there is known as it stands, and nothing is copied for it', async () => {
    expect(await states('kept')).toBe(0);
    expect(await checkAt('kept', upgraded)).toMatchObject({ isGranted: true, usageLimit: 10 });
    expect(await checkAt('changed', upgraded)).toMatchObject({ isGranted: true, usageLimit: 50 });
    expect((await explain(api, 'changed', { ...asked, at: upgraded })).sources).toMatchObject([
      { type: 'PROMOTION', isWinner: true },
      { type: 'SUBSCRIPTION' },
    ]);
  });

  it('Q15: it is carried over by its first change, also by one of the last release', async () => {
    const before = later();
    later();
    await app.dataSource.query(
      `update entitlement_snapshot s set version = version + 1, subscriptions = '[]', grants = '{}', updated_at = $1
         from customer c where c.id = 'changed' and c.uid = s.customer_uid`,
      [app.clock.now()],
    );
    const after = later();
    later();
    expect(await states('changed')).toBe(4);
    expect(await checkAt('changed', upgraded)).toMatchObject({ usageLimit: 50 });
    expect(await checkAt('changed', before)).toMatchObject({ usageLimit: 50 });
    expect(await checkAt('changed', after)).toMatchObject({ accessDeniedReason: 'NoActiveSubscription' });
  });

  it('Q15: a write that changes nothing loses nothing', async () => {
    await app.dataSource.query(
      `update entitlement_snapshot s set version = version + 1, subscriptions = subscriptions, grants = grants, updated_at = $1
         from customer c where c.id = 'kept' and c.uid = s.customer_uid`,
      [later()],
    );
    later();
    expect(await checkAt('kept', upgraded)).toMatchObject({ isGranted: true, usageLimit: 10 });
  });

  it('Q15: so is the state of a customer', async () => {
    const before = later();
    later();
    await expectOk(api.rest('POST', '/customers/archived/archive'));
    const after = later();
    expect(await checkAt('archived', before)).toMatchObject({ isGranted: true });
    expect(await checkAt('archived', after)).toMatchObject({ accessDeniedReason: 'CustomerIsArchived' });
  });

  it('Q16: an instant before is older than the history, and refused', async () => {
    const path = (at: Date) => `/customers/kept/entitlements/check?${queryOf({ ...asked, at })}`;
    const first = new RegExp(`at: nothing is known before ${upgraded.toISOString()}`);
    expect(await api.rest('GET', path(began))).toRefuse('BadUserInput', first);
    const justBefore = new Date(upgraded.getTime() - 1);
    expect(await api.rest('GET', path(justBefore))).toRefuse('BadUserInput', first);
  });

  it('A19, H2, Q15: what has ended without a change since still tells its rule to the history of events', async () => {
    app.clock.advance({ days: 9 });
    expect(await states('promoted')).toBe(0);
    const path = `/usage/promoted/history/hits?startDate=${began.toISOString()}`;
    const { markers } = await expectOk<{ markers: Json[] }>(api.rest('GET', path));
    expect(markers[0]).toEqual({ timestamp: began.toISOString(), type: 'PERIODIC_RESET' });
    expect(markers.length).toBeGreaterThanOrEqual(10);
  });

  it('Q15: who comes later is known from its creation on', async () => {
    await createCustomer(api, 'new');
    const created = app.clock.now();
    await subscribe(api, 'new', 'plan');
    later();
    expect(await checkAt('new', created)).toMatchObject({ isGranted: true, usageLimit: 10 });
  });
});
