import { publishAddon, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { amountsOf, invoiced, InvoiceStory } from '../support/invoice-story';
import { flatFee } from '../support/priced-plans';
import { publishFor } from '../support/publishing';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

describe('what a subscription is asked once', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));
  beforeEach(async () => {
    const pricingModels = [flatFee(5), { ...flatFee(100), billingCadence: 'ONE_OFF' }];
    await publishAddon(story.api, {
      ...{ id: 'setup', productId: 'main', pricingType: null },
      patch: { charges: { pricingType: 'PAID', pricingModels } },
    });
    await story.sell('desk', 30, { compatibleAddonIds: ['setup'] });
    await story.sell('bench', 20, { compatibleAddonIds: ['setup'] });
  });

  const addons: Json = { addons: [{ id: 'setup', quantity: 1 }] };
  const billed = async (): Promise<number[][]> =>
    (await story.invoices()).map((each) => amountsOf(each).sort((a, b) => a - b));

  it('catalog R3, R1: with the first invoice alone, and it never comes back', async () => {
    const { id } = await story.begun('desk', invoiced(addons));
    await story.to('2026-05-20');
    await story.givenBack(id);
    expect(await billed()).toEqual([
      [5, 30, 100],
      [5, 30],
      // 21 of 31 days.
      [-20.32, -3.39],
    ]);
  });

  it('R1: of an addon within a period it is asked whole, and once', async () => {
    const { id } = await story.begun('desk', invoiced());
    await story.to('2026-04-20');
    await story.patched(id, addons);
    await story.to('2026-05-10');
    expect(await billed()).toEqual([[30], [3.33, 100], [5, 30]]);
  });

  it('R3: NONE asks it at once, for it is of no period', async () => {
    const { id } = await story.begun('desk', invoiced());
    await story.to('2026-04-20');
    await story.patched(id, { ...addons, billingInformation: { prorationBehavior: 'NONE' } });
    await story.to('2026-05-10');
    expect(await billed()).toEqual([[30], [100], [5, 30]]);
  });

  it('D6: of an addon that waits for the next period it is asked with that', async () => {
    const { id } = await story.begun('desk', invoiced());
    await story.patched(id, { ...addons, scheduleStrategy: 'END_OF_BILLING_PERIOD' });
    await story.to('2026-06-10');
    expect(await billed()).toEqual([[30], [5, 30, 100], [5, 30]]);
  });

  it('D9: a plan that waited asks nothing again of the addon that goes on in it', async () => {
    await story.begun('desk', invoiced(addons));
    await story.begun('bench', addons);
    await story.to('2026-05-10');
    expect(await billed()).toEqual([
      [5, 30, 100],
      [5, 20],
    ]);
  });

  it('V6, D9: of a period that was not charged it is asked later', async () => {
    await story.begun('desk', invoiced({ ...addons, startDate: '2026-04-05T00:00:00.000Z' }));
    await story.begun('bench', addons);
    await story.to('2026-06-05');
    expect(await billed()).toEqual([
      [5, 20, 100],
      [5, 20],
    ]);
  });

  it('X5: another version asks nothing again', async () => {
    const { id } = await story.begun('desk', invoiced(addons));
    await story.to('2026-04-20');
    await expectOk(story.api.rest('POST', '/addons/setup/draft'));
    const pricingModels = [flatFee(5), { ...flatFee(120), billingCadence: 'ONE_OFF' }];
    await expectOk(
      story.api.rest('PATCH', '/addons/setup', { charges: { pricingType: 'PAID', pricingModels } }),
    );
    await publishFor(story.api, 'addons', 'setup', 'NEW_CUSTOMERS');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`, {}));
    await story.to('2026-05-10');
    expect(await billed()).toEqual([
      [5, 30, 100],
      [5, 30],
    ]);
  });
});
