import { day } from '../../../../../test/support/contract-lines';
import { documentsOf } from './documents';
import { invoiceSchedule } from './invoice-schedule';
import { LineItem } from './line-item';
import type { SharedTerms } from './line-state';
import { lineTermsOf, type LineRequest } from './line-request';

// Domain: contracts-billing

const shared: SharedTerms = {
  activationStartDate: day('2026-06-01'),
  activationEndDate: day('2026-06-30'),
  netTerms: 30,
  legalEntity: { uid: 'acorn-uid', id: 'acorn' },
  paymentAccount: { uid: 'bank-uid', id: 'acorn-bank' },
};
const calls = { billableItemUid: 'calls-item', featureUid: 'calls-uid' };
const lineOf = (asked: Partial<LineRequest>, terms: Partial<SharedTerms> = {}): LineItem => {
  const request = lineTermsOf({ name: 'Line', rows: [{ price: 10, quantity: 2 }], ...asked }, 'line');
  const sold = asked.pricingModelId?.endsWith('go') ? calls : { billableItemUid: null, featureUid: null };
  return LineItem.of('contract-uid', request, sold, { ...shared, ...terms }, day('2026-01-01'));
};
const documents = (...items: LineItem[]) => {
  const lines = new Map(items.map((line) => [line.billed, line]));
  return documentsOf(invoiceSchedule([...lines.keys()], 2), {
    currency: 'usd',
    note: 'Thank you',
    lines,
    meters: new Map([['calls-uid', { isGauge: true, unitTransformation: { divide: 10, round: 'UP' } }]]),
  });
};

describe('P2: the documents of a schedule', () => {
  it('say who bills what, when and in which currency', () => {
    const line = lineOf({ name: 'Seats', discount: 10, tax: 20 });
    const [document] = documents(line);
    expect(document).toMatchObject({
      ...{ paymentTime: 'IN_ADVANCE', periodStart: day('2026-06-01'), periodEnd: day('2026-06-30') },
      ...{ netTerms: 30, sequence: 0, currency: 'usd', note: 'Thank you' },
      ...{ legalEntity: shared.legalEntity, paymentAccount: shared.paymentAccount },
    });
    const [told] = document?.lines ?? [];
    const { subTotal, discount, tax, total, quantity, unitPrice } = told ?? {};
    const amounts = [subTotal, discount, tax, total, quantity, unitPrice].map((amount) => amount?.toFixed());
    expect(amounts).toEqual(['20', '2', '3.6', '21.6', '2', '10']);
    expect(told).toMatchObject({ itemId: line.uid, description: 'Seats', usageTerms: null });
    expect(told?.taxPercent?.toFixed()).toBe('20');
  });

  it('V10: those of one period and payment time are told apart, the others begin anew', () => {
    const apart = { separateInvoice: true };
    const made = documents(lineOf(apart), lineOf(apart), lineOf({ ...apart, paymentTime: 'IN_ARREARS' }));
    expect(made.map(({ paymentTime, sequence }) => `${paymentTime} ${sequence}`).sort()).toEqual([
      'IN_ADVANCE 0',
      'IN_ADVANCE 1',
      'IN_ARREARS 0',
    ]);
  });

  it('I6: usage carries what prices it later, and the meter as it is now', () => {
    const rows = [{ price: 0.5 }];
    const [document] = documents(lineOf({ pricingModelId: 'flat_rate_pay_as_you_go', rows, discount: 5 }));
    expect(document?.lines).toMatchObject([
      {
        ...{ type: 'PayAsYouGoCharge', quantity: null, productExternalId: 'calls-item' },
        usageTerms: {
          ...{ featureUid: 'calls-uid', isGauge: true, unitTransformation: { divide: 10, round: 'UP' } },
          ...{ pricingModelId: 'flat_rate_pay_as_you_go', rows: [{ price: '0.5' }], discount: '5', tax: '0' },
        },
      },
    ]);
  });

  it.each<[string, Partial<LineRequest>]>([
    ['InAdvanceCommitmentCharge', {}],
    ['BaseCharge', { paymentTime: 'IN_ARREARS' }],
    ['ZeroAmountBaseCharge', { rows: [{ price: 0 }] }],
    ['TierCharge', { pricingModelId: 'volume' }],
    ['PayAsYouGoCharge', { pricingModelId: 'volume_pay_as_you_go', rows: [{ price: 1 }] }],
  ])('V9: %s of %j', (type, asked) => {
    expect(documents(lineOf(asked))[0]?.lines[0]?.type).toBe(type);
  });

  it('are made of complete terms only', () => {
    expect(() => documents(lineOf({}, { legalEntity: null }))).toThrow(/without complete terms/);
  });
});
