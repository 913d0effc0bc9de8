import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { informed, InvoiceStory, type ToldInvoice } from '../support/invoice-story';
import { seededRandom } from '../support/seeded-random';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

const random = seededRandom('changes-previewed.e2e-spec');
const courses = 6;

describe('changes, as they are previewed, made and undone', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const coupons: Json[] = [
    { percentOff: 33 },
    { percentOff: 100 },
    { amountsOff: [{ amount: 7, currency: 'usd' }] },
    { amountsOff: [{ amount: 500, currency: 'usd' }], durationInMonths: 1 },
  ];
  const sellCoupons = async (): Promise<void> => {
    for (const [place, terms] of coupons.entries())
      await expectOk(story.api.rest('POST', '/coupons', { id: `off-${place}`, name: 'Off', ...terms }));
  };
  const sumOf = (all: readonly ToldInvoice[], key: 'subtotal' | 'discount' | 'total'): number =>
    Math.round(all.reduce((sum, invoice) => sum + invoice[key], 0) * 100);

  it.each(Array.from({ length: courses }, (_, course) => course))(
    'R1, N5, W1: course %#: nets nothing, with any coupon and tax, and is what its preview told',
    async () => {
      await sellCoupons();
      const coupon = random.whole(0, coupons.length);
      const taxPercentage = random.pick([0, 7.7, 19]);
      const quantity = random.whole(0, 9);
      const { id } = await story.billed('team', {
        ...informed({ taxPercentage }),
        charges: units(quantity),
        ...(coupon < coupons.length && { appliedCoupon: { couponId: `off-${coupon}` } }),
      });
      for (let change = 0; change < 3; change++) {
        const day = 12 + change * 9 + random.whole(0, 8);
        await story.at(new Date(Date.UTC(2026, 3, day, random.whole(0, 23), 17, 5)).toISOString());
        const before = (await story.invoices()).length;
        const more = { charges: units(quantity + random.whole(1, 20)) };
        const body = { customerId: 'ada', planId: 'team', ...more };
        const told = await expectOk<Json>(story.api.rest('POST', '/subscriptions/preview', body));
        await story.patched(id, more);
        const { subtotal, discount, tax, amountDue: total } = await story.last();
        expect(told['immediateInvoice']).toMatchObject({ subTotal: subtotal, discount, tax, total });
        await story.patched(id, { charges: units(quantity), scheduleStrategy: 'IMMEDIATE' });
        const both = (await story.invoices()).slice(before);
        expect([both.length, sumOf(both, 'subtotal'), sumOf(both, 'discount')]).toEqual([2, 0, 0]);
        // Lines are taxed each by itself.
        expect(Math.abs(sumOf(both, 'total'))).toBeLessThanOrEqual(2);
      }
    },
  );

  it.each(Array.from({ length: courses }, (_, course) => course))(
    'W1, R3: course %#: the next period is billed as the preview of a change told, whichever way that is billed',
    async () => {
      await sellCoupons();
      const coupon = random.whole(0, coupons.length);
      const taxPercentage = random.pick([0, 7.7, 19]);
      await story.billed('team', {
        ...informed({ taxPercentage }),
        charges: units(random.whole(0, 9)),
        ...(coupon < coupons.length && { appliedCoupon: { couponId: `off-${coupon}` } }),
      });
      let told: Json = {};
      for (let change = 0; change < 3; change++) {
        await story.to(`2026-04-${13 + change * 6}`);
        const prorationBehavior = random.pick(['INVOICE_IMMEDIATELY', 'CREATE_PRORATIONS', 'NONE']);
        const body = {
          ...{ customerId: 'ada', planId: 'team', charges: units(random.whole(0, 30)) },
          ...{ scheduleStrategy: 'IMMEDIATE', billingInformation: { prorationBehavior } },
        };
        told = await expectOk<Json>(story.api.rest('POST', '/subscriptions/preview', body));
        await expectOk(story.api.rest('POST', '/subscriptions', body));
      }
      await story.to('2026-05-10');
      const { subtotal, discount, tax, amountDue: total, lineItems } = await story.last();
      const { lines, ...figures } = told['recurringInvoice'] as Json & { lines: Json[] };
      expect(figures).toMatchObject({ subTotal: subtotal, discount, tax, total });
      expect(lines.map(({ description, subTotal }) => [description, subTotal])).toEqual(
        lineItems.map(({ description, amount }) => [description, amount]),
      );
    },
  );
});
