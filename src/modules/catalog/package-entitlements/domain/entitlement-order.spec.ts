import { codeOf } from '../../../../../test/support/refused-code';
import fc from 'fast-check';
import { inOrder, requireOnePackage } from './entitlement-order';
import type { EntitlementName } from './entitlement-rules';

// Domain: catalog

const stored: EntitlementName[] = [
  { kind: 'FEATURE', refId: 'a' },
  { kind: 'CREDIT', refId: 'a' },
  { kind: 'FEATURE', refId: 'b' },
  { kind: 'CREDIT', refId: 'c' },
];
const told = (names: readonly EntitlementName[]) => names.map(({ kind, refId }) => `${kind} ${refId}`);

describe('a new display order (E10, E12)', () => {
  it('puts those named first and leaves the others in their order', () => {
    expect(told(inOrder(stored, [{ id: 'c' }, { id: 'a', type: 'CREDIT' }]))).toEqual([
      'CREDIT c',
      'CREDIT a',
      'FEATURE a',
      'FEATURE b',
    ]);
    expect(inOrder(stored, [])).toEqual(stored);
  });

  it('holds what was there, each once, whatever is named', () => {
    const some = fc.shuffledSubarray(stored);
    fc.assert(
      fc.property(some, (names) => {
        const asked = names.map(({ kind, refId }) => ({ type: kind, id: refId }));
        const ordered = inOrder(stored, asked);
        expect(told(ordered.slice(0, names.length))).toEqual(told(names));
        expect(told(ordered).sort()).toEqual(told(stored).sort());
      }),
    );
  });

  it('knows nothing that is not there, and nothing twice', () => {
    expect(codeOf(() => inOrder(stored, [{ id: 'x' }]))).toBe('FeatureNotFound');
    expect(codeOf(() => inOrder(stored, [{ id: 'b', type: 'CREDIT' }]))).toBe('CustomCurrencyNotFound');
    expect(codeOf(() => inOrder(stored, [{ id: 'a' }, { id: 'a', type: 'FEATURE' }]))).toBe('BadUserInput');
  });

  it.each([
    [undefined, { id: 'a' }, undefined],
    ['pro', { id: 'a', packageId: 'pro' }, undefined],
    ['basic', { id: 'a' }, 'EntityIdDifferentFromRefIdError'],
    [undefined, { id: 'a', packageId: 'basic' }, 'EntitlementsMustBelongToSamePackage'],
    [undefined, { type: 'FEATURE' }, 'MissingEntityIdError'],
  ] as const)('the body about %s with %j, on the path of pro: %s', (bodyId, element, code) => {
    expect(codeOf(() => requireOnePackage('pro', bodyId, [{ id: 'b' }, element]))).toBe(code);
  });
});
