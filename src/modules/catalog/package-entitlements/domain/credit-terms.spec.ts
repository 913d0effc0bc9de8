import { codeOf } from '../../../../../test/support/refused-code';
import type { StoredFeature } from '#modules/catalog/features';
import { mergedCreditTerms, type CreditTerms } from './credit-terms';
import type { CreditRequest } from './entitlement-request';

// Domain: catalog

const stored: CreditTerms = {
  amount: '100',
  cadence: 'MONTH',
  hasSoftLimit: true,
  dependencyFeatureUid: 'seats-uid',
  dependencyFeatureId: 'seats',
};
const featureOf = (featureType: string): StoredFeature =>
  ({ uid: 'agents-uid', id: 'agents', featureType }) as StoredFeature;
const merge = (asked: CreditRequest, dependency?: StoredFeature) =>
  mergedCreditTerms(stored, asked, dependency, 'entitlements[0].');

describe('the terms of credits (E11)', () => {
  it('E3: absent leaves what is stored, the soft limit too', () => {
    expect(merge({})).toEqual(stored);
    expect(merge({ cadence: 'YEAR' })).toEqual({ ...stored, cadence: 'YEAR' });
  });

  it('amount is kept to nine decimals, half-even', () => {
    expect(merge({ amount: 0.1 }).amount).toBe('0.1');
    expect(merge({ amount: 0.0000000025 }).amount).toBe('0.000000002');
    expect(merge({ amount: 0.0000000035 }).amount).toBe('0.000000004');
    expect(merge({ amount: 0 }).amount).toBe('0');
    expect(merge({ amount: null }).amount).toBeNull();
  });

  it('amount reaches 10^15 and no further', () => {
    expect(merge({ amount: 1e15 }).amount).toBe('1000000000000000');
    expect(codeOf(() => merge({ amount: 1e15 + 1 }))).toBe('AmountTooLarge');
    expect(codeOf(() => merge({ amount: 1e300 }))).toBe('AmountTooLarge');
  });

  it('depends on a NUMBER feature only, and null ends the dependency', () => {
    expect(merge({ dependencyFeatureId: 'agents' }, featureOf('NUMBER'))).toMatchObject({
      dependencyFeatureUid: 'agents-uid',
      dependencyFeatureId: 'agents',
    });
    expect(codeOf(() => merge({ dependencyFeatureId: 'agents' }, featureOf('BOOLEAN')))).toBe('BadUserInput');
    expect(codeOf(() => merge({ dependencyFeatureId: 'agents' }, featureOf('ENUM')))).toBe('BadUserInput');
    expect(merge({ dependencyFeatureId: null })).toMatchObject({
      dependencyFeatureUid: null,
      dependencyFeatureId: null,
    });
  });
});
