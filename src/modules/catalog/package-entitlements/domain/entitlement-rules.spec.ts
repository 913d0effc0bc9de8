import { codeOf } from '../../../../../test/support/refused-code';
import {
  displayOrders,
  requireBehavior,
  requireDistinct,
  requireRoomForEntitlements,
  type EntitlementName,
} from './entitlement-rules';

// Domain: catalog

const feature = (refId: string): EntitlementName => ({ kind: 'FEATURE', refId });
const credit = (refId: string): EntitlementName => ({ kind: 'CREDIT', refId });

describe('names of entitlements (E4)', () => {
  it('a feature and a currency may share an id', () => {
    expect(codeOf(() => requireDistinct([feature('calls')], [credit('calls')]))).toBeUndefined();
  });

  it.each([
    ['stored already', [feature('calls')], [feature('sso'), feature('calls')]],
    ['twice in the request', [], [credit('tokens'), credit('tokens')]],
    ['named like a property of every object', [feature('__proto__')], [feature('__proto__')]],
  ])('what is %s is DuplicatedEntityNotAllowed', (_case, stored, added) => {
    expect(codeOf(() => requireDistinct(stored, added))).toBe('DuplicatedEntityNotAllowed');
  });
});

describe('the number of entitlements (E13)', () => {
  it('500 on a version are taken, 501 are FeatureConfigurationExceededLimitError', () => {
    expect(codeOf(() => requireRoomForEntitlements(499, 1))).toBeUndefined();
    expect(codeOf(() => requireRoomForEntitlements(0, 500))).toBeUndefined();
    expect(codeOf(() => requireRoomForEntitlements(499, 2))).toBe('FeatureConfigurationExceededLimitError');
  });
});

describe('behavior (E8)', () => {
  it('Override is for addons', () => {
    expect(codeOf(() => requireBehavior('PLAN', 'Override'))).toBe('CannotAddOverrideEntitlementToPlan');
    expect(codeOf(() => requireBehavior('ADDON', 'Override'))).toBeUndefined();
    expect(codeOf(() => requireBehavior('PLAN', 'Increment'))).toBeUndefined();
    expect(codeOf(() => requireBehavior('PLAN', undefined))).toBeUndefined();
  });
});

describe('places in the display (E5)', () => {
  it('the first is 1, and elements of one body follow each other', () => {
    expect(displayOrders([], [undefined, undefined, undefined])).toEqual([1, 2, 3]);
  });

  it('new ones follow the highest of the package, whatever its number', () => {
    expect(displayOrders([3, 7, -1], [undefined, undefined])).toEqual([8, 9]);
    expect(displayOrders([-5], [undefined])).toEqual([-4]);
  });

  it('a stated place stays, and what comes after it follows it when it is the highest', () => {
    expect(displayOrders([2], [10, undefined, 1, undefined])).toEqual([10, 11, 1, 12]);
    expect(displayOrders([], [0.5, undefined])).toEqual([0.5, 1.5]);
  });
});
