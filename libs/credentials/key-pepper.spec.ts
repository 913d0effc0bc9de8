import { KeyPepper } from './key-pepper';
import { digestKeySecret, newKeySecret } from './key-secret';

// Domain: access-and-events

const [present, former] = ['qT7vK2mXw9LzR4bNd8Hs', 'k3Vt9_qLw2Zx8Rb5'];

describe('the pepper of keys', () => {
  it('Y8: the first makes digests, and the others still find theirs', () => {
    const secret = newKeySecret('server-');
    const both = new KeyPepper([present, former]);
    expect(both.digest(secret)).toBe(digestKeySecret(secret, present).toString('base64url'));
    expect(both.digest(secret)).toBe(new KeyPepper([present]).digest(secret));
    expect(both.formerDigests(secret)).toEqual([new KeyPepper([former]).digest(secret)]);
    expect(new KeyPepper([present]).formerDigests(secret)).toEqual([]);
  });

  it('Y8: a digest bears the id of its pepper, which another process of the same pepper gives too', () => {
    const made = new KeyPepper([present, former]).made('a secret');
    expect(made).toEqual({
      digest: new KeyPepper([present]).digest('a secret'),
      pepperId: new KeyPepper([present]).id,
    });
    expect(made.pepperId).not.toBe(new KeyPepper([former]).id);
    const peppers = [[former, present], [former]].map((secrets) => new KeyPepper(secrets));
    expect(peppers.map((pepper) => pepper.knows(made.pepperId))).toEqual([true, false]);
    expect(made.pepperId).toMatch(/^[\w-]{8}$/);
    expect(present).not.toContain(made.pepperId);
  });

  it('is never empty', () => {
    expect(() => new KeyPepper([])).toThrow(/no pepper/);
  });
});
