import type { TestApp } from '../support/app';
import { publishAddon, publishPlan, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { flatFee, monthly } from '../support/priced-plans';
import { extra, own, PriceStory, type ToldPreview } from '../support/price-story';
import { storyForEach } from '../support/story-for-each';

// Domain: catalog

/**
 * A plan `studio` at 30 that gives away two copies of the group `extras` (maps 4, tiles 4, routes 6, and seats-pack of 3 a seat), and one of
 * the group `more` (routes, gift).
 */
async function sellStudio({ api }: PriceStory): Promise<void> {
  const addon = (id: string, pricingModels?: Json[]) =>
    publishAddon(api, {
      ...{ id, productId: 'main', pricingType: pricingModels ? null : 'FREE' },
      ...(pricingModels && { patch: { charges: { pricingType: 'PAID', pricingModels } } }),
    });
  for (const [id, price] of Object.entries({ maps: 4, tiles: 4, routes: 6 }))
    await addon(id, [flatFee(price)]);
  await addon('gift');
  const rooms = { id: 'rooms', displayName: 'Rooms', featureType: 'NUMBER' };
  await expectOk(api.rest('POST', '/features', rooms));
  await addon('pack', [
    flatFee(1),
    { billingModel: 'PER_UNIT', featureId: 'rooms', pricePeriods: [monthly(3)] },
  ]);
  const groups = { extras: ['routes', 'tiles', 'maps', 'pack'], more: ['routes', 'gift'] };
  for (const [id, addonIds] of Object.entries(groups))
    await expectOk(api.rest('POST', '/package-groups', { id, addonIds }));
  await expectOk(api.rest('POST', '/plans', { id: 'studio', displayName: 'studio', productId: 'main' }));
  const charges = { pricingType: 'PAID', pricingModels: [flatFee(30)] };
  await expectOk(api.rest('PATCH', '/plans/studio', { charges }));
  await expectOk(api.rest('PUT', '/plans/studio/package-groups/extras', { freeItems: 2 }));
  await expectOk(api.rest('POST', '/plans/studio/publish', { migrationType: 'NEW_CUSTOMERS' }));
}

describe('free items of package groups', () => {
  let app: TestApp;
  let story: PriceStory;

  storyForEach(PriceStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    await sellStudio(story);
  });

  const withAddons = (held: Record<string, number>, more: Json = {}): Json => ({
    addons: Object.entries(held).map(([id, quantity]) => ({ id, quantity })),
    ...more,
  });
  const preview = (held: Record<string, number>, more: Json = {}) =>
    story.preview('studio', withAddons(held, more));
  const free = ({ freeItems }: ToldPreview): Json =>
    Object.fromEntries(freeItems.map(({ id, quantity }) => [id, quantity]));
  const subTotals = ({ immediateInvoice: now, recurringInvoice: next }: ToldPreview): number[] => [
    now.subTotal,
    next.subTotal,
  ];
  const lines = ({ immediateInvoice }: ToldPreview): number[] =>
    immediateInvoice.lines.map(({ subTotal }) => subTotal);
  const offer = (group: string, freeItems: number | null) =>
    expectOk(story.api.rest('PUT', `/plans/studio/package-groups/${group}`, { freeItems }));
  const draft = () => expectOk(story.api.rest('POST', '/plans/studio/draft'));
  const publish = () =>
    expectOk(story.api.rest('POST', '/plans/studio/publish', { migrationType: 'NEW_CUSTOMERS' }));

  it.each<[string, Record<string, number>, Json, number]>([
    ['fewer than are given away', { routes: 1 }, { routes: 1 }, 30],
    [
      'the cheapest first, whatever their order: 30 + 6',
      { routes: 1, tiles: 1, maps: 1 },
      { tiles: 1, maps: 1 },
      36,
    ],
    [
      'ties by id, copies one by one: 30 + 4 + 6',
      { tiles: 2, maps: 1, routes: 1 },
      { tiles: 1, maps: 1 },
      40,
    ],
    ['of one addon as many copies: 30 + 2 × 6', { routes: 4 }, { routes: 2 }, 42],
    ['the same by id before the other: 30 + 3 × 4', { tiles: 2, maps: 3 }, { maps: 2 }, 42],
    ['none where none is held', {}, {}, 30],
  ])('A6: %s', async (_case, held, freeItems, subTotal) => {
    const told = await preview(held);
    expect(free(told)).toEqual(freeItems);
    expect(subTotals(told)).toEqual([subTotal, subTotal]);
  });

  it('A6: what is free as a whole has no line, and what is free in part has its paid copies', async () => {
    const told = await preview({ maps: 3, routes: 1 });
    expect(told).toMatchObject({
      freeItems: [{ id: 'maps', quantity: 2 }],
      immediateInvoice: {
        lines: [
          { quantity: 1, subTotal: 30 },
          { quantity: 1, unitPrice: 4, subTotal: 4 },
          { quantity: 1, unitPrice: 6, subTotal: 6 },
        ],
      },
    });
    expect(lines(await preview({ maps: 2 }))).toEqual([30]);
  });

  it('A6: units of an addon count to its price, and are free where all copies are', async () => {
    const rooms = (quantity: number): Json => ({ charges: [{ type: 'FEATURE', id: 'rooms', quantity }] });
    // A copy at 1 and 2 × 3 is 7 a month: the dearest. Then 1 and 1 × 3 is 4, and of maps, pack and tiles the first two are free.
    expect(subTotals(await preview({ pack: 1, maps: 1, tiles: 1 }, rooms(2)))).toEqual([37, 37]);
    const less = await preview({ pack: 1, maps: 1, tiles: 1 }, rooms(1));
    expect([free(less), ...subTotals(less)]).toEqual([{ pack: 1, maps: 1 }, 34, 34]);
  });

  it('A6: an addon of two groups counts in both and is free once; a FREE one is the cheapest', async () => {
    await draft();
    await offer('more', 1);
    await publish();
    // extras: routes and maps; more: gift, for it costs 0.
    const told = await preview({ routes: 1, maps: 1, gift: 1 });
    expect([free(told), ...subTotals(told)]).toEqual([{ routes: 1, maps: 1, gift: 1 }, 30, 30]);
    // extras: both maps; more: routes.
    const both = await preview({ maps: 2, routes: 2 });
    expect([free(both), ...subTotals(both)]).toEqual([{ maps: 2, routes: 1 }, 36, 36]);
  });

  it('A6, customers-subscriptions O1: the price of its own decides which is the cheapest', async () => {
    const told = await preview({ maps: 1, tiles: 1, routes: 1 }, own({ addonId: 'routes', amount: 1 }));
    expect([free(told), ...subTotals(told)]).toEqual([{ maps: 1, routes: 1 }, 34, 34]);
    const { id } = await story.begun('studio', withAddons({ maps: 1, tiles: 1, routes: 1 }));
    await story.patched(id, own({ addonId: 'maps', amount: 9 }));
    expect(subTotals(await story.preview('studio'))).toEqual([0, 39]);
    expect(await story.amountsOf(id)).toMatchObject({ maps: 9, routes: 6, tiles: 4 });
    expect(await story.patch(id, own(extra(1)))).toRefuse('InvalidUpdatePriceUnitAmountError');
  });

  it('customers-subscriptions O1: a feature of an addon has a price of its own beside the base charge of that', async () => {
    const rooms = { charges: [{ type: 'FEATURE', id: 'rooms', quantity: 4 }] };
    const asked = withAddons(
      { pack: 3 },
      { ...rooms, ...own({ addonId: 'pack', featureId: 'rooms', amount: 2.5 }) },
    );
    const { id } = await story.begun('studio', asked);
    const prices = await story.pricesOf(id);
    expect(prices.map(({ addonId, featureId, amount }) => [addonId, featureId, amount])).toEqual([
      [null, null, 30],
      ['pack', null, 1],
      ['pack', 'rooms', 2.5],
    ]);
    // 30, one of three copies at 1, four rooms.
    expect(subTotals(await story.preview('studio'))).toEqual([0, 41]);
    expect(await story.patch(id, own({ featureId: 'rooms', amount: 1 }))).toRefuse(
      'InvalidUpdatePriceUnitAmountError',
    );
  });

  describe('A6, customers-subscriptions R1: in the middle of a period', () => {
    it('what was free comes back as free: to take it back at the same instant costs nothing', async () => {
      await story.begun('studio', withAddons({ maps: 1, routes: 1 }));
      await story.to('2026-04-20');
      // Both were free. Now maps and tiles are, so that 6 × 20/30 are due for routes.
      const more = await preview({ maps: 1, routes: 1, tiles: 1 });
      expect([free(more), lines(more)]).toEqual([{ maps: 1, tiles: 1 }, [4]]);
      await story.begun('studio', withAddons({ maps: 1, routes: 1, tiles: 1 }));
      const back = await preview({ maps: 1, routes: 1 }, { scheduleStrategy: 'IMMEDIATE' });
      expect([free(back), lines(back)]).toEqual([{ maps: 1, routes: 1 }, [-4]]);
      expect(lines(await preview({}, { scheduleStrategy: 'IMMEDIATE' }))).toEqual([-4]);
    });

    it('copies that are paid come back, those that were free do not', async () => {
      await story.begun('studio', withAddons({ routes: 5 }));
      await story.to('2026-04-20');
      // 3 of 5 were paid: −3 × 6 × 20/30, and 1 of 3 is.
      expect(lines(await preview({ routes: 3 }, { scheduleStrategy: 'IMMEDIATE' }))).toEqual([-12, 4]);
      const waits = await preview({ routes: 1 });
      expect([free(waits), subTotals(waits)]).toEqual([{ routes: 2 }, [0, 30]]);
    });

    it('another plan gives back what was paid and gives away by its own offer', async () => {
      await publishPlan(story.api, {
        ...{ id: 'grand', productId: 'main', pricingType: null },
        patch: {
          ...{ compatibleAddonIds: ['routes'] },
          charges: { pricingType: 'PAID', pricingModels: [flatFee(60)] },
        },
      });
      await story.begun('studio', withAddons({ routes: 3 }));
      await story.to('2026-04-20');
      const told = await story.preview('grand', withAddons({ routes: 3 }));
      // Back: 30 and one of 6, due: 60 and three of 6, by 20/30.
      expect([free(told), lines(told)]).toEqual([{}, [-20, -4, 40, 12]]);
    });
  });

  it('A6: the offer is that of the version, the members those of the group when the addons were agreed', async () => {
    const { id } = await story.begun('studio', withAddons({ maps: 1, routes: 1 }));
    await draft();
    await offer('extras', null);
    await publish();
    expect(subTotals(await story.preview('studio'))).toEqual([0, 30]);
    await expectOk(story.api.rest('PATCH', '/package-groups/extras', { addonIds: ['tiles', 'routes'] }));
    expect(await story.patched(id, { metadata: { team: 'red' } })).toMatchObject({ addons: [{}, {}] });
    const [stored] = await app.dataSource.query<{ free: unknown }[]>(
      `select purchase -> 'freeItems' as free from subscription where id = $1`,
      [id],
    );
    expect(stored?.free).toEqual([
      { addonId: 'maps', quantity: 1 },
      { addonId: 'routes', quantity: 1 },
    ]);
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`));
    expect(subTotals(await story.preview('studio'))).toEqual([0, 40]);
  });

  it('A6: a plan that waits tells what will be free', async () => {
    await story.begun('pro');
    const told = await preview({ maps: 1 });
    expect(told).toMatchObject({ isPlanDowngrade: true, freeItems: [{ id: 'maps', quantity: 1 }] });
    expect(subTotals(told)).toEqual([0, 30]);
  });

  it('A6: over GraphQL', async () => {
    const mutation = `mutation($input: PreviewSubscriptionInput!) { previewSubscription(input: $input) ${everyField(app, 'SubscriptionPreview')} }`;
    const input = { customerId: 'ada', planId: 'studio', ...withAddons({ routes: 3 }) };
    expect(await expectOk<Json>(story.api.graphql(mutation, { input }))).toMatchObject({
      ...{ freeItems: [{ id: 'routes', quantity: 2 }], recurringInvoice: { subTotal: 36 } },
    });
  });
});
