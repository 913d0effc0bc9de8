import { Decimal } from '#libs/kernel/decimal';
import { downgradeIn, type Holding } from './change-direction';
import type { Purchase } from './purchase';

// Domain: customers-subscriptions

const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  billingPeriod: 'MONTHLY',
  billingCountryCode: null,
  currency: 'usd',
  quantities: [{ featureId: 'seats', quantity: 5 }],
  ...more,
});
const holding = ({ price = '49', ...more }: Partial<Holding> & { price?: string } = {}): Holding => ({
  planUid: 'pro',
  ancestorUids: [],
  pricingType: 'PAID',
  purchase: purchase(),
  monthlyPrice: new Decimal(price),
  addons: new Map(),
  ...more,
});

describe('upgrade or downgrade (D2)', () => {
  it.each<[string, Holding, string | null]>([
    ['to a CUSTOM plan', holding({ planUid: 'other', pricingType: 'CUSTOM', price: '0' }), null],
    ['to a FREE plan', holding({ planUid: 'other', pricingType: 'FREE', price: '0' }), 'planId'],
    ['to a dearer plan', holding({ planUid: 'other', price: '49.01' }), null],
    ['to a cheaper plan', holding({ planUid: 'other', price: '48.99' }), 'planId'],
    ['to another plan of the same price', holding({ planUid: 'other' }), null],
    ['to a child of the same price', holding({ planUid: 'other', ancestorUids: ['pro'] }), null],
    ['to yearly bills', holding({ purchase: purchase({ billingPeriod: 'ANNUALLY' }) }), null],
    [
      'to more units',
      holding({ purchase: purchase({ quantities: [{ featureId: 'seats', quantity: 6 }] }) }),
      null,
    ],
    [
      'to fewer units',
      holding({ purchase: purchase({ quantities: [{ featureId: 'seats', quantity: 4 }] }) }),
      'charges',
    ],
    ['to no units', holding({ purchase: purchase({ quantities: [] }) }), 'charges'],
    ['to another addon', holding({ addons: new Map([['extra', 1]]) }), null],
    ['to nothing else', holding(), null],
  ])('D2: from PAID 49 with 5 seats %s', (_change, after, downgrade) => {
    expect(downgradeIn(holding(), after)).toBe(downgrade);
  });

  it('D2: fewer credits, or none, are a downgrade beside any number of units', () => {
    const buying = (...credits: number[]): Holding =>
      holding({
        purchase: purchase({
          quantities: [{ featureId: 'tokens', quantity: 1000 * (credits.length + 1) }],
          credits: credits.map((quantity) => ({ currencyId: 'tokens', quantity })),
        }),
      });
    const some = buying(500);
    expect([buying(499), buying(500), buying(501)].map((after) => downgradeIn(some, after))).toEqual([
      ...['charges', null, null],
    ]);
    expect(
      downgradeIn(
        holding({ purchase: { ...purchase(), credits: [{ currencyId: 'x', quantity: 1 }] } }),
        holding(),
      ),
    ).toBe('charges');
  });

  it('D2: of two plans of one price, the one inherited from is the lower', () => {
    expect(downgradeIn(holding({ ancestorUids: ['base'] }), holding({ planUid: 'base' }))).toBe('planId');
  });

  it('D2: monthly bills after yearly ones, fewer addons and removed addons are downgrades', () => {
    expect(downgradeIn(holding({ purchase: purchase({ billingPeriod: 'ANNUALLY' }) }), holding())).toBe(
      'billingPeriod',
    );
    const two = holding({ addons: new Map([['extra', 2]]) });
    expect(downgradeIn(two, holding({ addons: new Map([['extra', 1]]) }))).toBe('addons');
    expect(downgradeIn(two, holding())).toBe('addons');
  });
});
