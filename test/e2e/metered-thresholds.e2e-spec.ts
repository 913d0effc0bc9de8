import { createTestApp, type TestApp } from '../support/app';
import { createFeature, feature, newSubscriber, publishPlan, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { callOf, meteredCatalog, meterOf, sendEvents } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';

// Domain: entitlements-usage

describe('receivers are told how far events use a limit', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await meteredCatalog(api);
    await expectOk(api.rest('PATCH', '/environment-settings', { usageThresholds: [80, 90] }));
  });
  afterEach(() => app.clock.reset());
  afterAll(() => app.close());

  const told = async (id: string, featureId: string): Promise<Json[]> =>
    (await eventsAbout(app, id))
      .filter(({ type }) => type === 'entitlement.usage_exceeded')
      .map(({ payload }) => payload as Json & { ref: { id: string } })
      .filter(({ ref }) => ref.id === featureId);
  const thresholds = async (id: string, featureId = 'tokens') =>
    (await told(id, featureId)).map(({ threshold }) => threshold);
  const use = (id: string, tokens: number, more: Json = {}) =>
    sendEvents(api, callOf(id, { dimensions: { tokens }, ...more }));

  it('N1, access-and-events W10: at each threshold and past the limit, once a window', async () => {
    const id = await newSubscriber(api, 'plan');
    await use(id, 79);
    expect(await thresholds(id)).toEqual([]);
    await use(id, 1);
    await use(id, 20);
    await use(id, -30);
    await use(id, 30.5);
    await use(id, 500);
    expect(await thresholds(id)).toEqual([80, 90, null]);
    expect((await told(id, 'tokens')).at(-1)).toMatchObject({
      customerId: id,
      resourceId: null,
      ref: { type: 'FEATURE', id: 'tokens' },
      currentUsage: 100.5,
      usageLimit: 100,
      usagePeriodStart: '2026-03-04T15:30:00.000Z',
      usagePeriodEnd: '2026-04-04T15:30:00.000Z',
    });
    app.clock.advance({ days: 31 });
    await use(id, 85);
    expect(await thresholds(id)).toEqual([80, 90, null, 80]);
  });

  it('N2: events that are told at once tell of a threshold once', async () => {
    const id = await newSubscriber(api, 'plan');
    await Promise.all(Array.from({ length: 30 }, () => use(id, 5)));
    expect(await thresholds(id)).toEqual([80, 90, null]);
  });

  it('N1: what a repetition would reach is not told', async () => {
    const id = await newSubscriber(api, 'plan');
    const event = callOf(id, { dimensions: { tokens: 50 } });
    await sendEvents(api, event);
    await sendEvents(api, event, event);
    expect(await thresholds(id)).toEqual([]);
  });

  it('N1: a window keeps what it was told of while another source is in force', async () => {
    const id = await newSubscriber(api, 'plan');
    await use(id, 85);
    app.clock.advance({ hours: 1 });
    await grant(api, id, 'tokens', {
      usageLimit: 1000,
      resetPeriod: 'MONTH',
      monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
    });
    await use(id, 3);
    await expectOk(revoke(api, id, 'tokens'));
    await use(id, 1);
    expect(await thresholds(id)).toEqual([80]);
    await use(id, 1);
    expect(await thresholds(id)).toEqual([80, 90]);
  });

  it('N1, A8: of a level each time that it rises past one', async () => {
    await createFeature(api, 'seats', 'gauge', { meter: meterOf('SUM', 'seats', 'seat') });
    const entitlements = [feature('seats', { usageLimit: 10 })];
    await publishPlan(api, { id: 'seated', productId: 'product', entitlements });
    const id = await newSubscriber(api, 'seated');
    const seat = (seats: number) => sendEvents(api, callOf(id, { eventName: 'seat', dimensions: { seats } }));
    await seat(8);
    await seat(-3);
    await seat(3);
    await seat(3);
    await seat(-3);
    await seat(3);
    expect(await thresholds(id, 'seats')).toEqual([80, 80, 90, null, 90, null]);
    expect((await told(id, 'seats')).at(-1)).toMatchObject({ usagePeriodStart: null, usagePeriodEnd: null });
  });
});
