import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { informed, invoiced, InvoiceStory } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('discounts on invoices of subscriptions', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const coupon = (id: string, off: Json) =>
    expectOk(story.api.rest('POST', '/coupons', { id, name: id, ...off }));
  const held = (couponId: string | null) => expectOk(story.api.rest('PATCH', '/customers/ada', { couponId }));
  const off = (couponId: string): Json => ({ appliedCoupon: { couponId } });
  const figures = async (): Promise<number[][]> =>
    (await story.invoices()).map(({ subtotal, discount, tax, total }) => [subtotal, discount, tax, total]);
  const taken = async () => (await figures()).map(([, discount]) => discount);
  /** Discounts of the lines of the newest invoice, the largest line first. */
  const shared = async (): Promise<string[][]> => {
    const { invoiceId } = await story.last();
    return (
      await app.dataSource.query<{ sub_total: string; discount: string; tax: string }[]>(
        `select sub_total::float8::text as sub_total, discount::float8::text as discount, tax::float8::text as tax
           from invoice_line where invoice_uid = $1 order by position`,
        [invoiceId],
      )
    ).map((line) => [line.sub_total, line.discount, line.tax]);
  };

  it('N5: 84.00 less 20 % is 67.20', async () => {
    await coupon('twenty', { percentOff: 20 });
    await story.sell('eighty-four', 84);
    await story.begun('eighty-four', invoiced(off('twenty')));
    expect(await figures()).toEqual([[84, 16.8, 0, 67.2]]);
  });

  it('N4, N5: a percentage and a fixed amount are taken off each invoice, changes too', async () => {
    await coupon('fixed', { amountsOff: [{ amount: 7, currency: 'usd' }] });
    const { id } = await story.billed('team', off('fixed'));
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    await story.to('2026-05-10');
    expect(await figures()).toEqual([
      [99, 7, 0, 92],
      [20, 7, 0, 13],
      [129, 7, 0, 122],
    ]);
  });

  it('N5: a fixed amount takes all at most, the rest is lost, and in another currency it takes nothing', async () => {
    await coupon('much', { amountsOff: [{ amount: 60, currency: 'usd' }] });
    await coupon('foreign', { amountsOff: [{ amount: 5, currency: 'eur' }] });
    const { id } = await story.begun('pro', invoiced(off('much')));
    await story.patched(id, off('foreign'));
    await story.to('2026-05-10');
    expect(await figures()).toEqual([
      [49, 49, 0, 0],
      [49, 0, 0, 49],
    ]);
    expect((await story.bills())[0]).toEqual(['2026-04-10', 'PAID', 0, 0]);
  });

  it('N4: it lasts for the invoices that are issued before its end', async () => {
    await coupon('short', { percentOff: 50, durationInMonths: 2 });
    const { id } = await story.begun('pro', invoiced(off('short')));
    await story.to('2026-07-10');
    expect(await taken()).toEqual([24.5, 24.5, 0, 0]);
    expect((await story.get(id))['coupons']).toMatchObject([{ status: 'EXPIRED' }]);
  });

  it('N3, N4: it begins when that was said, and another one takes its place', async () => {
    await coupon('ten', { percentOff: 10 });
    await coupon('twenty', { percentOff: 20 });
    const configuration = { startDate: '2026-05-01T00:00:00.000Z' };
    const { id } = await story.begun('pro', invoiced({ appliedCoupon: { couponId: 'ten', configuration } }));
    await story.to('2026-05-20');
    await story.patched(id, off('twenty'));
    await story.to('2026-06-10');
    expect(await taken()).toEqual([0, 4.9, 9.8]);
  });

  it('N2: that of the subscription wins over that of the customer, and they never stack', async () => {
    await coupon('ten', { percentOff: 10 });
    await coupon('twenty', { percentOff: 20 });
    await coupon('foreign', { amountsOff: [{ amount: 5, currency: 'eur' }] });
    await held('ten');
    const { id } = await story.begun('pro', invoiced());
    await story.patched(id, off('twenty'));
    await story.to('2026-05-10');
    // It wins also where it takes nothing off in this currency.
    await story.patched(id, off('foreign'));
    await story.to('2026-06-10');
    expect(await taken()).toEqual([4.9, 9.8, 0]);
  });

  it('N2: that of the customer is taken off until it is taken away, whoever pays', async () => {
    await coupon('ten', { percentOff: 10 });
    await held('ten');
    await expectOk(story.api.rest('POST', '/customers', { id: 'parent', email: 'p@example.com' }));
    await story.begun('pro', invoiced({ payingCustomerId: 'parent' }));
    await story.to('2026-05-09');
    await held(null);
    await story.to('2026-05-10');
    const told = await story.invoices('parent');
    expect(told.map(({ discount, total }) => [discount, total])).toEqual([
      [4.9, 44.1],
      [0, 49],
    ]);
  });

  it('N5: lines share it in proportion, in cents, and the largest takes the rest', async () => {
    await coupon('ten', { amountsOff: [{ amount: 10, currency: 'usd' }] });
    await story.billed('team', { addons: [{ id: 'extra', quantity: 1 }], ...off('ten') });
    // Of 104: 4.711…, 4.807…, 0.480….
    expect(await shared()).toEqual([
      ['49', '4.71', '0'],
      ['50', '4.81', '0'],
      ['5', '0.48', '0'],
    ]);
  });

  it('catalog R8, contracts-billing R5: first the coupon, then the tax of each line, then the balance', async () => {
    await coupon('twenty', { percentOff: 20 });
    await story.sell('top', 99);
    const { id } = await story.begun('top', invoiced());
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.billed('team', { ...informed({ taxPercentage: 19 }), ...off('twenty') });
    // 49 less 9.80 and 50 less 10.00, 7.45 and 7.60 on top, 66 of the balance.
    expect(await shared()).toEqual([
      ['49', '9.8', '7.45'],
      ['50', '10', '7.6'],
    ]);
    expect(await story.last()).toMatchObject({ subtotal: 99, discount: 19.8, tax: 15.05, total: 94.25 });
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 94.25, 28.25]);
  });

  it('R1, N5: what was cheaper gives as much less back, so that nobody earns by a change that is undone', async () => {
    await coupon('half', { percentOff: 50 });
    const { id } = await story.billed('team', { ...off('half'), ...informed({ taxPercentage: 10 }) });
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    await story.patched(id, { charges: units(5), scheduleStrategy: 'IMMEDIATE' });
    await story.givenBack(id);
    expect(await figures()).toEqual([
      [99, 49.5, 4.95, 54.45],
      [20, 10, 1, 11],
      [-20, -10, -1, -11],
      [-66, -33, -3.3, -36.3],
    ]);
  });

  it('N5: what cost nothing gives nothing back', async () => {
    await coupon('all', { percentOff: 100 });
    const { id } = await story.billed('team', off('all'));
    await story.to('2026-04-20');
    await story.givenBack(id);
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'PAID', 0, 0],
      ['2026-04-20', 'PAID', 0, 0],
    ]);
  });

  it('N2: what takes the place of a plan goes on with its coupon', async () => {
    await coupon('ten', { percentOff: 10 });
    await story.topForPro({}, invoiced(off('ten')));
    expect(await story.last()).toMatchObject({ subtotal: 33.33, discount: 3.33, total: 30 });
  });
});
