import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: catalog

describe('features', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const post = (to: ApiClient, id: string, rest: object = {}) =>
    to.rest('POST', '/features', { id, displayName: `Feature ${id}`, featureType: 'BOOLEAN', ...rest });
  const create = (to: ApiClient, id: string, rest: object = {}) => expectOk(post(to, id, rest));
  const update = (id: string, body: object) => api.rest('PATCH', `/features/${id}`, body);
  const values = (...names: string[]) => names.map((value) => ({ value, displayName: value.toUpperCase() }));

  behavesAsList({
    app: () => app,
    path: '/features',
    field: 'features',
    create: async (to, index) => {
      const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
      await create(to, `list-${index}`, index % 2 === 1 ? metered : {});
      return `list-${index}`;
    },
    filter: { query: 'featureType=number', graphql: 'featureType: [NUMBER]' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read: (from, id) => expectOk(from.rest('GET', `/features/${id}`)),
    routes: [
      ['GET', (id) => `/features/${id}`],
      ['PATCH', (id) => `/features/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/features/${id}/archive`],
      ['POST', (id) => `/features/${id}/unarchive`],
      ['DELETE', (id) => `/features/${id}`],
    ],
    documents: [
      'query($id: String!) { feature(id: $id) { id } }',
      'mutation($id: String!) { updateFeature(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { archiveFeature(id: $id) { id } }',
      'mutation($id: String!) { unarchiveFeature(id: $id) { id } }',
      'mutation($id: String!) { deleteFeature(id: $id) { id } }',
    ],
    found: { path: (id) => `/features?id=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'features',
    reads: [
      { rest: ['GET', '/features'], graphql: '{ features { totalCount } }' },
      { rest: ['GET', '/features/nobody'], graphql: '{ feature(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/features', { id: 'permitted', displayName: 'x', featureType: 'BOOLEAN' }],
        graphql:
          'mutation { createFeature(input: { id: "permitted", displayName: "x", featureType: BOOLEAN }) { id } }',
      },
      {
        rest: ['PATCH', '/features/nobody', {}],
        graphql: 'mutation { updateFeature(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/features/nobody/archive'],
        graphql: 'mutation { archiveFeature(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/features/nobody/unarchive'],
        graphql: 'mutation { unarchiveFeature(id: "nobody") { id } }',
      },
      {
        rest: ['DELETE', '/features/nobody'],
        graphql: 'mutation { deleteFeature(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Feature',
    input: 'CreateFeatureInput',
    path: '/features',
    mutation: 'createFeature',
    body: (id) => ({
      id,
      displayName: 'Storage',
      description: 'Bytes kept',
      featureType: 'NUMBER',
      meterType: 'FLUCTUATING',
      featureStatus: 'ACTIVE',
      featureUnits: 'byte',
      featureUnitsPlural: 'bytes',
      metadata: { team: 'blue' },
      unitTransformation: {
        divide: 1_000_000_000,
        featureUnits: 'GB',
        featureUnitsPlural: 'GB',
        round: 'DOWN',
      },
      meter: {
        aggregation: { function: 'SUM', field: 'bytes' },
        filters: [
          {
            conditions: [
              { field: 'eventName', operation: 'EQUALS', value: 'kept' },
              { field: 'tier', operation: 'IN', values: ['hot', 'cold'] },
              { field: 'deleted', operation: 'IS_NULL' },
            ],
          },
        ],
      },
    }),
    reads: { one: 'feature' },
  });

  it('F1, F2, F3: a feature starts NEW and without meter', async () => {
    expect(await create(api, 'defaults')).toEqual({
      id: 'defaults',
      displayName: 'Feature defaults',
      description: null,
      featureType: 'BOOLEAN',
      meterType: 'None',
      featureStatus: 'NEW',
      featureUnits: null,
      featureUnitsPlural: null,
      enumConfiguration: null,
      unitTransformation: null,
      meter: null,
      metadata: {},
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
    });
  });

  it.each([
    ['BOOLEAN', 'None'],
    ['NUMBER', 'None'],
    ['NUMBER', 'INCREMENTAL'],
    ['NUMBER', 'FLUCTUATING'],
    ['ENUM', 'None'],
  ])('F2: %s goes with %s', async (featureType, meterType) => {
    const enumConfiguration = featureType === 'ENUM' ? values('a') : undefined;
    const id = `pair-${featureType}-${meterType}`;
    expect(await create(api, id, { featureType, meterType, enumConfiguration })).toMatchObject({
      featureType,
      meterType,
    });
  });

  it.each([
    ['BOOLEAN', 'INCREMENTAL'],
    ['BOOLEAN', 'FLUCTUATING'],
    ['ENUM', 'INCREMENTAL'],
    ['ENUM', 'FLUCTUATING'],
  ])('F2: %s with %s is MeteringNotAvailableForFeatureType', async (featureType, meterType) => {
    const answer = await post(api, 'refused', { featureType, meterType, enumConfiguration: values('a') });
    expect(answer).toRefuse('MeteringNotAvailableForFeatureType', /meterType/);
  });

  it('F2: types are fixed at creation', async () => {
    await create(api, 'fixed');
    expect(await update('fixed', { featureType: 'NUMBER' })).toRefuse('BadUserInput', /featureType/);
    expect(await update('fixed', { meterType: 'INCREMENTAL' })).toRefuse('BadUserInput', /meterType/);
    expect(await update('fixed', { featureStatus: 'ACTIVE' })).toRefuse('BadUserInput', /featureStatus/);
  });

  it('F3: on creation a feature is NEW or ACTIVE', async () => {
    expect(await create(api, 'active', { featureStatus: 'ACTIVE' })).toMatchObject({
      featureStatus: 'ACTIVE',
    });
    expect(await post(api, 'refused', { featureStatus: 'SUSPENDED' })).toRefuse(
      'BadUserInput',
      /featureStatus/,
    );
  });

  it.each([
    ['an ENUM without values', 'ENUM', undefined, 'BadUserInput'],
    ['an ENUM with an empty list', 'ENUM', [], 'BadUserInput'],
    ['the same value twice', 'ENUM', values('a', 'b', 'a'), 'BadUserInput'],
    ['a value without text', 'ENUM', values(''), 'BadUserInput'],
    ['an unknown key in a value', 'ENUM', [{ value: 'a', displayName: 'A', colour: 'red' }], 'BadUserInput'],
    ['values on a BOOLEAN', 'BOOLEAN', values('a'), 'BadUserInput'],
  ] as const)('F4: %s is refused', async (_fault, featureType, enumConfiguration, code) => {
    expect(await post(api, 'refused', { featureType, enumConfiguration })).toRefuse(
      code,
      /enumConfiguration/,
    );
  });

  it('F4: 100 values are taken, the 101st is FeatureConfigurationExceededLimitError', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `v${index}`);
    await create(api, 'hundred', { featureType: 'ENUM', enumConfiguration: values(...names.slice(1)) });
    const answer = await post(api, 'refused', { featureType: 'ENUM', enumConfiguration: values(...names) });
    expect(answer).toRefuse('FeatureConfigurationExceededLimitError', /100/);
    expect(await update('hundred', { enumConfiguration: values(...names) })).toRefuse(
      'FeatureConfigurationExceededLimitError',
    );
  });

  it('F4: PATCH replaces the values and keeps at least one', async () => {
    await create(api, 'renamed', { featureType: 'ENUM', enumConfiguration: values('a', 'b') });
    const changed = await expectOk(update('renamed', { enumConfiguration: values('b', 'c') }));
    expect(changed['enumConfiguration']).toEqual(values('b', 'c'));
    expect(await update('renamed', { enumConfiguration: [] })).toRefuse('BadUserInput', /at least one value/);
  });

  it('F5: units go together', async () => {
    const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
    expect(await post(api, 'refused', { ...metered, featureUnits: 'call' })).toRefuse(
      'BadUserInput',
      /featureUnits/,
    );
    expect(await post(api, 'refused', { ...metered, featureUnitsPlural: 'calls' })).toRefuse('BadUserInput');
    await create(api, 'units', { ...metered, featureUnits: 'call', featureUnitsPlural: 'calls' });
    expect(await update('units', { featureUnits: '' })).toRefuse('BadUserInput', /both or none/);
    const cleared = await expectOk(update('units', { featureUnits: '', featureUnitsPlural: '' }));
    expect(cleared).toMatchObject({ featureUnits: null, featureUnitsPlural: null });
  });

  it('F6: a unit transformation rounds up unless it says otherwise', async () => {
    const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
    const created = await create(api, 'divided', { ...metered, unitTransformation: { divide: 1000 } });
    const told = { divide: 1000, round: 'UP', featureUnits: null, featureUnitsPlural: null };
    expect(created['unitTransformation']).toEqual(told);
    const changed = await expectOk(update('divided', { unitTransformation: { divide: 10, round: 'DOWN' } }));
    expect(changed['unitTransformation']).toMatchObject({ divide: 10, round: 'DOWN' });
    expect(
      (await expectOk(update('divided', { unitTransformation: null })))['unitTransformation'],
    ).toBeNull();
  });

  it.each([
    ['divide 0', { divide: 0 }, /divide/],
    ['a broken divide', { divide: 1.5 }, /divide/],
    ['no divide', { round: 'UP' }, /divide/],
    ['half a unit', { divide: 2, featureUnits: 'GB' }, /unitTransformation\.featureUnits/],
    ['another rounding', { divide: 2, round: 'HALF_EVEN' }, /UP, DOWN/],
  ])('F6: %s is BadUserInput', async (_fault, unitTransformation, message) => {
    const body = { featureType: 'NUMBER', meterType: 'INCREMENTAL', unitTransformation };
    expect(await post(api, 'refused', body)).toRefuse('BadUserInput', message);
  });

  it('F6: only usage can be transformed', async () => {
    const body = { featureType: 'NUMBER', unitTransformation: { divide: 2 } };
    expect(await post(api, 'refused', body)).toRefuse('BadUserInput', /metered/);
  });

  it.each([
    [
      'a type',
      { featureType: undefined },
      /featureType is required and must be one of BOOLEAN, NUMBER, ENUM/,
    ],
    ['a type as it is written', { featureType: 'boolean' }, /featureType/],
    ['C1: an id of the pattern', { id: '-x' }, /id must match/],
    ['a displayName of at most 255 characters', { displayName: 'x'.repeat(256) }, /displayName/],
    ['a description of at most 255 characters', { description: 'x'.repeat(256) }, /description/],
    ['C5: no unknown key', { environmentId: 'x' }, /environmentId is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    expect(await post(api, 'refused', change)).toRefuse('BadUserInput', message);
  });

  it('C1: lengths count code points', async () => {
    const told = await create(api, 'astral', { description: '😀'.repeat(255) });
    expect(told['description']).toBe('😀'.repeat(255));
    expect(await post(api, 'refused', { description: '😀'.repeat(256) })).toRefuse('BadUserInput', /256/);
  });

  it('PATCH changes what it names and leaves the rest', async () => {
    await create(api, 'patched', { description: 'before', metadata: { kept: '1', gone: '1' } });
    app.clock.advance({ hours: 1 });
    const changed = await expectOk(update('patched', { displayName: 'After', metadata: { gone: '' } }));
    expect(changed).toMatchObject({ displayName: 'After', description: 'before', metadata: { kept: '1' } });
    expect(changed['updatedAt']).toBe(app.clock.now().toISOString());
    expect(await expectOk(api.rest('GET', '/features/patched'))).toEqual(changed);
    expect(await update('patched', { description: null })).toRefuse('BadUserInput', /description/);
  });

  it('C9: is filtered by id, type, meter and status', async () => {
    await create(api, 'sought', { featureType: 'NUMBER', meterType: 'FLUCTUATING', featureStatus: 'ACTIVE' });
    const found = async (query: string) =>
      (await expectPage(api.rest('GET', `/features?id=sought&${query}`))).data.length;
    expect(await found('meterType=fluctuating&featureType=NUMBER&status=active,new')).toBe(1);
    expect(await found('meterType=none')).toBe(0);
    expect(await found('status=SUSPENDED')).toBe(0);
    expect(await api.rest('GET', '/features?meterType=HOURLY')).toRefuse('BadUserInput', /meterType/);
  });

  it('access-and-events W7: a change is told by an event', async () => {
    await create(api, 'told');
    await expectOk(update('told', { displayName: 'Told' }));
    const events = await eventsAbout(app, 'told');
    expect(events.map(({ type }) => type)).toEqual(['feature.created', 'feature.updated']);
    expect(events[0]).toMatchObject({ entity_type: 'FEATURE', payload: { feature: { id: 'told' } } });
  });
});
