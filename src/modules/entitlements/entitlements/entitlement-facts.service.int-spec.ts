import { ChangeFeed } from '#libs/changes/change-feed';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  usedOf,
} from '../../../../test/support/catalog';
import { expectOk } from '../../../../test/support/client';
import { EntitlementsReader } from './entitlements.reader';

// Domain: entitlements-usage

describe('facts of a batch', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('A1: only those are read whom memory lacks, and each is answered in its place', async () => {
    const { api } = app.a;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    const entitlements = [feature('calls', { hasUnlimitedUsage: true })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    const [held, lacking] = [await newSubscriber(api, 'plan'), await newSubscriber(api, 'plan')];
    // What was written until now is heard of, so that nothing of it is forgotten afterwards.
    await app.nest.get(ChangeFeed).renewed();
    await usedOf(api, held, 'calls');
    const read = jest.spyOn(app.nest.get(EntitlementsReader), 'withoutUsage');
    const usages = [held, lacking, held].map((customerId, place) => ({
      customerId,
      featureId: 'calls',
      value: place + 1,
    }));
    await expectOk(api.rest('POST', '/usage', { usages }));
    const asked = read.mock.calls.map(([questions]) => questions.map(({ customerId }) => customerId));
    expect(asked).toEqual([[lacking]]);
    expect([await usedOf(api, held, 'calls'), await usedOf(api, lacking, 'calls')]).toEqual([4, 2]);
  });
});
