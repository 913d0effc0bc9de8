import { type RowTerms, rowsOf } from '../../../test/support/contract-lines';
import { refusalOf } from '../../../test/support/price-builders';

// Domain: contracts-billing

const told = (modelId: string, ...rows: RowTerms[]) =>
  rowsOf(modelId, ...rows).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value?.toFixed() ?? null])),
  );
const refused = (modelId: string, ...rows: RowTerms[]) => refusalOf(() => rowsOf(modelId, ...rows));
const nothing = { quantity: null, price: null, from: null, to: null, packageSize: null };

describe('the rows of a line', () => {
  it('I4: keys that their model does not expose are left aside', () => {
    const row = { quantity: 2, price: 3, from: 7, to: 1, packageSize: -5 };
    expect(told('flat_rate', row)).toEqual([{ ...nothing, quantity: '2', price: '3' }]);
  });

  it('are none where nothing is to pay', () => {
    expect(told('tiered')).toEqual([]);
    expect(told('package_pay_as_you_go')).toEqual([]);
  });

  it('I7: a price of 0 and one of 12 decimals are taken', () => {
    const rows = told('flat_rate', { price: 0 }, { price: '0.000000000001' });
    expect(rows.map(({ price }) => price)).toEqual(['0', '0.000000000001']);
  });

  it('a flat rate without a quantity is meant once', () => {
    expect(told('flat_rate', { price: 4_000 })).toMatchObject([{ quantity: '1' }]);
  });

  it('I5: tiers begin where the one before ends, and repeat one quantity', () => {
    const tiers = told('tiered', { quantity: 60, price: 10, to: 50 }, { price: 9, from: 50 });
    expect(tiers).toMatchObject([
      { quantity: '60', from: '0', to: '50' },
      { quantity: '60', from: '50', to: null },
    ]);
  });

  it.each<[string, RowTerms[], string, string]>([
    ['flat_rate', [{ quantity: 1 }], 'BadUserInput', 'rows[0].price must be set'],
    ['flat_rate', [{ price: -1 }], 'BadUserInput', 'rows[0].price must not be negative'],
    ['flat_rate', [{ price: '0.0000000000001' }], 'BadUserInput', 'rows[0].price has more than 12 decimals'],
    ['flat_rate', [{ price: '1e9' }], 'AmountTooLarge', 'rows[0].price is above'],
    ['flat_rate', [{ price: 1, quantity: -1 }], 'BadUserInput', 'rows[0].quantity must not be negative'],
    ['flat_rate', [{ price: 0, quantity: '1e16' }], 'BadUserInput', 'rows[0].quantity must be at most'],
    ['flat_rate', [{ price: 0, quantity: '1e-13' }], 'BadUserInput', 'rows[0].quantity has more than 12'],
    ['package', [{ price: 1, packageSize: 5 }], 'BadUserInput', 'rows[0].quantity must be set'],
    ['package', [{ price: 1, quantity: 5 }], 'BadUserInput', 'rows[0].packageSize must be above 0'],
    ['package', [{ price: 1, quantity: 5, packageSize: 0 }], 'BadUserInput', 'rows[0].packageSize must be'],
    ['tiered', [{ price: 1 }], 'BadUserInput', 'rows[0].quantity must be set'],
    ['tiered', [{ price: 1, quantity: 5, from: 1 }], 'BadUserInput', 'rows[0].from must be 0'],
    ['volume', [{ price: 1, quantity: 5, to: 0 }], 'BadUserInput', 'rows[0].to must be above 0'],
    ['volume', [{ price: 1, quantity: 5, to: 4 }], 'BadUserInput', 'rows: the last row ends at 4'],
    [
      'stairstep',
      [
        { price: 1, quantity: 5, to: 4 },
        { price: 1, quantity: 6 },
      ],
      'BadUserInput',
      'rows: tiers price one quantity',
    ],
    ['tiered', [{ price: 1, quantity: 5 }, { price: 1 }], 'BadUserInput', 'rows: a row follows the open one'],
    [
      'tiered',
      [
        { price: 1, quantity: 5, to: 3 },
        { price: 1, from: 4 },
      ],
      'BadUserInput',
      'rows[1].from must be 3',
    ],
    [
      'flat_rate_pay_as_you_go',
      [{ price: 1, quantity: 1 }],
      'BadUserInput',
      'rows[0].quantity: pay as you go',
    ],
    [
      'flat_rate_pay_as_you_go',
      [{ price: 1 }, { price: 1 }],
      'BadUserInput',
      'rows: what is used has one price',
    ],
    ['tiered_pay_as_you_go', [{ price: 1, to: 5 }], 'BadUserInput', 'rows: the last row must go without to'],
  ])('I4, I6, I7: of %s refuse %j', (modelId, rows, code, message) => {
    expect(refused(modelId, ...rows)).toContain(`${code}: ${message}`);
  });
});
