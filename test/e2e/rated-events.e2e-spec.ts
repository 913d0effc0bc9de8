import { feature, publishPlan, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { rateMeters } from '../support/rated-meters';
import { RatedStory } from '../support/rated-story';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('raw events that are paid in credits', () => {
  let story: RatedStory;
  let told = 0;

  storyForEach(RatedStory, (begun) => ({ story } = begun));

  beforeEach(() => rateMeters(story));

  const event = (eventName: string, dimensions: Json = {}, more: Json = {}): Json => ({
    ...{ customerId: 'ada', eventName, dimensions, idempotencyKey: `e-${++told}` },
    ...more,
  });
  const tell = (...events: Json[]) => story.api.rest('POST', '/events', { events });
  const tellOk = (...events: Json[]) => expectOk(tell(...events));
  const feed = async (): Promise<Json[]> =>
    (await expectPage<Json>(story.api.rest('GET', '/events?limit=50'))).data;
  /** What events took, the last first. */
  const taken = async (): Promise<number[]> =>
    (await story.ledger()).filter(({ eventId }) => eventId).map(({ amount }) => -Number(amount));

  it('F1, N1: each takes units times rate as it is counted, and the ledger names it', async () => {
    await tellOk(event('prompt'), event('prompt'), event('other'));
    expect([await taken(), await story.balance()]).toEqual([[2, 2], 996]);
    const [entry] = await story.ledger();
    const ids = (await feed()).map(({ id }) => id);
    expect(entry).toMatchObject({ featureId: 'prompts', endingBalance: 996 });
    expect(ids).toContain(entry?.['eventId']);
    expect(await story.mayUse('', 'prompts')).toEqual([true, null, 2]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('N7, entitlements-usage A11: told again it takes nothing, alone or in one request with itself', async () => {
    const timestamp = '2026-04-10T00:00:00.000Z';
    const [once, again] = [event('prompt', {}, { timestamp }), event('prompt', {}, { timestamp })];
    await tellOk(once, once);
    await tellOk(once, again);
    const untimed = event('prompt');
    await Promise.all([tellOk(untimed), tellOk(untimed), tellOk(untimed)]);
    expect([await taken(), await story.balance()]).toEqual([[2, 2, 2], 994]);
  });

  it('F2, F4: a formula prices each by its dimensions; the feed says what it lacked', async () => {
    await tellOk(event('render', { words: 100, scale: 2 }));
    await tellOk(event('render', { scale: 2 }));
    await tellOk(event('render', { words: 100, scale: 0 }));
    expect(await taken()).toEqual([25]);
    expect((await feed()).map(({ warnings }) => String(warnings)).toSorted()).toEqual([
      'WITHOUT_TIMESTAMP',
      'WITHOUT_TIMESTAMP,COST_LACKS_DIMENSION',
      'WITHOUT_TIMESTAMP,COST_NOT_TAKEN',
    ]);
    expect(await story.mayUse('', 'renders')).toEqual([true, null, 3]);
  });

  it('catalog F6: of blocks each pays those that it begins, in the order of their instants', async () => {
    await tellOk(event('upload', { size: 400 }), event('upload', { size: 500 }));
    await tellOk(event('upload', { size: 200 }), event('upload', { size: 2000 }));
    expect([await story.balance(), (await taken()).toSorted((a, b) => a - b)]).toEqual([
      1000 - 12,
      [3, 3, 6],
    ]);
    await tellOk(event('upload', { size: -500 }), event('upload', { size: 100 }));
    expect(await story.balance()).toBe(1000 - 12);
  });

  it('entitlements-usage A16: what adds up no units takes nothing without a formula, and says so', async () => {
    await tellOk(event('call', { model: 'a' }));
    expect([await taken(), (await feed())[0]?.['warnings']]).toEqual([
      [],
      ['WITHOUT_TIMESTAMP', 'UNSUPPORTED_AGGREGATION'],
    ]);
  });

  it('N4, N9: none is refused for lack of credits; checks are', async () => {
    await story.leave(3);
    await tellOk(event('prompt'), event('prompt'), event('prompt'));
    expect(await story.balance()).toBe(-3);
    expect(await story.mayUse('', 'prompts')).toEqual([false, 'InsufficientCredits', 3]);
  });

  it('F6: one that comes late takes what it would have taken when it happened', async () => {
    const { api } = story;
    await publishPlan(api, {
      ...{ id: 'dear', productId: 'main', pricingType: null },
      entitlements: [feature('prompts', { hasUnlimitedUsage: true })],
      patch: { charges: { pricingType: 'PAID', pricingModels: [ratedUsage('prompts', { amount: 5 })] } },
    });
    await story.to('2026-04-20');
    await expectOk(story.cancel(await story.idOfCustomer('ada'), { cancellationTime: 'IMMEDIATE' }));
    await story.begun('dear', { billingPeriod: 'MONTHLY' });
    await story.to('2026-04-22');
    await tellOk(
      event('prompt', {}, { timestamp: '2026-04-15T00:00:00.000Z' }),
      event('prompt', {}, { timestamp: '2026-04-21T00:00:00.000Z' }),
    );
    expect(await taken()).toEqual([5, 2]);
  });

  it('N6: many at once under an Idempotency-Key and together take each its own, once', async () => {
    const events = Array.from({ length: 30 }, () => event('prompt'));
    const all = events.flatMap((each, n) => [
      tell(each),
      story.api.rest('POST', '/events', { events: [each] }, n % 3 ? {} : { 'idempotency-key': `k-${n}` }),
    ]);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([await story.balance(), (await taken()).length]).toEqual([940, 30]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });
});
