import { type RowTerms, rowsOf } from '../../../test/support/contract-lines';
import { dec, refusalOf } from '../../../test/support/price-builders';
import { contractLine } from './contract-line';
import { contractModelOf } from './contract-model';
import { explainContractLine } from './explanation';
import { type Share } from './share';

// Domain: contracts-billing

interface Terms {
  discount?: string | number;
  tax?: string | number;
  share?: Share;
  usage?: number;
  digits?: number;
}

const bill = (modelId: string, rows: RowTerms[], terms: Terms = {}) => {
  const price = {
    model: contractModelOf(modelId, 'model'),
    rows: rowsOf(modelId, ...rows),
    discountPercent: dec(terms.discount ?? 0),
    taxPercent: dec(terms.tax ?? 0),
  };
  return contractLine(
    price,
    { share: terms.share ?? null, usage: dec(terms.usage ?? 0) },
    terms.digits ?? 2,
    'it',
  );
};

const withoutQuantity = (rows: RowTerms[]): RowTerms[] => rows.map(({ quantity: _, ...row }) => row);

const table: [string, RowTerms[], string][] = [
  ['flat_rate', [{ quantity: 60, price: 10 }], '600'],
  ['package', [{ quantity: 60, price: 10, packageSize: 50 }], '20'],
  [
    'tiered',
    [
      { quantity: 60, price: 10, from: 0, to: 50 },
      { quantity: 60, price: 9, from: 50, to: null },
    ],
    '590',
  ],
  [
    'volume',
    [
      { quantity: 60, price: 10, from: 0, to: 50 },
      { quantity: 60, price: 9, from: 50, to: null },
    ],
    '540',
  ],
  [
    'stairstep',
    [
      { quantity: 60, price: 10, from: 0, to: 50 },
      { quantity: 60, price: 9, from: 50, to: null },
    ],
    '9',
  ],
];

describe('I5: 60 units', () => {
  it.each(table)('of %s', (modelId, rows, amount) => {
    expect(bill(modelId, rows).subTotal.toString()).toBe(amount);
  });

  it.each(table)('used, of %s as you go', (modelId, rows, amount) => {
    const used = bill(`${modelId}_pay_as_you_go`, withoutQuantity(rows), { usage: 60 });
    expect(used.subTotal.toString()).toBe(amount);
    expect(used.quantity.toString()).toBe('60');
  });

  it.each(table)('M6: not yet used cost nothing, of %s as you go', (modelId, rows) => {
    expect(bill(`${modelId}_pay_as_you_go`, withoutQuantity(rows))).toMatchObject({
      total: dec(0),
      steps: [],
    });
  });
});

describe('a line of a contract', () => {
  it('I8: usage above a committed volume costs 9,750.00', () => {
    const rows = [{ price: 0, to: 600_000 }, { price: '0.065' }];
    expect(bill('tiered_pay_as_you_go', rows, { usage: 750_000 }).total.toFixed(2)).toBe('9750.00');
  });

  it('adds the rows of a flat rate up', () => {
    const { subTotal, quantity, unitPrice } = bill('flat_rate', [{ price: 5, quantity: 3 }, { price: 2 }]);
    expect([subTotal.toString(), quantity.toString(), unitPrice]).toEqual(['17', '4', null]);
  });

  it('I7: costs 0 where its price is 0, and where it has no rows', () => {
    expect(bill('flat_rate', [{ price: 0, quantity: 9 }]).total.toString()).toBe('0');
    expect(bill('flat_rate', []).total.toString()).toBe('0');
  });

  it('M4: rounds the amount, then the discount, then the tax, each half away from zero', () => {
    const line = bill('flat_rate', [{ price: '10.005' }], { discount: 50, tax: '12.5' });
    // 10.005 is 10.01; half of it 5.005 is 5.01; an eighth of 5.00 is 0.625 and so 0.63.
    expect([line.subTotal, line.discount, line.tax, line.total].map((part) => part.toFixed(2))).toEqual([
      '10.01',
      '5.01',
      '0.63',
      '5.63',
    ]);
    expect(line.exactAmount.toFixed()).toBe('10.005');
  });

  it.each([
    [0, '3', '3'],
    [2, '3.33', '3.33'],
    [3, '3.333', '3.333'],
  ])('R3: of a currency of %d digits is rounded to them', (digits, subTotal, total) => {
    const share = { part: dec(10), whole: dec(30) };
    const line = bill('flat_rate', [{ price: 10 }], { share, digits });
    expect([line.subTotal.toFixed(), line.total.toFixed()]).toEqual([subTotal, total]);
  });

  it('M3: a short cycle costs the share of its days, of what is agreed on only', () => {
    const share = { part: dec(15), whole: dec(30) };
    expect(bill('flat_rate', [{ price: 10 }], { share }).subTotal.toString()).toBe('5');
    const used = bill('flat_rate_pay_as_you_go', [{ price: 10 }], { share, usage: 3 });
    expect([used.subTotal.toString(), used.share]).toEqual(['30', null]);
  });

  it('explains itself by its steps', () => {
    const { steps, unitPrice } = bill('tiered', table[2]?.[1] as RowTerms[]);
    expect(unitPrice).toBeNull();
    expect(steps.map(({ quantity, unitPrice: each }) => [quantity.toFixed(), each.toFixed()])).toEqual([
      ['50', '10'],
      ['10', '9'],
    ]);
  });

  it('catalog R9: above the largest amount is refused, with its tax too', () => {
    expect(refusalOf(() => bill('flat_rate', [{ price: 1_000, quantity: '1e6' }]))).toMatch(
      /^AmountTooLarge: it is above/,
    );
    expect(refusalOf(() => bill('flat_rate', [{ price: 900_000, quantity: 1_000 }], { tax: 20 }))).toMatch(
      /^AmountTooLarge: it with tax is above/,
    );
  });
});

describe('the explanation of a line', () => {
  it.each<[string, RowTerms[], Terms, string]>([
    [
      'flat_rate',
      [{ quantity: 25, price: 30 }],
      { discount: 10, tax: 20 },
      '25 × 30 = 750.00 − discount 75.00 + tax 135.00',
    ],
    ['tiered', table[2]?.[1] as RowTerms[], {}, '50 × 10 + 10 × 9 = 590.00'],
    ['stairstep', table[4]?.[1] as RowTerms[], {}, '9 = 9.00'],
    [
      'flat_rate',
      [{ price: 100 }],
      { share: { part: dec(10), whole: dec(31) } },
      '(1 × 100) × 10/31 = 32.26',
    ],
    ['flat_rate_pay_as_you_go', [{ price: 5 }], {}, '0 = 0.00'],
  ])('tells quantities, prices and the share of a cycle: %s', (modelId, rows, terms, told) => {
    expect(explainContractLine(bill(modelId, rows, terms), 2)).toBe(told);
  });
});
