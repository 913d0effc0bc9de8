import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { argumentsOf, explain, explainOverGraphql, queryOf } from '../support/explanations';
import { grant } from '../support/promotions';

// Domain: entitlements-usage

/** What is asked about; each may be of another environment. */
interface Asked {
  customerId: string;
  featureId: string;
  resourceId?: string;
}

const whole = 'accessDeniedReason feature { id displayName } usageLimit';
const restOf = ({ customerId, ...asked }: Asked, at: Date | undefined): string[] => {
  const root = `/customers/${customerId}/entitlements`;
  const { resourceId } = asked;
  const list = queryOf({ ...(resourceId !== undefined && { resourceId }), at });
  return [
    `${root}/check?${queryOf({ ...asked, at })}`,
    `${root}/explain?${queryOf({ ...asked, at })}`,
    `${root}?${list}`,
  ];
};
const fieldsOf = ({ customerId, ...asked }: Asked, at: Date | undefined): string[] => {
  const who = `customerId: ${JSON.stringify(customerId)}`;
  const { resourceId } = asked;
  const list = argumentsOf({ ...(resourceId !== undefined && { resourceId }), at });
  const args = argumentsOf({ ...asked, at });
  return [
    `checkCustomerEntitlement(${who}, ${args}) { ... on CustomerEntitlementFeature { isGranted ${whole} } }`,
    `explainEntitlement(${who}, ${args}) { entitlement { isGranted ${whole} } decidedBy sources { id resourceId } }`,
    `customerEntitlements(${who}${list && `, ${list}`}) { accessDeniedReason entitlements { ... on CustomerEntitlementFeature { ${whole} } } }`,
  ];
};

const withoutTrace = (text: string): string => text.replace(/"traceId":"[^"]*"/g, '"traceId":""');

describe('answers of an instant, and their explanations, belong to one environment', () => {
  let app: TestApp;
  let there: string[];
  let then: Date;

  /** The names that both environments have, and one of its own. Answers the ids of what grants. */
  async function fill(api: ApiClient, unlike: string, usageLimit: number): Promise<string[]> {
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    for (const id of ['calls', unlike]) await createFeature(api, id, 'metered');
    const entitlements = ['calls', unlike].map((id) => feature(id, { usageLimit }));
    await publishPlan(api, { id: 'site', productId: 'sites', entitlements });
    for (const id of ['twin', unlike]) await createCustomer(api, id);
    const made: Json[] = [];
    for (const id of ['twin', unlike]) {
      made.push(await grant(api, id, unlike, { usageLimit: 99, period: '1 week' }));
      for (const resourceId of ['berlin', unlike])
        made.push(await subscribe(api, id, 'site', { resourceId }));
    }
    return made.map(({ id }) => id as string);
  }

  beforeAll(async () => {
    app = await createTestApp();
    there = [...(await fill(app.b.api, 'only-b', 77)), app.b.environmentId];
    await fill(app.a.api, 'only-a', 10);
    then = app.clock.now();
    app.clock.advance({ hours: 1 });
  });
  afterAll(() => app.close());

  const instants: [string, () => Date | undefined][] = [
    ['now', () => undefined],
    ['then', () => then],
    ['to come', () => new Date(then.getTime() + 86_400_000)],
  ];
  const ofUnknown: typeof instants = [...instants, ['before all', () => new Date('2001-01-01T00:00:00Z')]];
  const foreign: [string, (id: string) => Asked][] = [
    ['a customer', (customerId) => ({ customerId, featureId: 'calls' })],
    ['a customer with its resource', (id) => ({ customerId: id, featureId: 'calls', resourceId: id })],
    ['a resource', (resourceId) => ({ customerId: 'twin', featureId: 'calls', resourceId })],
    ['a feature', (featureId) => ({ customerId: 'twin', featureId })],
  ];
  const questions = foreign.flatMap(([what, asked]) =>
    ofUnknown.map(([when, at]) => [what, when, asked, at] as const),
  );

  it.each(questions)(
    'Q1, Q15, Q16: %s of another environment, %s: byte for byte as an unknown one, through both doors',
    async (_what, _when, asked, at) => {
      const unknown = newUid();
      const { api } = app.a;
      const [asForeign, asUnknown] = [asked('only-b'), asked(unknown)];
      const same = (told: string, expected: string): void => {
        expect(told).toBe(expected.replaceAll(unknown, 'only-b'));
        for (const id of there) expect(told).not.toContain(id);
      };
      for (const [place, path] of restOf(asForeign, at()).entries()) {
        const answer = await api.rest('GET', path);
        const nowhere = await api.rest('GET', restOf(asUnknown, at())[place] as string);
        expect(answer.status).toBe(nowhere.status);
        same(answer.text, nowhere.text);
      }
      for (const [place, field] of fieldsOf(asForeign, at()).entries()) {
        const answer = await api.graphql(`{ ${field} }`);
        const nowhere = await api.graphql(`{ ${fieldsOf(asUnknown, at())[place]} }`);
        same(withoutTrace(answer.text), withoutTrace(nowhere.text));
      }
    },
  );

  it.each(instants)(
    'Q15, Q16: of what bears the same ids in both, each environment tells its own, %s',
    async (_when, at) => {
      const asked = { featureId: 'calls', resourceId: 'berlin', at: at() };
      const { api } = app.a;
      for (const told of [await explain(api, 'twin', asked), await explainOverGraphql(api, 'twin', asked)]) {
        expect(told).toMatchObject({ entitlement: { usageLimit: 10 }, sources: [{ usageLimit: 10 }] });
        for (const id of there) expect(JSON.stringify(told)).not.toContain(id);
      }
      const list = await expectOk(
        api.rest('GET', `/customers/twin/entitlements?${queryOf({ resourceId: 'berlin', at: at() })}`),
      );
      expect(list).toMatchObject({ entitlements: [{ usageLimit: 10 }, { feature: { id: 'only-a' } }] });
    },
  );
});

describe('what the headers say of an answer of an instant', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    const entitlements = [feature('calls', { usageLimit: 10, resetPeriod: 'MONTH' })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = `customer-${made++}`;
    await createCustomer(api, id);
    await subscribe(api, id, 'plan');
  });

  const moment = (): Date => {
    app.clock.advance({ hours: 1 });
    return app.clock.now();
  };
  const list = async (at: Date | undefined, headers: Record<string, string> = {}) => {
    const path = `/api/v1/customers/${id}/entitlements?${queryOf({ at })}`;
    const { status, text, headers: told } = await api.send('GET', path, undefined, headers);
    return { status, text, tag: told.get('etag') ?? '' };
  };

  it('C2, Q16: the tag of a past answer outlives what changes later, and not what happened then and is told late', async () => {
    const then = moment();
    const { tag, text } = await list(then);
    const later = moment();
    expect(await list(later, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
    await expectOk(report(api, id, 'calls', 3));
    moment();
    await grant(api, id, 'calls', { usageLimit: 50 });
    moment();
    expect(await list(undefined, { 'if-none-match': tag })).toMatchObject({ status: 200 });
    expect(await list(later, { 'if-none-match': tag })).toMatchObject({ status: 200 });
    expect(await list(then, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '', tag });
    await expectOk(report(api, id, 'calls', 1, { createdAt: then.toISOString() }));
    const late = await list(then, { 'if-none-match': tag });
    expect(late.status).toBe(200);
    expect(late.text).not.toBe(text);
  });

  it('C2, Q16: an instant of which nothing is known has no tag', async () => {
    const refused = await list(new Date('2001-01-01T00:00:00Z'), { 'if-none-match': '*' });
    expect(refused).toMatchObject({ status: 400, tag: '' });
  });

  it('Q16: version and staleness are those of what was read, not of the instant: nothing that was acknowledged is missing', async () => {
    const then = moment();
    const who = `customerId: ${JSON.stringify(id)}`;
    const asked = { featureId: 'calls', at: then };
    const headersOf = async (): Promise<Headers[]> => {
      const root = `/customers/${id}/entitlements`;
      const rest = [`/check?${queryOf(asked)}`, `/explain?${queryOf(asked)}`, `?${queryOf({ at: then })}`];
      const fields = [
        `checkCustomerEntitlement(${who}, ${argumentsOf(asked)}) { ... on CustomerEntitlementFeature { isGranted } }`,
        `explainEntitlement(${who}, ${argumentsOf(asked)}) { at }`,
        `customerEntitlements(${who}, ${argumentsOf({ at: then })}) { accessDeniedReason }`,
      ];
      const answers = [
        ...(await Promise.all(rest.map((path) => api.rest('GET', root + path)))),
        ...(await Promise.all(fields.map((field) => api.graphql(`{ ${field} }`)))),
      ];
      return answers.map(({ headers }) => headers);
    };
    moment();
    const written = await api.rest('PATCH', `/customers/${id}`, { name: 'another' });
    const version = Number(written.headers.get('x-entitlements-version'));
    expect(version).toBeGreaterThan(0);
    for (const headers of await headersOf()) {
      expect(Number(headers.get('x-entitlements-version'))).toBeGreaterThanOrEqual(version);
      expect(headers.get('x-entitlements-staleness-ms')).toBe('0');
    }
  });
});
