import { createTestApp, type TestApp } from '../support/app';
import { createFeature } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { execute } from '../support/database';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: catalog

describe('feature groups', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const each of [app.a, app.b, app.stranger]) await features(each.api, 'calls', 'seats');
    await features(api, 'sso', 'storage');
  });
  afterAll(() => app.close());

  const features = async (to: ApiClient, ...ids: string[]) => {
    for (const id of ids) await createFeature(to, id, 'switch');
  };
  const suspend = (id: string) =>
    app.dataSource.query(`update feature set feature_status = 'SUSPENDED' where id = $1`, [id]);
  const post = (to: ApiClient, id: string, rest: object = {}) =>
    to.rest('POST', '/feature-groups', { id, displayName: `Group ${id}`, featureIds: ['calls'], ...rest });
  const create = (to: ApiClient, id: string, rest: object = {}) => expectOk(post(to, id, rest));
  const read = (from: ApiClient, id: string) => expectOk(from.rest('GET', `/feature-groups/${id}`));
  const update = (id: string, body: object) => api.rest('PATCH', `/feature-groups/${id}`, body);
  const turn = (id: string, verb: 'archive' | 'unarchive') =>
    api.rest('POST', `/feature-groups/${id}/${verb}`);
  const remove = (id: string) => api.rest('DELETE', `/feature-groups/${id}`);

  behavesAsList({
    app: () => app,
    path: '/feature-groups',
    field: 'featureGroups',
    create: async (to, index) => {
      if (index === 0) await features(to, 'calls', 'seats');
      await create(to, `list-${index}`, { featureIds: index % 2 === 1 ? ['calls', 'seats'] : ['calls'] });
      return `list-${index}`;
    },
    filter: { query: 'featureId=seats', graphql: 'featureId: ["seats"]' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read,
    routes: [
      ['GET', (id) => `/feature-groups/${id}`],
      ['PATCH', (id) => `/feature-groups/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/feature-groups/${id}/archive`],
      ['POST', (id) => `/feature-groups/${id}/unarchive`],
      ['DELETE', (id) => `/feature-groups/${id}`],
    ],
    documents: [
      'query($id: String!) { featureGroup(id: $id) { id } }',
      'mutation($id: String!) { updateFeatureGroup(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { archiveFeatureGroup(id: $id) { id } }',
      'mutation($id: String!) { unarchiveFeatureGroup(id: $id) { id } }',
      'mutation($id: String!) { deleteFeatureGroup(id: $id) { id } }',
    ],
    found: { path: (id) => `/feature-groups?id=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'features',
    reads: [
      { rest: ['GET', '/feature-groups'], graphql: '{ featureGroups { totalCount } }' },
      { rest: ['GET', '/feature-groups/nobody'], graphql: '{ featureGroup(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/feature-groups', { id: 'permitted', displayName: 'x', featureIds: ['calls'] }],
        graphql:
          'mutation { createFeatureGroup(input: { id: "permitted", displayName: "x", featureIds: ["calls"] }) { id } }',
      },
      {
        rest: ['PATCH', '/feature-groups/nobody', {}],
        graphql: 'mutation { updateFeatureGroup(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/feature-groups/nobody/archive'],
        graphql: 'mutation { archiveFeatureGroup(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/feature-groups/nobody/unarchive'],
        graphql: 'mutation { unarchiveFeatureGroup(id: "nobody") { id } }',
      },
      {
        rest: ['DELETE', '/feature-groups/nobody'],
        graphql: 'mutation { deleteFeatureGroup(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'FeatureGroup',
    input: 'CreateFeatureGroupInput',
    path: '/feature-groups',
    mutation: 'createFeatureGroup',
    body: (id) => ({
      id,
      displayName: 'Both doors',
      featureIds: ['seats', 'calls'],
      metadata: { team: 'blue' },
    }),
    reads: { one: 'featureGroup' },
  });

  it('F10: a group is born published and tells its members in the order of the request', async () => {
    const now = app.clock.now().toISOString();
    expect(await create(api, 'ordered', { featureIds: ['sso', 'calls', 'seats'] })).toEqual({
      id: 'ordered',
      displayName: 'Group ordered',
      featureIds: ['sso', 'calls', 'seats'],
      status: 'PUBLISHED',
      metadata: {},
      createdAt: now,
      updatedAt: now,
    });
  });

  it('F10: a feature may be in several groups', async () => {
    await create(api, 'first-of-sso', { featureIds: ['sso'] });
    await create(api, 'second-of-sso', { featureIds: ['storage', 'sso'] });
    const held = await expectPage<{ id: string }>(api.rest('GET', '/feature-groups?featureId=storage,sso'));
    expect(held.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['first-of-sso', 'second-of-sso']) as unknown,
    );
  });

  it.each([
    ['no members', [], /featureIds.*at least 1/],
    ['more than 100', Array.from({ length: 101 }, (_, index) => `f${index}`), /featureIds.*at most 100/],
    ['one member twice', ['calls', 'seats', 'calls'], /calls stands twice/],
    ['an empty id', [''], /featureIds.*empty/],
    ['no list', 'calls', /featureIds.*array/],
  ])('F10: %s are BadUserInput', async (_fault, featureIds, message) => {
    expect(await post(api, 'refused', { featureIds })).toRefuse('BadUserInput', message);
  });

  it('F10: 100 members are taken', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `member-${index}`);
    await features(api, ...ids);
    expect((await create(api, 'hundred', { featureIds: ids }))['featureIds']).toEqual(ids);
  });

  it('C4: an unknown member is FeatureNotFound, and nothing is stored', async () => {
    expect(await post(api, 'refused', { featureIds: ['calls', 'nothing'] })).toRefuse(
      'FeatureNotFound',
      /nothing/,
    );
    expect(await api.rest('GET', '/feature-groups/refused')).toRefuse('FeatureGroupNotFoundError', /refused/);
  });

  it('F10: PATCH replaces the members and leaves what it does not name', async () => {
    await create(api, 'changed', { featureIds: ['calls', 'seats'], metadata: { kept: '1', gone: '1' } });
    app.clock.advance({ hours: 1 });
    const changed = await expectOk(
      update('changed', { featureIds: ['sso', 'calls'], metadata: { gone: '' } }),
    );
    expect(changed).toMatchObject({
      displayName: 'Group changed',
      featureIds: ['sso', 'calls'],
      metadata: { kept: '1' },
    });
    expect(changed['updatedAt']).toBe(app.clock.now().toISOString());
    expect(await read(api, 'changed')).toEqual(changed);
    expect(await expectOk(update('changed', { displayName: 'After' }))).toMatchObject({
      displayName: 'After',
      featureIds: ['sso', 'calls'],
    });
    expect(await update('changed', { status: 'ARCHIVED' })).toRefuse('BadUserInput', /status/);
    expect(await update('changed', { featureIds: null })).toRefuse('BadUserInput', /featureIds/);
  });

  it('F9, F10: a suspended feature is not added, and one that is a member already may stay', async () => {
    await features(api, 'retired');
    await create(api, 'with-retired', { featureIds: ['retired'] });
    await suspend('retired');
    expect(await post(api, 'refused', { featureIds: ['retired'] })).toRefuse(
      'EntityIsArchivedError',
      /retired/,
    );
    await create(api, 'without-retired');
    expect(await update('without-retired', { featureIds: ['calls', 'retired'] })).toRefuse(
      'EntityIsArchivedError',
      /retired/,
    );
    const kept = await expectOk(update('with-retired', { featureIds: ['calls', 'retired'] }));
    expect(kept['featureIds']).toEqual(['calls', 'retired']);
  });

  it('F10: an archived group is not changed and not archived again; it comes back once', async () => {
    await create(api, 'archived');
    expect(await turn('archived', 'unarchive')).toRefuse('BadUserInput', /not archived/);
    expect(await expectOk(turn('archived', 'archive'))).toMatchObject({ status: 'ARCHIVED' });
    expect(await turn('archived', 'archive')).toRefuse('EntityIsArchivedError', /archived/);
    expect(await update('archived', { displayName: 'x' })).toRefuse('EntityIsArchivedError');
    expect(await update('archived', { featureIds: ['seats'] })).toRefuse('EntityIsArchivedError');
    const found = async (status: string) =>
      (await expectPage(api.rest('GET', `/feature-groups?id=archived&status=${status}`))).data.length;
    expect([await found('archived'), await found('PUBLISHED')]).toEqual([1, 0]);
    expect(await post(api, 'archived')).toRefuse('DuplicatedEntityNotAllowed');
    const back = await expectOk(
      api.graphql('mutation { unarchiveFeatureGroup(id: "archived") { id status featureIds } }'),
    );
    expect(back).toEqual({ id: 'archived', status: 'PUBLISHED', featureIds: ['calls'] });
  });

  it('F10: deletes a group for good, archived or not, and frees its id', async () => {
    await create(api, 'short-lived');
    await expectOk(turn('short-lived', 'archive'));
    expect(await expectOk(remove('short-lived'))).toEqual({ id: 'short-lived' });
    expect(await remove('short-lived')).toRefuse('FeatureGroupNotFoundError');
    await create(api, 'short-lived');
    const answer = await expectOk(api.graphql('mutation { deleteFeatureGroup(id: "short-lived") { id } }'));
    expect(answer).toEqual({ id: 'short-lived' });
  });

  it('F10: a group that any table refers to is not deleted', async () => {
    await create(api, 'referred');
    await execute(
      app.databaseUrl,
      `create table holder (environment_id uuid, group_uid uuid,
                            foreign key (environment_id, group_uid) references feature_group (environment_id, uid))`,
      `insert into holder select environment_id, uid from feature_group where id = 'referred'`,
    );
    expect(await remove('referred')).toRefuse('IntegrityViolation', /archive it instead/);
    expect(await read(api, 'referred')).toMatchObject({ featureIds: ['calls'] });
    await execute(app.databaseUrl, 'drop table holder');
    await expectOk(remove('referred'));
  });

  it('C10: the members are part of the state that If-Match is held against', async () => {
    const created = await post(api, 'tagged');
    const tag = created.headers.get('etag') ?? '';
    expect((await api.rest('GET', '/feature-groups/tagged')).headers.get('etag')).toBe(tag);
    const patch = (featureIds: string[]) =>
      api.rest('PATCH', '/feature-groups/tagged', { featureIds }, { 'if-match': tag });
    await expectOk(patch(['seats']));
    expect(await patch(['sso'])).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    expect(await read(api, 'tagged')).toMatchObject({ featureIds: ['seats'] });
  });

  it('access-and-events W7, W8: each change is told by an event and stands in the activity log', async () => {
    await create(api, 'told');
    await expectOk(update('told', { featureIds: ['seats'] }));
    await expectOk(turn('told', 'archive'));
    await expectOk(turn('told', 'unarchive'));
    await expectOk(remove('told'));
    const events = await eventsAbout(app, 'told');
    expect(events.map(({ type }) => type)).toEqual([
      'feature_group.created',
      'feature_group.updated',
      'feature_group.archived',
      'feature_group.unarchived',
    ]);
    expect(events[1]).toMatchObject({
      entity_type: 'FEATURE_GROUP',
      payload: { featureGroup: { id: 'told', featureIds: ['seats'] } },
    });
    const log = await expectPage(api.rest('GET', '/activity?entityType=FEATURE_GROUP&entityId=told'));
    expect(log.data[0]).toMatchObject({ type: 'feature_group.deleted', after: null });
    expect(log.data[3]).toMatchObject({
      type: 'feature_group.updated',
      before: { featureIds: ['calls'] },
      after: { featureIds: ['seats'] },
    });
  });
});
