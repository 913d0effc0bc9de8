import { isCountryCode } from './country';

// Domain: catalog

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('country codes (R7)', () => {
  it('are the 249 that ISO 3166-1 assigns', () => {
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    expect(pairs.filter(isCountryCode)).toHaveLength(249);
  });

  it.each(['US', 'DE', 'GB', 'SS', 'CW', 'XX', 'UK', 'EU', 'AN', 'de', 'USA', '', '__proto__'])(
    '%j',
    (text) => {
      expect(isCountryCode(text)).toBe(['US', 'DE', 'GB', 'SS', 'CW'].includes(text));
    },
  );
});
