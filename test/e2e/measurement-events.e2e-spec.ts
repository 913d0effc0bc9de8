import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { eventsAbout, eventsLike, hear, type ToldEvent } from '../support/events';
import { RatedStory } from '../support/rated-story';

// Domain: entitlements-usage

const type = 'measurement.reported';
const fields =
  'id createdAt customerId featureId timestamp value currentUsage nextResetDate resourceId usagePeriodEnd usagePeriodStart ' +
  'credit { consumed }';
const mutation = `mutation($input: ReportUsageInput!) { reportUsage(input: $input) { ${fields} } }`;

describe('receivers are told of each report', () => {
  let app: TestApp;
  let api: ApiClient;
  let customerId: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    const entitlements = [feature('calls', { usageLimit: 1_000_000, resetPeriod: 'MONTH' })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await hear(app, app.a);
    customerId = await newSubscriber(api, 'plan');
  });

  const usagesOf = (...values: number[]): Json[] =>
    values.map((value) => ({ customerId, featureId: 'calls', value }));
  const reportAll = (usages: Json[]) => api.rest('POST', '/usage', { usages });
  const told = async (): Promise<ToldEvent[]> =>
    (await eventsLike(app, app.a.environmentId, type)).filter(
      ({ payload }) => payload['customerId'] === customerId,
    );
  const payloads = async (): Promise<unknown[]> => (await told()).map(({ payload }) => payload);

  it('N3: none while nobody wants to hear of it, and the report costs one statement that writes', async () => {
    await expectOk(report(api, customerId, 'calls', 1));
    const { statements } = await countedStatements(app, async () => report(api, customerId, 'calls', 1));
    expect(statements.filter((text) => text.includes('usage_measurement'))).toHaveLength(1);
    expect(statements.filter((text) => !/^\s*(?:with|select)/.test(text))).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it.each([[type], ['measurement.*'], ['*']])(
    'N3, access-and-events W10: one an element where somebody wants to hear of %s, as it is answered, in the name of who reported',
    async (pattern) => {
      await hear(app, app.a, 'customer.*', pattern);
      const answers = await expectOk<Json[]>(reportAll(usagesOf(2, 3)));
      expect(await payloads()).toEqual(answers);
      const [first, second] = await told();
      const [{ actor } = { actor: '' }] = await eventsAbout(app, customerId);
      expect(first).toMatchObject({
        ...{ type, entity_type: 'MEASUREMENT', entity_id: answers[0]?.['id'] },
        actor,
      });
      expect(Number(first?.entity_version)).toBeGreaterThan(0);
      expect(second?.entity_version).toBe(first?.entity_version);
    },
  );

  it('N3: the same through the other door', async () => {
    await hear(app, app.a, type);
    const answers = await expectOk<Json[]>(api.graphql(mutation, { input: { usages: usagesOf(4) } }));
    expect(await payloads()).toEqual(answers);
  });

  it('N3, A5: a repetition counts nothing and is told no more', async () => {
    await hear(app, app.a, type);
    const once = [{ ...usagesOf(1)[0], idempotencyKey: 'once' }];
    await expectOk(reportAll(once));
    await expectOk(reportAll(once));
    await expectOk(reportAll([...once, ...usagesOf(5)]));
    expect((await told()).map(({ payload }) => payload['value'])).toEqual([1, 5]);
  });

  it('N3, A2, access-and-events W7: of a batch that is refused nothing is told', async () => {
    await hear(app, app.a, type);
    const refused = await reportAll([...usagesOf(1), { ...usagesOf(-9)[0] }]);
    expect(refused).toRefuse('EntitlementUsageOutOfRangeError', /usages\[1\]/);
    expect(await told()).toEqual([]);
  });

  it('N3: one that makes its resource known, and one for it, are told with it', async () => {
    await hear(app, app.a, type);
    const onSite = [{ ...usagesOf(1)[0], resourceId: 'site' }];
    const answers = [
      await expectOk<Json[]>(reportAll(onSite)),
      await expectOk<Json[]>(reportAll(onSite)),
    ].flat();
    expect(await payloads()).toEqual(answers);
    expect(answers.map(({ resourceId }) => resourceId)).toEqual(['site', 'site']);
  });

  it('N3: reports of several requests at once are told once each, before they are answered', async () => {
    await hear(app, app.a, type);
    const values = Array.from({ length: 20 }, (_, index) => index + 1);
    const answers = await Promise.all(
      values.map(async (value) => {
        const [answer] = await expectOk<Json[]>(reportAll(usagesOf(value)));
        return [answer, (await told()).some(({ entity_id: id }) => id === answer?.['id'])] as const;
      }),
    );
    expect(answers.every(([, isThere]) => isThere)).toBe(true);
    expect((await told()).map(({ entity_id: id }) => id).sort()).toEqual(
      answers.map(([answer]) => answer?.['id'] as string).sort(),
    );
  });

  it('N3: a second process tells of them from the first report on, and no more when nobody wants to hear', async () => {
    const other = await app.startBeside();
    try {
      const elsewhere = () => report(other.api, customerId, 'calls', 1);
      await expectOk(elsewhere());
      await hear(app, app.a, type);
      await expectOk(elsewhere());
      await expectOk(elsewhere());
      expect(await told()).toHaveLength(2);
      await hear(app, app.a);
      await expectOk(elsewhere());
      await expectOk(elsewhere());
      expect(await told()).toHaveLength(2);
    } finally {
      await other.close();
    }
  });

  it('N3: what is paid in credits is told with them', async () => {
    const story = await RatedStory.begin(app);
    await story.report(1);
    await hear(app, story.place, type);
    const answers = [await story.report(3), await story.report(4, { enforceLimit: true })];
    const events = await eventsLike(app, story.place.environmentId, type);
    expect(events.map(({ payload }) => payload)).toEqual(answers);
    expect(answers[0]).toMatchObject({ credit: { consumed: 6 } });
  });
});
