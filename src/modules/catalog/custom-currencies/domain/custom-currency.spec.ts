import { requireUnused } from './currency-use';
import { CustomCurrency, requireRoomForCurrency } from './custom-currency';

// Domain: credits

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

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a custom currency', () => {
  it('Y2: is born active and may be referred to', () => {
    const currency = tokens();
    expect(currency.archivedAt).toBeNull();
    expect(() => currency.requireLive()).not.toThrow();
  });

  it('Y1: an empty or null description or symbol clears it, what is absent stays', () => {
    const currency = tokens();
    currency.change({ description: 'For the model', symbol: '◈' });
    currency.change({ description: '', metadata: { team: 'blue' } });
    expect(currency).toMatchObject({ description: null, symbol: '◈', metadata: { team: 'blue' } });
    currency.change({ symbol: null, units: null });
    expect(currency).toMatchObject({ displayName: 'Tokens', symbol: null, units: null });
  });

  it('Y2: takes no new reference and no change once archived, and is archived once', () => {
    const currency = tokens();
    currency.archive(now);
    expect(currency.archivedAt).toBe(now);
    expect(() => currency.requireLive()).toThrow(refused('EntityIsArchivedError'));
    expect(() => currency.change({ displayName: 'x' })).toThrow(refused('EntityIsArchivedError'));
    expect(() => currency.archive(now)).toThrow(refused('EntityIsArchivedError'));
  });

  it('Y2: comes back when it is archived and only then', () => {
    const currency = tokens();
    expect(() => currency.unarchive()).toThrow(refused('BadUserInput'));
    currency.archive(now);
    currency.unarchive();
    expect(currency.archivedAt).toBeNull();
  });
});

describe('the number of custom currencies', () => {
  it('Y3: the 50th is still made', () => {
    expect(() => requireRoomForCurrency(49)).not.toThrow();
  });

  it('Y3: the 51st is refused', () => {
    expect(() => requireRoomForCurrency(50)).toThrow(refused('TooManyCustomCurrencies'));
  });
});

describe('a custom currency that is to be archived', () => {
  const uses = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `p${index}`, displayName: 'x', type: 'PLAN' }));

  it('Y2: may be used by nothing on sale', () => {
    expect(() => requireUnused('tokens', [])).not.toThrow();
  });

  it('Y2: is told what uses it, and where all of it is listed', () => {
    const told = (count: number) => {
      try {
        requireUnused('tokens', uses(count));
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    expect(told(2)).toMatch(/used by plan p0, plan p1;.*custom-currencies\/tokens\/associated-entities/);
    expect(told(7)).toMatch(/plan p4 and 2 more;/);
    expect(() => requireUnused('tokens', uses(1))).toThrow(refused('IntegrityViolation'));
  });
});
