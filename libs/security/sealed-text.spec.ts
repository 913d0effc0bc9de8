import { seal, unseal } from './sealed-text';

describe('sealed text', () => {
  const sealed = seal('server-secret ✓', 'pepper', 'answers', 'row 1');

  it('opens under the same secret, purpose and place, and shows nothing of the text', () => {
    expect(unseal(sealed, 'pepper', 'answers', 'row 1')).toBe('server-secret ✓');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('server');
  });

  it('is another text each time', () => {
    expect(seal('server-secret ✓', 'pepper', 'answers', 'row 1')).not.toBe(sealed);
  });

  it.each([
    ['another secret', ['salt', 'answers', 'row 1']],
    ['another purpose', ['pepper', 'hooks', 'row 1']],
    ['another place', ['pepper', 'answers', 'row 2']],
  ] as const)('does not open under %s', (_name, [secret, purpose, place]) => {
    expect(() => unseal(sealed, secret, purpose, place)).toThrow();
  });

  it('does not open when a bit of it was changed, or an end is missing', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => unseal(bytes.toString('base64url'), 'pepper', 'answers', 'row 1')).toThrow();
    expect(() => unseal(sealed.slice(0, -4), 'pepper', 'answers', 'row 1')).toThrow();
    expect(() => unseal('', 'pepper', 'answers', 'row 1')).toThrow();
  });
});
