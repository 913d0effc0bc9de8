import { Decimal } from '#libs/kernel/decimal';
import { usageAmount, type UsageTerms } from './usage-terms';

// Domain: catalog

const terms = (priced: Pick<UsageTerms, 'price' | 'included'>): UsageTerms => ({
  ...{ of: 'USAGE', customerUid: 'ada', featureUid: 'calls', featureId: 'calls', resourceKey: '' },
  ...{ isGauge: false, units: null, isOverage: true, spans: [] },
  ...priced,
});
const of1300 = [{ before: new Decimal(0), after: new Decimal(1300) }];

describe('R5: what usage above 1,000 that are included comes to', () => {
  const former = { price: null, blockSize: null, tiersMode: null, tiers: null };
  const tiers = [
    { upTo: '100', unitPrice: '0.1', flatPrice: '0' },
    { upTo: null, unitPrice: '0.05', flatPrice: '5' },
  ];

  it.each([
    ['of a price', { price: { price: '0.01', included: '1000' } }, '3', '0.01'],
    [
      'of a price as lines bore it before',
      { price: { ...former, price: '0.01' }, included: '1000' },
      '3',
      '0.01',
    ],
    [
      'of tiers',
      {
        price: {
          tiersMode: 'GRADUATED' as const,
          tiers: tiers.map(({ upTo, unitPrice, flatPrice }) => [upTo, unitPrice, flatPrice] as const),
          included: '1000',
        },
      },
      '25',
      null,
    ],
    [
      'of tiers as lines bore them before',
      { price: { ...former, tiersMode: 'GRADUATED' as const, tiers }, included: '1000' },
      '25',
      null,
    ],
  ])('%s', (_, priced, amount, unitPrice) => {
    const told = usageAmount(terms(priced), of1300, 2);
    expect([told.amount.toString(), told.quantity.toString()]).toEqual([amount, '300']);
    expect(told.unitPrice?.toString() ?? null).toBe(unitPrice);
  });
});
