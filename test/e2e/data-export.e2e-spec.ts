import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import {
  connect,
  destinationsOf,
  ExportPlace,
  startSync,
  type ToldDestination,
} from '../support/data-export';
import type { TestEnvironment } from '../support/environments';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: access-and-events

const path = '/data-export/destinations';
const told =
  'destinations { connectedAt destinationId type connectionStatus enabledModels lastSyncStatus { status } }';
const all = `{ dataExportDestinations { ${told} } }`;

interface Group {
  id: string;
  displayName: string;
  models: { id: string; displayName: string }[];
}

describe('data export', () => {
  let app: TestApp;
  let out: ExportPlace;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    out = await ExportPlace.open();
    app = await createTestApp({ variables: out.variables });
  });
  afterAll(async () => {
    await app.close();
    await out.close();
  });
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
  });

  const create = (destinationId: string, destinationType: string, more: object = {}, by = api) =>
    by.rest('POST', path, { destinationId, destinationType, ...more });
  const patch = (id: string, integrationId: string, enabledModels = ['customers'], by = api) =>
    by.rest('PATCH', `${path}/${id}`, { enabledModels, integrationId });

  it('W9: tells its models in groups, through both doors', async () => {
    const query = '{ dataExportModels { groups { id displayName models { id displayName } } } }';
    const { groups } = await expectOk<{ groups: Group[] }>(api.rest('GET', '/data-export/models'));
    expect(groups.map(({ id }) => id)).toEqual([
      ...['customers', 'catalog', 'subscriptions', 'usage', 'credits', 'governance', 'billing', 'activity'],
    ]);
    const ids = groups.flatMap(({ models }) => models.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(['customers', 'credit_grants', 'credit_ledger', 'invoices']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(await expectOk(api.graphql(query))).toEqual({ groups });
  });

  it('W9: a destination is made once, and is asked for again without effect', async () => {
    const made = await expectOk<{ destinations: ToldDestination[] }>(create('lake', 'FILE'));
    expect(made.destinations).toMatchObject([
      { destinationId: 'lake', type: 'FILE', connectionStatus: 'CONNECTED' },
    ]);
    expect(made.destinations[0]?.enabledModels).toContain('invoices');
    expect(made.destinations[0]).not.toHaveProperty('lastSyncStatus');
    expect(await expectOk(create('lake', 'FILE'))).toEqual(made);
    expect(
      await expectOk(create('lake', 'FILE', { enabledModels: made.destinations[0]?.enabledModels })),
    ).toEqual(made);
    expect(await create('lake', 'POSTGRES')).toRefuse(
      'DataExportIntegrationError',
      /destinationId: lake exists of type FILE/,
    );
    expect(await create('lake', 'FILE', { enabledModels: ['coupons'] })).toRefuse(
      'DataExportIntegrationError',
      /PATCH/,
    );
    const mutation = `mutation { createDataExportDestination(input: { destinationId: "house", destinationType: "POSTGRES", enabledModels: ["customers"] }) { ${told} } }`;
    const two = await expectOk<{ destinations: ToldDestination[] }>(api.graphql(mutation));
    expect(two.destinations.map(({ destinationId }) => destinationId)).toEqual(['lake', 'house']);
    expect(await expectOk(api.graphql(mutation))).toEqual(two);
    expect(await destinationsOf(api)).toEqual(two.destinations.map(({ lastSyncStatus: _, ...each }) => each));
    expect(await expectOk(api.graphql(all))).toEqual(two);
  });

  it('W9: other types, models and connections are refused with what is there', async () => {
    expect(await create('x', 'SNOWFLAKE')).toRefuse(
      'DataExportIntegrationError',
      /FILE and POSTGRES are built in/,
    );
    expect(await create('x', 'FILE', { enabledModels: ['customers', 'secrets'] })).toRefuse(
      'BadUserInput',
      /enabledModels\[1\]/,
    );
    await expectOk(create('house', 'POSTGRES'));
    await expectOk(create('lake', 'FILE'));
    await expectOk(create('lake2', 'FILE'));
    expect(await patch('house', 'elsewhere')).toRefuse(
      'DataExportIntegrationError',
      /integrationId: no connection has this name/,
    );
    expect(await patch('house', 'warehouse', ['nothing'])).toRefuse('BadUserInput', /enabledModels\[0\]/);
    expect(await patch('lake', '../outside')).toRefuse('DataExportIntegrationError', /integrationId.*folder/);
    expect(await patch('lake2', 'LAKE')).toRefuse(
      'DataExportIntegrationError',
      /that of the destination lake/,
    );
    expect(await patch('nobody', 'warehouse')).toRefuse('ExportDestinationNotFound');
    const document = `mutation { updateDataExportDestination(destinationId: "house", input: { enabledModels: [], integrationId: "elsewhere" }) { destinations { type } } }`;
    expect(await api.graphql(document)).toRefuse('DataExportIntegrationError', /integrationId/);
  });

  it('W9: connectionStatus says that no connection is chosen, until PATCH names one', async () => {
    await expectOk(create('house', 'POSTGRES'));
    expect(await destinationsOf(api)).toMatchObject([{ connectionStatus: 'NO_CONNECTION_CHOSEN' }]);
    expect(await startSync(api, 'house')).toEqual([
      {
        destinationId: 'house',
        triggered: false,
        errorMessage: expect.stringContaining('integrationId') as string,
      },
    ]);
    app.clock.advance({ minutes: 1 });
    const document = `mutation { updateDataExportDestination(destinationId: "house", input: { enabledModels: ["features", "customers"], integrationId: "warehouse" }) { ${told} } }`;
    const chosen = await expectOk<{ destinations: ToldDestination[] }>(api.graphql(document));
    expect(chosen.destinations).toMatchObject([
      {
        connectionStatus: 'CONNECTED',
        enabledModels: ['customers', 'features'],
        connectedAt: app.clock.now().toISOString(),
      },
    ]);
    expect(JSON.stringify([await destinationsOf(api), chosen])).not.toContain('postgres://');
    expect(app.logLines.join('\n')).not.toContain(out.warehouse.url);
  });

  it('W9: deleting answers what is left, also where there was nothing', async () => {
    await connect(api, 'lake', 'FILE');
    await connect(api, 'house', 'POSTGRES');
    const left = await expectOk<{ destinations: ToldDestination[] }>(api.rest('DELETE', `${path}/lake`));
    expect(left.destinations.map(({ destinationId }) => destinationId)).toEqual(['house']);
    expect(await expectOk(api.rest('DELETE', `${path}/lake`))).toEqual(left);
    const document = `mutation { deleteDataExportDestination(destinationId: "house") { destinations { type } } }`;
    expect(await expectOk(api.graphql(document))).toEqual({ destinations: [] });
    expect(await expectOk(api.graphql(document))).toEqual({ destinations: [] });
    const changes = await expectOk<{ type: string }[]>(api.rest('GET', '/activity?entityId=lake'));
    expect(changes.map(({ type }) => type)).toEqual([
      'export_destination.deleted',
      'export_destination.created',
    ]);
  });

  it('W9: a sync of a destination that is not there is refused, of all it begins each that can be', async () => {
    expect(await api.rest('POST', '/data-export/sync', { destinationId: 'nobody' })).toRefuse(
      'ExportDestinationNotFound',
    );
    await expectOk(create('house', 'POSTGRES'));
    await expectOk(create('lake', 'FILE'));
    const document =
      'mutation { startDataExportSync { results { destinationId triggered transferId errorMessage } } }';
    const { results } = await expectOk<{ results: object[] }>(api.graphql(document));
    expect(results).toMatchObject([
      { destinationId: 'house', triggered: false, transferId: null },
      { destinationId: 'lake', triggered: true, errorMessage: null },
    ]);
  });

  it('W9: a token is for one origin and one hour, and tells what may be chosen', async () => {
    interface Token {
      token: string;
      expiresAt: string;
      providerMetadata: object;
    }
    const input = {
      applicationOrigin: 'https://App.example.com',
      destinationType: 'POSTGRES',
      enabledModels: ['customers'],
    };
    const { token, expiresAt, providerMetadata } = await expectOk<Token>(
      api.rest('POST', '/data-export/scoped-token', input),
    );
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBe(3_600_000);
    expect(providerMetadata).toEqual({
      ...{ applicationOrigin: 'https://app.example.com', destinationTypes: ['POSTGRES'] },
      ...{ models: ['customers'], connections: ['warehouse', 'nowhere'] },
    });
    expect(token).toMatch(/^export-token\.[\w-]+\.[\w-]{43}$/);
    const document = `mutation M($input: CreateDataExportTokenInput!) { createDataExportToken(input: $input) { token expiresAt providerMetadata } }`;
    expect(await expectOk(api.graphql(document, { input }))).toEqual({ token, expiresAt, providerMetadata });
    for (const applicationOrigin of [
      'app.example.com',
      'https://app.example.com/path',
      'ftp://app.example.com',
      'javascript:alert(1)',
      'null',
    ])
      expect(await api.rest('POST', '/data-export/scoped-token', { applicationOrigin })).toRefuse(
        'BadUserInput',
        /applicationOrigin/,
      );
    expect(await api.rest('POST', '/data-export/scoped-token', { ...input, destinationType: 'S3' })).toRefuse(
      'DataExportIntegrationError',
    );
  });

  it('W9: an environment has twenty destinations at most', async () => {
    for (let n = 0; n < 20; n++) await expectOk(create(`lake ${n}`, 'FILE'));
    expect(await create('one more', 'FILE')).toRefuse('DataExportIntegrationError', /20 destinations/);
  });

  isTenantScoped({
    app: () => app,
    create: (by, id) => expectOk(create(id, 'POSTGRES', {}, by)),
    read: (by, id) => destinationsOf(by).then((found) => found.find((each) => each.destinationId === id)),
    routes: [['PATCH', (id) => `${path}/${id}`, { enabledModels: [], integrationId: 'warehouse' }]],
    documents: [
      'mutation($id: String!) { updateDataExportDestination(destinationId: $id, input: { enabledModels: [], integrationId: "warehouse" }) { destinations { type } } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'dataExport',
    reads: [
      { rest: ['GET', '/data-export/models'], graphql: '{ dataExportModels { groups { id } } }' },
      { rest: ['GET', path], graphql: '{ dataExportDestinations { destinations { type } } }' },
    ],
    writes: [
      {
        rest: ['POST', path, { destinationId: 'x', destinationType: 'S3' }],
        graphql:
          'mutation { createDataExportDestination(input: { destinationId: "x", destinationType: "S3" }) { destinations { type } } }',
      },
      {
        rest: ['PATCH', `${path}/nobody`, { enabledModels: [], integrationId: 'x' }],
        graphql:
          'mutation { updateDataExportDestination(destinationId: "nobody", input: { enabledModels: [], integrationId: "x" }) { destinations { type } } }',
      },
      {
        rest: ['DELETE', `${path}/nobody`],
        graphql:
          'mutation { deleteDataExportDestination(destinationId: "nobody") { destinations { type } } }',
      },
      {
        rest: ['POST', '/data-export/sync', { destinationId: 'nobody' }],
        graphql:
          'mutation { startDataExportSync(input: { destinationId: "nobody" }) { results { triggered } } }',
      },
      {
        rest: ['POST', '/data-export/scoped-token', { applicationOrigin: 'x' }],
        graphql: 'mutation { createDataExportToken(input: { applicationOrigin: "x" }) { token } }',
      },
    ],
  });
});

describe('data export where the operator gave no place', () => {
  it('W9: each type is refused, and the message says what the operator sets', async () => {
    const app = await createTestApp({ variables: { DATA_EXPORT_CONNECTIONS: '' } });
    const make = (destinationType: string) =>
      app.a.api.rest('POST', path, { destinationId: 'x', destinationType });
    expect(await make('FILE')).toRefuse('DataExportIntegrationError', /DATA_EXPORT_DIR/);
    expect(await make('POSTGRES')).toRefuse('DataExportIntegrationError', /DATA_EXPORT_CONNECTIONS/);
    await app.close();
  });
});
