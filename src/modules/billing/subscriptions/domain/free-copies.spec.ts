import { Decimal } from '#libs/kernel/decimal';
import { freeItemsOf, type PricedAddon } from './free-copies';

// Domain: catalog

const addon = (packageId: string, monthlyPrice: number, quantity = 1): PricedAddon => ({
  ...{ packageUid: `${packageId}-uid`, packageId, quantity },
  monthlyPrice: new Decimal(monthlyPrice),
});
const offer = (freeItems: number, ...ids: string[]) => ({
  freeItems,
  addonUids: new Set(ids.map((id) => `${id}-uid`)),
});
const free = (offers: ReturnType<typeof offer>[], ...addons: PricedAddon[]) =>
  freeItemsOf(offers, addons).map(({ addonId, quantity }) => [addonId, quantity]);

describe('what a package group gives away (A6)', () => {
  it.each<[string, PricedAddon[], [string, number][]]>([
    [
      'the cheapest first',
      [addon('a', 9), addon('b', 5), addon('c', 7)],
      [
        ['b', 1],
        ['c', 1],
      ],
    ],
    [
      'ties by id',
      [addon('c', 5), addon('b', 5), addon('a', 5)],
      [
        ['b', 1],
        ['a', 1],
      ],
    ],
    ['copy by copy', [addon('a', 5, 5), addon('b', 9, 5)], [['a', 2]]],
    [
      'the rest of the dearer',
      [addon('a', 9, 5), addon('b', 5)],
      [
        ['a', 1],
        ['b', 1],
      ],
    ],
    ['no more than is held', [addon('a', 5)], [['a', 1]]],
    ['none of what is not in it', [addon('x', 1), addon('a', 5)], [['a', 1]]],
    ['none of none', [], []],
  ])('A6: %s', (_case, addons, items) => {
    expect(free([offer(2, 'a', 'b', 'c')], ...addons)).toEqual(items);
  });

  it('A6: what is free in two groups is free once', () => {
    const offers = [offer(1, 'a', 'b'), offer(2, 'a', 'c')];
    expect(free(offers, addon('a', 1, 3), addon('b', 2), addon('c', 3))).toEqual([['a', 2]]);
    expect(free(offers, addon('a', 9), addon('b', 2), addon('c', 3))).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
  });
});
