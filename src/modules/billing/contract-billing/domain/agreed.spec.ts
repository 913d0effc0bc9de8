import { agreedOn } from './agreed';

// Domain: contracts-billing

const agreed = (...terms: (number | null)[]) => agreedOn(terms, (term) => term, 99);

describe('M7: a term of a contract', () => {
  it.each([
    [[30, 30], 30],
    [[30, 60], null],
    [[30, null], null],
    [[null, null], null],
    [[0], 0],
    [[], 99],
  ])('that its lines tell as %j is %j', (terms, told) => {
    expect(agreed(...terms)).toBe(told);
  });
});
