import { featureOf } from '../../../../../test/support/entitlement-builders';
import { inheritedFeatures } from './plan-inheritance';

// Domain: catalog I6
const free = {
  features: [
    featureOf('projects', { usageLimit: 3 }),
    featureOf('calls', { usageLimit: 100, resetPeriod: 'MONTH', hasSoftLimit: true }),
  ],
};
const pro = {
  features: [featureOf('calls', { usageLimit: 10_000 }), featureOf('sso', { featureType: 'BOOLEAN' })],
};
const enterprise = {
  features: [featureOf('calls', { hasUnlimitedUsage: true }), featureOf('projects', { isGranted: false })],
};

describe('plan inheritance', () => {
  it('I1: a child plan holds the features of its parent', () => {
    expect(inheritedFeatures([free, pro]).get('projects')).toBe(free.features[0]);
  });

  it('I2: the closest definition wins as a whole record, never field by field', () => {
    expect(inheritedFeatures([free, pro]).get('calls')).toEqual(
      featureOf('calls', { usageLimit: 10_000, resetPeriod: null, hasSoftLimit: false }),
    );
  });

  it('I6: Enterprise holds unlimited calls, the sso of Pro, and takes the projects of Free away', () => {
    const features = inheritedFeatures([free, pro, enterprise]);
    expect([...features.keys()].sort()).toEqual(['calls', 'projects', 'sso']);
    expect(features.get('calls')?.hasUnlimitedUsage).toBe(true);
    expect(features.get('projects')?.isGranted).toBe(false);
  });

  it('takes any string for a feature key', () => {
    const keys = ['__proto__', 'constructor', 'toString'];
    const chain = [{ features: keys.map((key) => featureOf(key, { usageLimit: 1 })) }];
    expect([...inheritedFeatures(chain).keys()]).toEqual(keys);
    expect(inheritedFeatures([]).get('constructor')).toBeUndefined();
  });
});
