import { day, days } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import { contractTotals } from './contract-totals';
import { LineItem, requireRoom } from './line-item';
import type { SharedTerms } from './line-state';
import { lineTermsOf, type LineRequest } from './line-request';

// Domain: contracts-billing

const acorn = { uid: 'acorn-uid', id: 'acorn' };
const bank = { uid: 'bank-uid', id: 'acorn-bank' };
const shared: SharedTerms = {
  activationStartDate: day('2026-06-01'),
  activationEndDate: day('2027-05-31'),
  netTerms: 30,
  legalEntity: acorn,
  paymentAccount: bank,
};
const sold = { billableItemUid: null, featureUid: null };
const lineOf = (asked: Partial<LineRequest> = {}, terms: Partial<SharedTerms> = {}): LineItem => {
  const request = lineTermsOf({ name: 'Line', rows: [{ price: 10 }], ...asked }, 'line');
  return LineItem.of('contract-uid', request, sold, { ...shared, ...terms }, day('2026-01-01'));
};

describe('a line item', () => {
  it('M7: takes its terms over, and keeps those of its own', () => {
    expect(lineOf()).toMatchObject({ netTerms: 30, legalEntity: acorn, paymentAccount: bank });
    expect(lineOf({ netTerms: 0 }).netTerms).toBe(0);
    expect(lineOf({}, { netTerms: null }).netTerms).toBeNull();
  });

  it('is billed by all that it says', () => {
    const line = lineOf({ discount: 10, tax: 20, billingCycleUnit: 'quarterly', separateInvoice: true });
    expect(line.billed).toMatchObject({
      ...{ itemId: line.uid, frequency: { unit: 'quarterly', count: 1 }, isSeparate: true, netTerms: 30 },
      ...{ window: days('2026-06-01', '2027-05-31'), legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' },
    });
    expect(contractTotals([line.billed], 2).total.toFixed(2)).toBe('43.20');
  });

  it('M2: has no window while one of its days is missing', () => {
    expect(lineOf({}, { activationEndDate: null }).billed.window).toBeNull();
  });

  it('I3: its rows are replaced as a whole, and by valid ones only', () => {
    const line = lineOf();
    const replaced = line.withRows([{ price: 1, quantity: 2 }, { price: 3 }]);
    expect(replaced.rows.map(({ price }) => price)).toEqual(['1', '3']);
    expect(line.rows.map(({ price }) => price)).toEqual(['10']);
    expect(refusalOf(() => line.withRows([{ price: -1 }]))).toMatch(/^BadUserInput: rows\[0\]\.price/);
  });

  it('a row is removed by its place', () => {
    const line = lineOf({ rows: [{ price: 1 }, { price: 2 }] });
    for (const place of [2, -1]) {
      expect(refusalOf(() => line.withoutRow(place))).toMatch(/^BadUserInput: rowIndex must be below 2/);
    }
    const left = line.withoutRow(0);
    expect(left.rows.map(({ price }) => price)).toEqual(['2']);
    expect(left.withoutRow(0).rows).toEqual([]);
    expect(line.rows).toHaveLength(2);
  });

  it('of tiers no row is removed that would leave a gap', () => {
    const rows = [{ price: 1, quantity: 5, to: 3 }, { price: 2, to: 6 }, { price: 3 }];
    const line = lineOf({ pricingModelId: 'tiered', rows });
    expect(refusalOf(() => line.withoutRow(1))).toMatch(/^BadUserInput: rows\[1\]\.from must be 3/);
    expect(line.withoutRow(2).rows).toHaveLength(2);
  });

  it('S1: keeps the terms that are not sent, and does not end before it begins', () => {
    const line = lineOf();
    const changed = line.onTerms({ netTerms: null, activationEndDate: day('2026-06-01') });
    expect(changed).toMatchObject({ uid: line.uid, netTerms: null, legalEntity: acorn });
    expect(changed.billed.window).toEqual(days('2026-06-01', '2026-06-01'));
    expect([line.netTerms, line.activationEndDate]).toEqual([30, day('2027-05-31')]);
    const early = refusalOf(() => line.onTerms({ activationEndDate: day('2026-05-31') }));
    expect(early).toMatch(/^BadUserInput: activationEndDate must not lie before/);
  });

  it('is paid to nobody, or to both an entity and its account', () => {
    const line = lineOf();
    const unpaid = line.paidTo(acorn, null);
    expect([unpaid.legalEntity, unpaid.paymentAccount]).toEqual([acorn, null]);
    expect(unpaid.paidTo(acorn, bank)).toMatchObject({ legalEntity: acorn, paymentAccount: bank });
    expect(line.paidTo(null, null)).toMatchObject({ legalEntityUid: null, legalEntityId: null });
    expect([line.legalEntity, line.paymentAccount]).toEqual([acorn, bank]);
  });

  it('is one of at most a hundred', () => {
    expect(refusalOf(() => requireRoom(100))).toBeUndefined();
    expect(refusalOf(() => requireRoom(101))).toMatch(/^BadUserInput: lineItems: a contract has at most 100/);
  });
});
