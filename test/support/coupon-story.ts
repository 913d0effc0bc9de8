import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, type RestAnswer } from './client';
import { stageOf, Story } from './subscription-lives';

/** A coupon as a subscription tells it, without what this release tells besides. */
export const toldCoupons = (subscription: Json): [id: unknown, status: unknown][] =>
  (subscription['coupons'] as Json[]).map(({ id, status }) => [id, status]);

/** The same as the others, with the coupons `ten` and `twenty` (percent), `fixed` (5 usd), `short` (percent, two months). */
export class CouponStory extends Story {
  static override async begin(app: TestApp): Promise<CouponStory> {
    const story = new CouponStory(app, await stageOf(app));
    await story.coupon('ten', { percentOff: 10 });
    await story.coupon('twenty', { percentOff: 20 });
    await story.coupon('fixed', { amountsOff: [{ amount: 5, currency: 'usd' }] });
    await story.coupon('short', { percentOff: 50, durationInMonths: 2 });
    return story;
  }

  coupon = (id: string, off: Json) =>
    expectOk(this.api.rest('POST', '/coupons', { id, name: `Coupon ${id}`, ...off }));
  archive = (id: string) => expectOk(this.api.rest('POST', `/coupons/${id}/archive`));
  code = (id: string, more: Json = {}) =>
    expectOk(this.api.rest('POST', '/promotion-codes', { id, couponId: 'ten', ...more }));
  redeemed = async (id: string): Promise<unknown> =>
    (await expectOk(this.api.rest('GET', `/promotion-codes/${id}`)))['timesRedeemed'];
  patch = (id: string, body: Json): Promise<RestAnswer> =>
    this.api.rest('PATCH', `/subscriptions/${id}`, body);
  patched = (id: string, body: Json) => expectOk<Json>(this.patch(id, body));
  /** Of the subscription as it is told now. */
  held = async (id: string) => toldCoupons(await this.get(id));
  /** @returns its id */
  bought = async (planId: string, couponId: string, more: Json = {}): Promise<string> =>
    (await this.begun(planId, { appliedCoupon: { couponId }, ...more })).id;
}

export const applied = (couponId: string, startDate?: string): Json => ({
  appliedCoupon: { couponId, ...(startDate && { configuration: { startDate } }) },
});
