import { postalAddressOf, type AskedAddress } from './postal-address';

const berlin = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
const refusal = (message: RegExp): Error =>
  expect.objectContaining({
    code: 'InvalidAddressError',
    message: expect.stringMatching(message) as string,
  }) as Error;

describe('a postal address', () => {
  it('is taken part by part, without blanks around them', () => {
    expect(postalAddressOf(berlin, 'address')).toEqual({ ...berlin, line2: null, state: null });
    const asked = { ...berlin, line1: ' Hauptstr. 1 ', line2: 'Hof', state: '', country: 'de' };
    expect(postalAddressOf(asked, 'address')).toEqual({ ...berlin, line2: 'Hof', state: null });
  });

  it('needs no postal code where there are none', () => {
    const asked = { line1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' };
    expect(postalAddressOf(asked, 'address')).toMatchObject({ postalCode: null, country: 'HK' });
  });

  it.each<[string, AskedAddress, RegExp]>([
    ['no country', { country: undefined }, /address\.country must be an ISO 3166-1/],
    ['an unknown country', { country: 'XX' }, /address\.country/],
    ['the name of a country', { country: 'Germany' }, /address\.country/],
    ['no street', { line1: ' ' }, /address\.line1 is missing/],
    ['no city', { city: null }, /address\.city is missing/],
    ['no postal code', { postalCode: '' }, /address\.postalCode is missing; addresses in DE have one/],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => postalAddressOf({ ...berlin, ...change }, 'address')).toThrow(refusal(message));
  });
});
