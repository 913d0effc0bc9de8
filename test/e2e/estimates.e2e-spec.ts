import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { createFeature, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { ledgerOf } from '../support/credits';
import { rateMeters } from '../support/rated-meters';
import { RatedStory } from '../support/rated-story';
import { storyForEach } from '../support/story-for-each';

// Domain: entitlements-usage

const fields = `warnings estimates { currencyId estimatedCost currentBalance balanceAfterEstimate wouldOverdraft
  breakdown { featureId cost warningCode } }`;
const documents = {
  usage: `mutation($input: EstimateUsageInput!) { estimateUsage(input: $input) { ${fields} } }`,
  events: `mutation($input: EstimateEventInput!) { estimateEvent(input: $input) { ${fields} } }`,
};

describe('estimates', () => {
  let story: RatedStory;

  storyForEach(RatedStory, (begun) => ({ story } = begun));

  const ask = (of: 'usage' | 'events', body: Json) =>
    story.api.rest('POST', `/${of}/estimate`, { customerId: 'ada', ...body });
  const byGraphql = (of: 'usage' | 'events', body: Json) =>
    story.api.graphql(documents[of], { input: { customerId: 'ada', ...body } });

  /** The same through both doors. */
  async function estimate(of: 'usage' | 'events', body: Json): Promise<Json> {
    const told = await expectOk<Json>(ask(of, body));
    expect(await expectOk(byGraphql(of, body))).toEqual(told);
    return told;
  }
  const usage = (value: number, more: Json = {}) => estimate('usage', { featureId: 'chats', value, ...more });
  const event = (eventName: string, dimensions: Json = {}) => estimate('events', { eventName, dimensions });
  const tokens = (cost: number, balance: number, breakdown: Json[]): Json => ({
    ...{
      currencyId: 'tokens',
      estimatedCost: cost,
      currentBalance: balance,
      balanceAfterEstimate: balance - cost,
    },
    ...{ wouldOverdraft: cost > balance, breakdown },
  });
  const costs = async (of: Promise<Json>): Promise<unknown[]> =>
    ((await of)['estimates'] as Json[]).map(({ estimatedCost }) => estimatedCost);
  const warnings = async (of: Promise<Json>): Promise<unknown> => (await of)['warnings'];

  it('A18: usage at its rate, with the balance before and after it; nothing is counted or taken', async () => {
    const chats = (cost: number) => [{ featureId: 'chats', cost, warningCode: null }];
    expect(await usage(3)).toEqual({ warnings: [], estimates: [tokens(6, 2500, chats(6))] });
    expect(await usage(1251)).toEqual({ warnings: [], estimates: [tokens(2502, 2500, chats(2502))] });
    expect((await usage(1250))['estimates']).toMatchObject([
      { wouldOverdraft: false, balanceAfterEstimate: 0 },
    ]);
    expect([await story.balance(), await story.mayUse()]).toEqual([2500, [true, null, 0]]);
    expect((await ledgerOf(story.api, 'ada')).map(({ eventType }) => eventType)).toEqual(['CREDITS_GRANTED']);
  });

  it('A18, credits F2: what a report would take then: of a SET the difference, of less nothing, by a formula what it says', async () => {
    await story.report(10);
    expect(await costs(usage(12, { updateBehavior: 'SET' }))).toEqual([4]);
    expect(await costs(usage(2, { updateBehavior: 'SET' }))).toEqual([0]);
    expect(await costs(usage(-3))).toEqual([0]);
    const images = { featureId: 'images', dimensions: { words: 101 } };
    expect(await costs(usage(1, images))).toEqual([50.5]);
    expect((await story.report(1, images))['credit']).toMatchObject({ consumed: 50.5 });
  });

  it('A18: says why something costs nothing', async () => {
    expect(await usage(3, { featureId: 'nothing' })).toEqual({
      estimates: [],
      warnings: ['FEATURE_NOT_FOUND'],
    });
    await createFeature(story.api, 'pages', 'metered');
    const none = { estimates: [], warnings: ['FEATURE_NOT_CREDIT_BASED'] };
    expect(await usage(3, { featureId: 'pages' })).toEqual(none);
    expect(await event('nothing')).toEqual({ estimates: [], warnings: ['FEATURE_NOT_FOUND'] });
  });

  it('A18: warns who names no resource where one has a subscription of its own', async () => {
    await story.subscribeSite();
    expect(await warnings(usage(1))).toEqual(['RESOURCE_SCOPED_SUBSCRIPTION_EXISTS']);
    expect(await warnings(usage(1, { featureId: 'images' }))).toEqual([]);
    // That of the resource pays, and has nothing.
    const onSite = await usage(1, { resourceId: 'site' });
    expect(onSite).toMatchObject({ warnings: [], estimates: [{ currentBalance: 0, wouldOverdraft: true }] });
  });

  it('A18, A16: an event by all that it would feed: by units, by blocks, by a formula, or by nothing known', async () => {
    await rateMeters(story);
    const of = (featureId: string, cost: number, warningCode: string | null = null) =>
      ({ warnings: [], estimates: [tokens(cost, 1000, [{ featureId, cost, warningCode }])] }) as Json;
    expect(await event('prompt')).toEqual(of('prompts', 2));
    expect(await event('render', { words: 100, scale: 2 })).toEqual(of('renders', 25));
    expect(await event('upload', { size: 2500 })).toEqual(of('bytes', 9));
    expect(await event('call', { model: 'a' })).toEqual(of('models', 0, 'UNSUPPORTED_AGGREGATION'));
    const upload = { customerId: 'ada', eventName: 'upload', dimensions: { size: 900 }, idempotencyKey: 'u' };
    await expectOk(story.api.rest('POST', '/events', { events: [upload] }));
    expect(await costs(event('upload', { size: 100 }))).toEqual([0]);
    expect(await costs(event('upload', { size: 101 }))).toEqual([3]);
  });

  it.each<[string, 'usage' | 'events', Json, ErrorCode]>([
    ['an unknown customer', 'usage', { customerId: 'eve', featureId: 'chats', value: 1 }, 'CustomerNotFound'],
    ['an unknown customer of an event', 'events', { customerId: 'eve', eventName: 'x' }, 'CustomerNotFound'],
    ['usage below zero', 'usage', { featureId: 'chats', value: -1 }, 'EntitlementUsageOutOfRangeError'],
    ['no whole number', 'usage', { featureId: 'chats', value: 0.5 }, 'BadUserInput'],
    ['an event without a name', 'events', { eventName: '' }, 'BadUserInput'],
  ])('A18: refuses %s', async (_what, of, body, code) => {
    expect(await ask(of, body)).toRefuse(code);
    expect(await byGraphql(of, body)).toRefuse(code);
  });

  it('A18: refuses an archived customer, and a step that usage cannot take', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await story.report(1);
    expect(await ask('usage', { featureId: 'chats', value: most })).toRefuse(
      'EntitlementUsageOutOfRangeError',
    );
    const set = { featureId: 'chats', value: -most, updateBehavior: 'SET' };
    expect(await ask('usage', set)).toRefuse('UsageMeasurementDiffOutOfRangeError');
    await expectOk(story.api.rest('POST', '/customers/ada/archive'));
    expect(await ask('usage', { featureId: 'chats', value: 1 })).toRefuse('EntityIsArchivedError');
    expect(await ask('events', { eventName: 'x' })).toRefuse('EntityIsArchivedError');
  });
});
