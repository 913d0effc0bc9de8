import { CustomCurrency, requireRoomForCurrency } from './custom-currency';

const now = new Date('2026-03-01T00:00:00.000Z');
const tokens = () =>
  CustomCurrency.create(
    {
      id: 'tokens',
      displayName: 'Tokens',
      description: null,
      symbol: null,
      units: { singular: 'token', plural: 'tokens' },
      metadata: {},
    },
    now,
  );

describe('a custom currency', () => {
  it('Y2: is born active and may be referred to', () => {
    const currency = tokens();
    expect(currency.archivedAt).toBeNull();
    expect(() => currency.requireLive()).not.toThrow();
  });

  it('Y2: takes no new reference once archived', () => {
    const currency = tokens();
    currency.archivedAt = now;
    expect(() => currency.requireLive()).toThrow(
      expect.objectContaining({ code: 'EntityIsArchivedError' }) as Error,
    );
  });
});

describe('the number of custom currencies', () => {
  it('Y3: the 50th is still made', () => {
    expect(() => requireRoomForCurrency(49)).not.toThrow();
  });

  it('Y3: the 51st is refused', () => {
    expect(() => requireRoomForCurrency(50)).toThrow(
      expect.objectContaining({ code: 'TooManyCustomCurrencies' }) as Error,
    );
  });
});
