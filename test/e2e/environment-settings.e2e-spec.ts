import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';

// Domain: access-and-events

const path = '/environment-settings';
const refused = 'ObjectAlreadyBeingUsedByAnotherRequestError';

describe('settings of an environment', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp({ variables: { USAGE_GRACE_HOURS: '3' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
  });

  const read = () => expectOk(api.rest('GET', path));
  const patch = (body: object, headers: Record<string, string> = {}) =>
    api.rest('PATCH', path, body, headers);
  const tagOf = ({ headers }: RestAnswer): string => headers.get('etag') ?? '';
  const defaults = {
    usageThresholds: [],
    creditThresholds: [20, 50, 80],
    usageGraceHours: 3,
    billingAnchor: 'SUBSCRIPTION_START',
    endsSoonDays: 7,
    isCustomerTokenRequired: true,
  };

  it('A6: are their defaults until they are chosen, and again when null gives them back', async () => {
    expect(await read()).toEqual(defaults);
    const numbers = { usageGraceHours: 24, endsSoonDays: 90 };
    const lists = { usageThresholds: [80, 90], creditThresholds: [1, 99] };
    const chosen = {
      ...{ ...lists, ...numbers, billingAnchor: 'START_OF_THE_MONTH' },
      isCustomerTokenRequired: false,
    };
    const unordered = { usageThresholds: [90, 80], creditThresholds: [99, 1] };
    expect(await expectOk(patch({ ...chosen, ...unordered }))).toEqual(chosen);
    expect(await read()).toEqual(chosen);
    expect(await expectOk(patch({ usageGraceHours: null }))).toEqual({ ...chosen, usageGraceHours: 3 });
    const unchosen = {
      usageThresholds: null,
      creditThresholds: null,
      billingAnchor: null,
      endsSoonDays: null,
      isCustomerTokenRequired: null,
    };
    expect(await expectOk(patch(unchosen))).toEqual(defaults);
    expect(await expectOk(patch({ creditThresholds: [] }))).toEqual({ ...defaults, creditThresholds: [] });
  });

  it('A6: the same through the other door', async () => {
    const mutation = `mutation Choose($input: UpdateEnvironmentSettingsInput!) {
      updateEnvironmentSettings(input: $input) {
        usageThresholds creditThresholds usageGraceHours billingAnchor endsSoonDays } }`;
    const input = {
      usageThresholds: [50],
      creditThresholds: [10],
      billingAnchor: 'SUBSCRIPTIONS_CONSOLIDATE_BILLING',
      endsSoonDays: 1,
    };
    const told = await expectOk(api.graphql(mutation, { input }));
    expect(told).toEqual({ ...input, usageGraceHours: 3 });
    const query =
      '{ environmentSettings { usageThresholds creditThresholds usageGraceHours billingAnchor endsSoonDays } }';
    expect(await expectOk(api.graphql(query))).toEqual(told);
  });

  it.each([
    ['a threshold twice', { usageThresholds: [80, 90, 80] }, /^usageThresholds: 80 is named twice/],
    ['a threshold of 0', { usageThresholds: [0] }, /^usageThresholds\[0\] must be at least 1/],
    ['one above the limit', { usageThresholds: [101] }, /^usageThresholds\[0\] must be at most 100/],
    ['no whole number', { usageThresholds: [80.5] }, /^usageThresholds\[0\] must be an integer/],
    ['eleven', { usageThresholds: Array.from({ length: 11 }, (_, n) => n + 1) }, /^usageThresholds .*10/],
    ['a share twice', { creditThresholds: [20, 20] }, /^creditThresholds: 20 is named twice/],
    ['nothing left', { creditThresholds: [50, 0] }, /^creditThresholds\[1\] must be at least 1/],
    ['all left', { creditThresholds: [100] }, /^creditThresholds\[0\] must be at most 99/],
    ['half a share', { creditThresholds: [0.5] }, /^creditThresholds\[0\] must be an integer/],
    [
      'eleven shares',
      { creditThresholds: Array.from({ length: 11 }, (_, n) => n + 1) },
      /^creditThresholds .*10/,
    ],
    ['no grace', { usageGraceHours: 0 }, /^usageGraceHours must be at least 1/],
    ['a grace past three days', { usageGraceHours: 73 }, /^usageGraceHours must be at most 72/],
    ['an anchor that is none', { billingAnchor: 'END_OF_THE_MONTH' }, /^billingAnchor .*START_OF_THE_MONTH/],
    ['an anchor in small letters', { billingAnchor: 'start_of_the_month' }, /^billingAnchor /],
    ['no day', { endsSoonDays: 0 }, /^endsSoonDays must be at least 1/],
    ['more than 90 days', { endsSoonDays: 91 }, /^endsSoonDays must be at most 90/],
    ['what is no setting', { usageLimit: 5 }, /usageLimit/],
  ])('A6: refuses %s and changes nothing', async (_title, body, message) => {
    await expectOk(patch({ usageThresholds: [70] }));
    expect(await patch({ usageGraceHours: 9, ...body })).toRefuse('BadUserInput', message);
    expect(await read()).toEqual({ ...defaults, usageThresholds: [70] });
  });

  it('catalog C10: nobody overwrites what they have not read, from the first state on', async () => {
    const first = tagOf(await api.rest('GET', path));
    const changed = await patch({ usageThresholds: [80] }, { 'if-match': first });
    expect([changed.status, tagOf(await api.rest('GET', path))]).toEqual([200, tagOf(changed)]);
    expect(await patch({ usageThresholds: [90] }, { 'if-match': first })).toRefuse(refused, /If-Match/);
    const same = await patch({ usageThresholds: [80] }, { 'if-match': tagOf(changed) });
    expect([same.status, tagOf(same)]).toEqual([200, tagOf(changed)]);
  });

  it('W8: each change stands in the log with both states, what changes nothing does not', async () => {
    await expectOk(patch({ usageThresholds: [80] }));
    await expectOk(patch({ usageThresholds: [80] }));
    const log = await expectOk<object[]>(api.rest('GET', '/activity?entityType=ENVIRONMENT_SETTINGS'));
    expect(log).toMatchObject([
      {
        type: 'environment_settings.updated',
        before: defaults,
        after: { ...defaults, usageThresholds: [80] },
      },
    ]);
  });

  it('A6: are of one environment', async () => {
    await expectOk(patch({ usageThresholds: [80] }));
    const other = await app.newEnvironment();
    expect(await expectOk(other.api.rest('GET', path))).toEqual(defaults);
  });

  it('A6, S1: no scope is about them', async () => {
    const scopes = (scope: string) => api.rest('POST', '/api-keys', { displayName: 'k', scopes: [scope] });
    for (const scope of ['environmentSettings:read', 'environmentSettings:write']) {
      expect(await scopes(scope)).toRefuse('BadUserInput', /is no permission/);
    }
  });

  it('two who change them first at once are both heard', async () => {
    const answers = await Promise.all([patch({ usageThresholds: [80] }), patch({ usageGraceHours: 5 })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read()).toEqual({ ...defaults, usageThresholds: [80], usageGraceHours: 5 });
  });
});
