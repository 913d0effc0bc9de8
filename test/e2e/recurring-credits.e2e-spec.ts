import type { TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import {
  consumptionBody,
  creditCustomer,
  grantsOf,
  ledgerRows,
  proofOf,
  useCredits,
} from '../support/credits';
import { CreditStory, tokens } from '../support/credit-story';
import { eventsAbout } from '../support/events';

import { storyForEach } from '../support/story-for-each';

// Domain: credits

const credit = (amount: number, more: Json = {}): Json => ({
  ...{ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' },
  ...more,
});

describe('credits of subscriptions', () => {
  let app: TestApp;
  let api: ApiClient;
  let at: CreditSandbox['at'];

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, at } = begun.story);
  });
  beforeEach(async () => {
    await at('01-31');
    await createProduct(api, 'main');
  });

  const sell = (id: string, entitlements: Json[], more: Json = {}) =>
    publishPlan(api, { id, productId: 'main', entitlements, ...more });

  /** `1000 RECURRING ACTIVE 01-31 → 02-28`, newest first. */
  const grants = async (more = ''): Promise<string[]> =>
    (await grantsOf(api, 'c', more)).map(({ amount, grantType, status, effectiveAt, expireAt }) => {
      const short = (instant: unknown): string => String(instant).slice(5, 10);
      return `${Number(amount)} ${String(grantType)} ${String(status)} ${short(effectiveAt)} → ${short(expireAt)}`;
    });

  it('R1, R2: a monthly amount at the begin of each window, whatever is left; told as what it comes from', async () => {
    await sell('pro', [credit(1000)]);
    await subscribe(api, 'c', 'pro');
    await useCredits(api, 300);
    await at('03-01');
    expect(await grants()).toEqual([
      ...['1000 RECURRING ACTIVE 02-28 → 03-31', '1000 RECURRING EXPIRED 01-31 → 02-28'],
    ]);
    const [granted] = await grantsOf(api);
    expect(granted).toMatchObject({
      sourceType: 'PLAN_ENTITLEMENT',
      priority: 10,
      displayName: 'Credits of pro',
    });
    expect(await ledgerRows(api)).toEqual([
      ...['GRANTED Credits of pro 1000 → 1000', 'CONSUMED Credits of pro -300 → 700'],
      ...['EXPIRED Credits of pro -700 → 0', 'GRANTED Credits of pro 1000 → 1000'],
    ]);
    expect(await proofOf(api)).toMatchObject({ holds: true, rows: 4 });
    const told = await eventsAbout(app, String(granted?.['id']));
    expect(told.map(({ type }) => type)).toEqual(['credit_grant.created']);
  });

  it('R8, R7: a window is there before anything of it is taken, whatever the books have noted', async () => {
    const here = app.a.api;
    await creditCustomer(here);
    await createProduct(here, 'main');
    await publishPlan(here, { id: 'pro', productId: 'main', entitlements: [credit(1000)] });
    await subscribe(here, 'c', 'pro');
    const take = () =>
      here.rest('POST', '/credits/consumption', consumptionBody(900, { enforceLimit: true }));
    await expectOk(take());
    expect(await take()).toRefuse('EntitlementLimitExceededError', /100 are left/);
    app.clock.advance({ days: 31 });
    await expectOk(take());
    expect(await ledgerRows(here)).toEqual([
      ...['GRANTED Credits of pro 1000 → 1000', 'CONSUMED Credits of pro -900 → 100'],
      ...[
        'EXPIRED Credits of pro -100 → 0',
        'GRANTED Credits of pro 1000 → 1000',
        'CONSUMED Credits of pro -900 → 100',
      ],
    ]);
    app.clock.reset();
  });

  it('R1, R4: an addon gives times its quantity, beside the plan and at once', async () => {
    const entitlements = [credit(100, { behavior: 'Increment' })];
    await publishAddon(api, { id: 'more', productId: 'main', entitlements });
    await sell('pro', [credit(1000)], { patch: { compatibleAddonIds: ['more'] } });
    const { id } = await subscribe(api, 'c', 'pro');
    await at('02-10');
    await expectOk(api.rest('PATCH', `/subscriptions/${id}`, { addons: [{ id: 'more', quantity: 3 }] }));
    expect(await grants()).toEqual([
      ...['300 RECURRING ACTIVE 02-10 → 02-28', '1000 RECURRING ACTIVE 01-31 → 02-28'],
    ]);
    await at('02-28');
    expect((await grants()).slice(0, 2).sort()).toEqual([
      ...['1000 RECURRING ACTIVE 02-28 → 03-31', '300 RECURRING ACTIVE 02-28 → 03-31'],
    ]);
  });

  it('R3, R4: so many for each seat; the sixth one gives 1,000 more now, and fewer take nothing back', async () => {
    await createFeature(api, 'seats', 'config');
    const seats = (usageLimit: number) => feature('seats', { usageLimit, behavior: 'Increment' });
    await publishAddon(api, { id: 'seat', productId: 'main', entitlements: [seats(1)] });
    const dependent = credit(1000, { dependencyFeatureId: 'seats' });
    await sell('pro', [feature('seats', { usageLimit: 5 }), dependent], {
      patch: { compatibleAddonIds: ['seat'] },
    });
    const { id } = await subscribe(api, 'c', 'pro');
    const patch = (addons: Json[]) => expectOk(api.rest('PATCH', `/subscriptions/${id}`, { addons }));
    await patch([{ id: 'seat', quantity: 1 }]);
    expect(await grants()).toEqual([
      ...['1000 RECURRING ACTIVE 01-31 → 02-28', '5000 RECURRING ACTIVE 01-31 → 02-28'],
    ]);
    await patch([]);
    await at('02-28');
    expect((await grants()).filter((each) => each.includes('ACTIVE'))).toEqual([
      '5000 RECURRING ACTIVE 02-28 → 03-31',
    ]);
  });

  it('R3: where the feature is unlimited nothing is given, and the activity log says so', async () => {
    await createFeature(api, 'seats', 'config');
    const entitlements = [credit(1000, { dependencyFeatureId: 'seats', behavior: 'Increment' })];
    await publishAddon(api, { id: 'more', productId: 'main', entitlements });
    const unlimited = feature('seats', { hasUnlimitedUsage: true });
    await sell('pro', [unlimited], { patch: { compatibleAddonIds: ['more'] } });
    await subscribe(api, 'c', 'pro', { addons: [{ id: 'more', quantity: 1 }] });
    expect(await grants()).toEqual([]);
    const { text } = await api.rest('GET', '/activity?limit=20');
    expect(text).toContain('subscription.credits_skipped');
    expect(text).toContain('FEATURE_UNLIMITED');
  });

  it('R5: another plan gives what is more where usage goes on, and begins anew where it is reset', async () => {
    await sell('pro', [credit(1000)]);
    await sell('top', [credit(3000)]);
    await subscribe(api, 'c', 'pro');
    await useCredits(api, 400);
    await at('02-10');
    await subscribe(api, 'c', 'top');
    expect(await grants()).toEqual([
      ...['2000 RECURRING ACTIVE 02-10 → 02-28', '1000 RECURRING ACTIVE 01-31 → 02-28'],
    ]);

    await expectOk(
      api.rest('PATCH', '/products/main', { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } }),
    );
    await at('02-20');
    await subscribe(api, 'c', 'pro');
    expect(await grants()).toEqual([
      ...['1000 RECURRING ACTIVE 02-20 → 03-20'],
      ...['2000 RECURRING VOIDED 02-10 → 02-28', '1000 RECURRING VOIDED 01-31 → 02-28'],
    ]);
    expect(await proofOf(api)).toMatchObject({ holds: true });
  });

  it('R6: what was given ends with the subscription, and no window begins after it', async () => {
    await sell('pro', [credit(1000)]);
    const { id } = await subscribe(api, 'c', 'pro');
    await at('02-10');
    const cancel = { cancellationTime: 'IMMEDIATE' };
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, cancel));
    expect(await grants()).toEqual(['1000 RECURRING EXPIRED 01-31 → 02-10']);
    await at('04-01');
    expect(await grants()).toHaveLength(1);
  });

  it('G5, L1: nobody voids what a subscription gives; on a resource it is of its own wallet', async () => {
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await publishPlan(api, { id: 'pro', productId: 'sites', entitlements: [credit(1000)] });
    await subscribe(api, 'c', 'pro', { resourceId: 'site' });
    expect(await grants()).toEqual([]);
    const [granted] = await grantsOf(api, 'c', '&resourceId=site');
    const voided = await api.rest('POST', `/credits/grants/${String(granted?.['id'])}/void`);
    expect(voided).toRefuse('CreditGrantCannotBeVoided', /subscription/);
    const onSite = await useCredits(api, 10, { resourceId: 'site' });
    expect(onSite['credit']).toMatchObject({
      usageLimit: 1000,
      currentUsage: 10,
      usagePeriodEnd: '2027-02-28T00:00:00.000Z',
    });
    const elsewhere = await useCredits(api, 10, { resourceId: 'other' });
    expect(elsewhere['credit']).toMatchObject({ usageLimit: 0, currentUsage: 10 });
  });
});

describe('credits that are bought with a subscription', () => {
  let story: CreditStory;

  storyForEach(CreditStory, (begun) => ({ story } = begun));

  it('R1, R2, R4: come with each window as what a price gives; more of them at once', async () => {
    const { id } = await story.ai();
    const told = async (): Promise<unknown[]> =>
      (await grantsOf(story.api, 'ada')).map(({ amount, sourceType }) => [amount, sourceType]);
    expect(await told()).toEqual([[2500, 'PRICE']]);
    await story.patched(id, { charges: tokens(4000) });
    expect(await told()).toEqual([
      [1500, 'PRICE'],
      [2500, 'PRICE'],
    ]);
    await story.to('2026-05-10');
    expect((await told())[0]).toEqual([4000, 'PRICE']);
  });
});
