import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { CouponStory } from '../support/coupon-story';
import { eventsAbout } from '../support/events';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

describe('coupons of customers', () => {
  let app: TestApp;
  let story: CouponStory;

  storyForEach(CouponStory, (begun) => ({ app, story } = begun));

  const change = (body: Json) => story.api.rest('PATCH', '/customers/ada', body);
  const couponId = async (): Promise<unknown> =>
    (await expectOk(story.api.rest('GET', '/customers/ada')))['couponId'];
  /** Since when: it is told to nobody yet, and counts for bills. */
  const kept = async (): Promise<Json | null> => {
    const [row] = await app.dataSource.query<{ coupon: Json | null }[]>(
      `select coupon from customer where environment_id = $1 and id = 'ada'`,
      [story.place.environmentId],
    );
    return row?.coupon ?? null;
  };

  it('U1: given with a new customer, told by every read and the event', async () => {
    const made = await expectOk(story.api.rest('POST', '/customers', { id: 'bob', couponId: 'ten' }));
    expect(made).toMatchObject({ couponId: 'ten' });
    expect(await expectOk(story.api.rest('GET', '/customers/bob'))).toEqual(made);
    const { data } = await expectPage<Json>(story.api.rest('GET', '/customers'));
    expect(data.map((each) => [each['id'], each['couponId']])).toEqual([
      ['bob', 'ten'],
      ['ada', null],
    ]);
    const [event] = await eventsAbout(app, 'bob');
    expect(event).toMatchObject({
      type: 'customer.created',
      payload: { customer: { couponId: 'ten' } },
    });
  });

  it('U1: by PATCH, and cleared by an empty text or null', async () => {
    for (const nothing of ['', null]) {
      expect(await expectOk(change({ couponId: 'ten' }))).toMatchObject({ couponId: 'ten' });
      await expectOk(change({ name: 'Ada' }));
      expect(await couponId()).toBe('ten');
      expect(await expectOk(change({ couponId: nothing }))).toMatchObject({ couponId: null });
      await expectOk(change({ couponId: nothing }));
    }
    for (const nothing of ['', null])
      await createCustomer(story.api, `none-${String(nothing)}`, { couponId: nothing });
  });

  it('U1: over GraphQL', async () => {
    const document =
      'mutation($input: UpdateCustomerInput!) { updateCustomer(id: "ada", input: $input) { couponId } }';
    const set = (value: string | null) => story.api.graphql(document, { input: { couponId: value } });
    expect(await expectOk(set('ten'))).toEqual({ couponId: 'ten' });
    expect(await set('twenty')).toRefuse('CustomerAlreadyHaveCustomerCoupon', /ten/);
    expect(await expectOk(set(null))).toEqual({ couponId: null });
  });

  it('U1: CustomerAlreadyHaveCustomerCoupon while another one is set', async () => {
    await expectOk(change({ couponId: 'ten' }));
    expect(await change({ couponId: 'twenty', name: 'Ada' })).toRefuse(
      'CustomerAlreadyHaveCustomerCoupon',
      /clear it/,
    );
    expect(await expectOk(story.api.rest('GET', '/customers/ada'))).toMatchObject({
      ...{ couponId: 'ten', name: null },
    });
    await expectOk(change({ couponId: '' }));
    await expectOk(change({ couponId: 'twenty' }));
    expect(await couponId()).toBe('twenty');
  });

  it('U1, N4: the one that it holds already goes on from when it began', async () => {
    await expectOk(change({ couponId: 'short' }));
    const before = await kept();
    expect(before).toMatchObject({ startsAt: '2026-04-10T00:00:00.000Z', durationInMonths: 2 });
    await story.to('2026-05-01');
    await expectOk(change({ couponId: 'short' }));
    await story.archive('short');
    await expectOk(change({ couponId: 'short', name: 'Ada' }));
    expect(await kept()).toEqual(before);
    // Told until it is cleared, also once it takes nothing off.
    await story.to('2026-07-01');
    expect(await couponId()).toBe('short');
    expect(await change({ couponId: 'ten' })).toRefuse('CustomerAlreadyHaveCustomerCoupon');
  });

  it('N1: an unknown or archived one is refused, and nothing is changed', async () => {
    await story.archive('ten');
    for (const [id, code] of [
      ['nobody', 'CouponNotFound'],
      ['ten', 'ArchivedCouponCantBeApplied'],
    ] as const) {
      expect(await change({ couponId: id, name: 'Ada' })).toRefuse(code);
      expect(await story.api.rest('POST', '/customers', { id: 'bob', couponId: id })).toRefuse(code);
    }
    expect(await expectOk(story.api.rest('GET', '/customers/ada'))).toMatchObject({ name: null });
    expect(await story.api.rest('GET', '/customers/bob')).toRefuse('CustomerNotFound');
  });

  it('N2: it is no coupon of its subscriptions', async () => {
    await expectOk(change({ couponId: 'ten' }));
    const { id } = await story.begun('pro');
    expect(await story.held(id)).toEqual([]);
    await expectOk(story.patch(id, { appliedCoupon: { couponId: 'ten' } }));
    expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
  });
});
