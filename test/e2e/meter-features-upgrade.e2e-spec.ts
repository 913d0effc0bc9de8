import { ExpandMeterFeatures1795450000000 } from '../../src/migrations/1795450000000-expand-meter-features';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { callOf, meterOf, sendEvents } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';

// Domain: entitlements-usage

describe('meters that are older than the ids of their features', () => {
  let app: TestApp;
  let api: ApiClient;

  const ids = ['gone', 'here'];
  const deleted = async (id: string): Promise<void> => {
    await expectOk(revoke(api, 'acorn', id));
    await expectOk(api.rest('DELETE', `/features/${id}`));
  };

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    const migration = new ExpandMeterFeatures1795450000000();
    const runner = app.dataSource.createQueryRunner();
    await migration.down(runner);
    await createCustomer(api, 'acorn');
    for (const id of ids) {
      await createFeature(api, id, 'metered', { meter: meterOf('COUNT') });
      await grant(api, 'acorn', id, { usageLimit: 9 });
    }
    await sendEvents(api, callOf('acorn', {}));
    await deleted('gone');
    await migration.up(runner);
    await runner.release();
  });
  afterAll(() => app.close());

  const matched = async (query: string) =>
    (await expectPage<{ matched: { featureId: string }[] }>(api.rest('GET', `/events?${query}`))).data.map(
      (event) => event.matched.map(({ featureId }) => featureId),
    );

  it('A21: the feed names both, also where the feature was deleted before the upgrade', async () => {
    expect(await matched('')).toEqual([ids]);
    for (const id of ids) expect(await matched(`featureId=${id}`)).toEqual([ids]);
  });

  it('A21: and after it', async () => {
    await deleted('here');
    expect(await matched('featureId=here')).toEqual([ids]);
  });
});
