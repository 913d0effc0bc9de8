import { formsOf, placesOf } from './secret-search';

const secret = 'whsec_Can+ary/0f=Secrets';
const found = (text: string): boolean =>
  placesOf({ secret }, [{ place: 'a text', text }]).includes('secret in a text');

describe('a search for secrets', () => {
  it.each<[string, (whole: string) => string]>([
    ['as it is', (whole) => whole],
    ['in JSON', (whole) => JSON.stringify({ whole })],
    ['in base64', (whole) => Buffer.from(whole).toString('base64')],
    ['in base64 of addresses', (whole) => Buffer.from(whole).toString('base64url')],
    ['in hex', (whole) => Buffer.from(whole).toString('hex')],
    ['in capital hex', (whole) => Buffer.from(whole).toString('hex').toUpperCase()],
    ['in an address', (whole) => encodeURIComponent(whole)],
  ])('finds it %s, wherever it begins', (_, written) => {
    for (const before of ['', 'a', 'ab', 'abc', '"a":'])
      for (const after of ['', 'z', 'zy', 'zyx'])
        expect([before, found(written(before + secret + after))]).toEqual([before, true]);
  });

  it('finds nothing where it is not whole', () => {
    const parts = formsOf(secret).map((form) => form.slice(1));
    expect(parts.filter((part) => found(`.${part}`))).toEqual([]);
    expect(found(Buffer.from(secret.slice(0, -2)).toString('base64'))).toBe(false);
  });
});
