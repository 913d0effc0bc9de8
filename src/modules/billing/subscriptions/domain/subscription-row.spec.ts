import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { newsIn, requireSame, requireSpan, requireUnbilled, type SubscriptionRow } from './subscription-row';
import type { Subscription } from './subscription';

// Domain: customers-subscriptions

const start = new Date('2026-03-01T00:00:00.000Z');
const end = new Date('2026-04-01T00:00:00.000Z');

const stored = (more: object = {}): Subscription =>
  ({
    ...{ id: 's-1', customerId: 'ada', planId: 'team', resourceId: null, startDate: start, endDate: null },
    ...{ billingId: 'sub_1', billing: null, metadata: { team: 'red' } },
    purchase: {
      ...{ billingPeriod: 'MONTHLY', quantities: [{ featureId: 'seats', quantity: 3 }] },
      credits: [{ currencyId: 'tokens', quantity: 500 }],
    },
    addons: [
      { packageId: 'extra', quantity: 2 },
      { packageId: 'more', quantity: 1 },
    ],
    ...more,
  }) as unknown as Subscription;
const row = (more: Partial<SubscriptionRow> = {}): SubscriptionRow => ({
  ...{ id: 's-1', customerId: 'ada', planId: 'team' },
  ...more,
});
const refused = (code: ErrorCode, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('what a row of an import says otherwise', () => {
  it('X8: is nothing where it names nothing, or what is so already', () => {
    const same = row({
      addons: [
        { id: 'more', quantity: 1 },
        { id: 'extra', quantity: 2 },
      ],
      charges: [
        { type: 'FEATURE', id: 'seats', quantity: 3 },
        { type: 'CREDIT', id: 'tokens', quantity: 500 },
      ],
      ...{ billingPeriod: 'MONTHLY', billingId: 'sub_1', metadata: { team: 'red' }, endDate: null },
    });
    expect([newsIn(row(), stored()), newsIn(same, stored())]).toEqual([{}, {}]);
  });

  it.each<[string, Partial<SubscriptionRow>]>([
    [
      'another quantity of an addon',
      {
        addons: [
          { id: 'extra', quantity: 3 },
          { id: 'more', quantity: 1 },
        ],
      },
    ],
    ['an addon fewer', { addons: [{ id: 'extra', quantity: 2 }] }],
    ['other units', { charges: [{ type: 'FEATURE', id: 'seats', quantity: 4 }] }],
    ['units of something else', { charges: [{ type: 'CREDIT', id: 'seats', quantity: 3 }] }],
    ['other credits', { charges: [{ type: 'CREDIT', id: 'tokens', quantity: 501 }] }],
    ['another period', { billingPeriod: 'ANNUALLY' }],
    ['no id in another system', { billingId: null }],
    ['more metadata', { metadata: { floor: '1' } }],
    ['less metadata', { metadata: { team: '' } }],
    ['an end', { endDate: end }],
  ])('X8: %s', (_what, said) => {
    expect(newsIn(row(said), stored())).toEqual(said);
  });

  it('X8, V7: a period of what has no price says nothing', () => {
    expect(newsIn(row({ billingPeriod: 'ANNUALLY' }), stored({ purchase: null }))).toEqual({});
  });

  it('X8: an end is taken back by null', () => {
    expect(newsIn(row({ endDate: null }), stored({ endDate: end }))).toEqual({ endDate: null });
  });
});

describe('what no row of an import moves', () => {
  it.each<[Partial<SubscriptionRow>, RegExp]>([
    [{ customerId: 'ben' }, /^customerId: .*ada/],
    [{ resourceId: 'site' }, /^resourceId: .*no resource/],
    [{ startDate: end }, /^startDate: .*2026-03-01/],
  ])('X8: InvalidArgumentError for %j', (said, message) => {
    expect(() => requireSame(row(said), stored())).toThrow(refused('InvalidArgumentError', message));
    expect(() => requireSame(row({ resourceId: null, startDate: start }), stored())).not.toThrow();
  });

  it('X8, S4: an end that is not after the start', () => {
    expect(() => requireSpan(end, start)).toThrow(refused('InvalidArgumentError', /^endDate/));
    expect(() => requireSpan(start, start)).toThrow(refused('InvalidArgumentError', /^endDate/));
    for (const endDate of [end, null, undefined]) expect(() => requireSpan(start, endDate)).not.toThrow();
  });

  it('X8: what is collected here', () => {
    const billed = stored({ billing: { method: 'INVOICE' } });
    expect(() => requireUnbilled(billed)).toThrow(refused('InvalidArgumentError', /INVOICE/));
  });
});
