import { Package, noTerms, PackageVersion } from '#modules/catalog/package-versions';
import { requireSubscribable } from './published-package';

const now = new Date('2026-03-01T00:00:00.000Z');
const texts = { displayName: 'Pro', description: null, billingId: null, metadata: {} };
const stored = Package.create(
  { kind: 'PLAN', id: 'pro', productUid: 'p-uid', productId: 'p', ...texts },
  now,
);
const version = () => {
  const live = PackageVersion.draft(
    stored.uid,
    3,
    { ...noTerms, pricingType: 'CUSTOM', maxQuantity: 7 },
    now,
  );
  live.publish(now);
  return live;
};

describe('what a subscription may start on', () => {
  it('is the latest published version, with empty lists for what was never said', () => {
    const live = version();
    expect(requireSubscribable(stored, live)).toEqual({
      packageUid: stored.uid,
      id: 'pro',
      kind: 'PLAN',
      versionUid: live.uid,
      versionNumber: 3,
      productUid: 'p-uid',
      productId: 'p',
      displayName: 'Pro',
      pricingType: 'CUSTOM',
      parentPlanUid: null,
      compatibleAddons: [],
      packageGroups: [],
      dependencies: [],
      defaultTrialConfig: null,
      overageBillingPeriod: 'ON_SUBSCRIPTION_RENEWAL',
      maxQuantity: 7,
    });
  });

  it('is nothing that was never published and nothing archived', () => {
    const archived = Object.assign(version(), { status: 'ARCHIVED' });
    const refusal = (code: string) => expect.objectContaining({ code }) as Error;
    expect(() => requireSubscribable(stored, undefined)).toThrow(refusal('UnPublishedPackage'));
    expect(() => requireSubscribable(stored, archived)).toThrow(refusal('EntityIsArchivedError'));
  });
});
