import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { ledgerOf } from '../support/credits';
import { RatedStory } from '../support/rated-story';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('the rate of usage that is told late', () => {
  let story: RatedStory;

  storyForEach(RatedStory, (begun) => ({ story } = begun));

  const dearChats = ratedUsage('chats', { amount: 3 });
  const late = async (day: string): Promise<unknown> =>
    (await story.credit(1, { createdAt: `${day}T00:00:00.000Z` }))[0];

  it('F6: is that of the plan that the customer had when it happened', async () => {
    await story.sellUsage('dear-chats', 'chats', dearChats);
    await story.begun('dear-chats', { billingPeriod: 'MONTHLY' });
    await story.to('2026-05-12');
    expect((await story.credit(1))[0]).toBe(3);
    expect([await late('2026-05-11'), await late('2026-04-20')]).toEqual([3, 2]);
  });

  it('F6: is that of the terms that the subscription had then', async () => {
    await expectOk(story.cancel(await story.idOfCustomer('ada'), { cancellationTime: 'IMMEDIATE' }));
    const rate = { featureId: 'chats', creditRate: { amount: 7, currencyId: 'tokens' } };
    const { id } = await story.ai({ priceOverrides: [rate] });
    await story.to('2026-04-15');
    await story.patched(id, { priceOverrides: [{ featureId: 'chats' }] });
    expect([(await story.credit(1))[0], await late('2026-04-12')]).toEqual([2, 7]);
  });

  it('L1, F1: a report on a resource is paid from the wallet of the resource where a subscription on it is paid so', async () => {
    await story.subscribeSite();
    const onSite = (await story.report(1, { resourceId: 'site' }))['credit'] as Json;
    expect(onSite).toMatchObject({ currencyId: 'tokens', usageLimit: 0 });
    const rows = await ledgerOf(story.api, 'ada', '&resourceId=site');
    expect(rows.map(({ amount, resourceId }) => [amount, resourceId])).toEqual([
      [-Number(onSite['consumed']), 'site'],
    ]);
    // A resource without a subscription is paid from the customer's own.
    expect((await story.report(1, { resourceId: 'elsewhere' }))['credit']).toMatchObject({
      ...{ consumed: 2, currentUsage: 2, usageLimit: 2500 },
    });
  });

  it('L1, D8: a measurement keeps the resource that its report named where it counts for the customer, for who pays depends on it', async () => {
    await story.subscribeSite();
    const images = { featureId: 'images', dimensions: { words: 4 } };
    const told = async (more: Json): Promise<string> => String((await story.report(1, more))['id']);
    const asked = [
      await told({ ...images, resourceId: 'site' }),
      await told({ ...images, resourceId: 'new' }),
      await told({ ...images, resourceId: 'new' }),
      await told(images),
      await told({ resourceId: 'site' }),
    ];
    const { data } = await story.reportByGraphql(1, { ...images, resourceId: 'site' });
    const [{ id }] = (data as { reportUsage: [Json] }).reportUsage;
    expect(await story.countedOf([...asked, String(id)])).toEqual([
      [null, 'site'],
      [null, 'new'],
      [null, 'new'],
      [null, null],
      ['site', null],
      [null, 'site'],
    ]);
    const paid = await ledgerOf(story.api, 'ada', '&resourceId=site');
    expect(paid.map(({ eventId }) => eventId)).toEqual([id, asked[4], asked[0]]);
  });

  it('N10, entitlements-usage A5: a key counts once also where it counts for the resource by then, or for the customer again', async () => {
    const onSite = { resourceId: 'site', idempotencyKey: 'k' };
    const first = await story.report(1, onSite);
    const other = await story.report(2, { idempotencyKey: 'own' });
    expect(first['credit']).toMatchObject({ consumed: 2, currentUsage: 2 });
    await story.subscribeSite();
    const again = await story.report(1, onSite);
    expect([again['id'], (again['credit'] as Json)['consumed']]).toEqual([first['id'], 0]);
    const { data } = await story.reportByGraphql(1, onSite);
    expect(data).toMatchObject({ reportUsage: [{ id: first['id'] }] });
    expect(await story.askReport(2, onSite)).toRefuse('BadUserInput', /^usages\[0\]: value/);
    // The same key without a resource, or of another one, is another report.
    const own = await story.report(4, { resourceId: 'site', idempotencyKey: 'own' });
    expect(own['id']).not.toBe(other['id']);
    const late = await story.report(1, { resourceId: 'site', idempotencyKey: 'late' });
    const site = await story.idOfCustomer('ada');
    await expectOk(story.cancel(site, { cancellationTime: 'IMMEDIATE' }));
    expect((await story.report(1, { resourceId: 'site', idempotencyKey: 'late' }))['id']).toBe(late['id']);
    expect(await story.countedOf([first, own, late].map(({ id }) => String(id)))).toEqual([
      [null, 'site'],
      ['site', null],
      ['site', null],
    ]);
    expect((await story.mayUse())[2]).toBe(3);
  });
});
