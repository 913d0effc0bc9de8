import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';
import { Listening, type State } from '../support/listening';
import { meteredFeature, sellMetered } from '../support/metered-customers';
import type { StreamClient } from '../support/stream-client';

// Domain: entitlements-usage

describe('the stream of changes over GraphQL', () => {
  let app: TestApp;
  let api: ApiClient;
  let listening: Listening;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    api = app.a.api;
    listening = new Listening(app);
    await sellMetered(api, []);
  });
  afterAll(() => app.close());
  afterEach(() => listening.leave());

  const document = `subscription ($customerId: [String!]) {
      streamEntitlements(customerId: $customerId) {
        __typename
        ... on EntitlementsUpdated { customerId resourceId version accessDeniedReason entitlements { ... on CustomerEntitlementFeature { feature { id } usageLimit } } }
        ... on UsageUpdated { customerId resourceId ref { type id } currentUsage usageLimit usageVersion }
        ... on PackagePublished { packageId migrationType }
        ... on Resync { isResync }
      }
    }`;
  const subscriptionOf = (customerId: string[], from?: string) =>
    listening.subscriptionOf(document, { customerId }, from);
  const messages = (client: StreamClient) =>
    client
      .of<{ data: { streamEntitlements: Record<string, unknown> } }>('next')
      .map(({ data }) => data.streamEntitlements);

  it('C3: a subscription tells the same messages, from the same places', async () => {
    const id = await listening.newCustomer();
    const [rest, graphql] = [await listening.streamOf(`?customerId=${id}`), await subscriptionOf([id])];
    await listening.subscribe(id);
    await eventually(async () =>
      expect(rest.of<State>('entitlements.updated').at(-1)?.entitlements).toHaveLength(1),
    );
    await listening.report(id, 2);
    await expectOk(api.rest('PATCH', `/features/${meteredFeature}`, { displayName: `Of ${id}` }));
    await eventually(async () => expect(rest.of('resync')).toEqual([{}]));
    await eventually(async () => expect(messages(graphql)).toHaveLength(rest.told.length));
    const [version, usageVersion] = [expect.any(Number), expect.any(Number)] as number[];
    expect(messages(graphql).slice(-3)).toEqual([
      {
        __typename: 'EntitlementsUpdated',
        ...{ customerId: id, resourceId: null, version, accessDeniedReason: null },
        entitlements: [{ feature: { id: meteredFeature }, usageLimit: 1_000_000_000 }],
      },
      {
        __typename: 'UsageUpdated',
        ...{ customerId: id, resourceId: null, currentUsage: 2, usageLimit: 1_000_000_000, usageVersion },
        ref: { type: 'FEATURE', id: meteredFeature },
      },
      { __typename: 'Resync', isResync: true },
    ]);
    expect(graphql.told.map((each) => each.id)).toEqual(rest.told.map((each) => each.id));
    const first = graphql.told[0]?.id as string;
    const again = await subscriptionOf([id], first);
    await eventually(async () => expect(messages(again).at(-1)).toMatchObject({ __typename: 'Resync' }));
  });

  it('C3: it is refused as a field is, and what is no subscription is sent elsewhere', async () => {
    const send = (body: object, credential = api) => credential.send('POST', '/graphql/stream', body);
    const codeOf = ({ body }: { body: unknown }) =>
      (body as { errors: { message: string; extensions: { code: string } }[] }).errors[0]?.extensions.code;
    const unproven = await send({ query: document }, api.as({ key: app.a.publishableKey }));
    expect([unproven.status, codeOf(unproven)]).toEqual([200, 'Unauthenticated']);
    const scoped = await send({ query: document }, api.as({ key: await app.a.scopedKey('plans:read') }));
    expect([scoped.status, codeOf(scoped)]).toEqual([200, 'IdentityForbidden']);
    const unknown = await send({ query: document }, api.as({}));
    expect([unknown.status, codeOf(unknown)]).toEqual([401, 'Unauthenticated']);
    for (const body of [
      { query: '{ products { totalCount } }' },
      { query: 'subscription { nothing }' },
      { query: 'subscription {' },
      { query: 7 },
      { query: document, variables: [] },
      { query: document, operationName: 1 },
      { query: document, operationName: 'Other' },
      { query: document, variables: { customerId: [''] } },
    ]) {
      expect(codeOf(await send(body))).toBe('BadUserInput');
    }
    const elsewhere = await api.graphql('subscription { streamEntitlements { __typename } }');
    expect([elsewhere.status, elsewhere.errors[0]?.message]).toEqual([
      400,
      expect.stringContaining('/graphql/stream'),
    ]);
  });
});
