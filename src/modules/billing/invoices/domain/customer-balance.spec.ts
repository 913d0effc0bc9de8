import { Decimal } from '#libs/kernel/decimal';
import { appliedTo } from './customer-balance';
import type { BillTerms } from './sold-document';

// Domain: customers-subscriptions

describe('R4: what a document takes of a balance', () => {
  const applied = (total: string, balance: string, isPaid = false): string =>
    appliedTo({ total, billTerms: { isPaid } as BillTerms }, new Decimal(balance)).toString();

  it.each([
    ['as much as it comes to', '19', '66', '19'],
    ['no more than there is', '99', '66', '66'],
    ['nothing where there is nothing', '99', '0', '0'],
    ['nothing for nothing', '0', '66', '0'],
    ['what comes back adds to it', '-20', '66', '-20'],
    ['invoice.account_credit/1: of 100 that are asked 80 are left to pay', '100', '20', '20'],
  ])('%s', (_, total, balance, part) => {
    expect(applied(total, balance)).toBe(part);
  });

  it('V13: what was paid in another way takes nothing, and what comes back adds to it all the same', () => {
    expect([applied('49', '66', true), applied('-20', '66', true)]).toEqual(['0', '-20']);
  });
});
