import { CredentialSeal } from './credential-seal';

describe('sealed credentials', () => {
  const old = 'q0Vw3xT5mZ8bN1cR7yLk';
  const fresh = 'H6jD2sF9gK4aP0oUiYtE';
  const text = '{"secretKey":"a secret"}';

  it('open with the key that sealed them, and never show what is in them', () => {
    const seal = new CredentialSeal([old]);
    const sealed = seal.seal(text, 'row 1');
    expect(sealed).not.toContain('secret');
    expect(sealed).not.toBe(seal.seal(text, 'row 1'));
    expect(seal.open(sealed, 'row 1')).toBe(text);
  });

  it('do not open in another row, under another key, or changed', () => {
    const seal = new CredentialSeal([old]);
    const sealed = seal.seal(text, 'row 1');
    expect(seal.open(sealed, 'row 2')).toBeUndefined();
    expect(new CredentialSeal([fresh]).open(sealed, 'row 1')).toBeUndefined();
    const at = sealed.length - 4;
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(seal.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'row 1')).toBeUndefined();
    expect(seal.open('v1', 'row 1')).toBeUndefined();
    expect(seal.open(`${sealed.split('.').slice(0, 2).join('.')}.`, 'row 1')).toBeUndefined();
  });

  it('bear the id of their key, which is known where one of the keys is theirs', () => {
    const [, id = ''] = new CredentialSeal([old]).seal(text, 'row 1').split('.');
    expect([new CredentialSeal([fresh, old]).knows(id), new CredentialSeal([fresh]).knows(id)]).toEqual([
      true,
      false,
    ]);
  });

  it('are opened by a former key and sealed by the new one', () => {
    const sealed = new CredentialSeal([old]).seal(text, 'row 1');
    const rotated = new CredentialSeal([fresh, old]);
    expect(rotated.open(sealed, 'row 1')).toBe(text);
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(rotated.isCurrent(rotated.seal(text, 'row 1'))).toBe(true);
  });

  it('are not made without a key', () => {
    const none = new CredentialSeal([]);
    expect(none.isReady).toBe(false);
    expect(() => none.seal(text, 'row 1')).toThrow('no key');
  });
});
