import type { TestApp } from '../support/app';
import { expectOk, expectPage } from '../support/client';
import type { Json } from '../support/catalog';
import { doors, governedForEach, limitsOf, storyTypes, type Governance } from '../support/governance';

// Domain: access-and-events

describe.each(doors)('governance through %s', (door) => {
  let app: TestApp;
  let house: Governance;

  governedForEach(door, (begun) => ({ app, house } = begun));

  const idsOf = async (call: ReturnType<Governance['entities']>): Promise<unknown[]> =>
    (await house.listOf(call)).items.map(({ id }) => id);

  describe('G1: the flag of the account', () => {
    it('G1: switched off it refuses all of it, and checks go on', async () => {
      const account = await app.environments.addAccount();
      const other = await app.environments.add(account, undefined, 'SANDBOX');
      await app.dataSource.query('update account set has_governance = false where uid = $1', [account]);
      const theirs = house.as(other.api);
      for (const ask of [
        () => theirs.types(),
        () => theirs.putTypes(...storyTypes),
        () => theirs.entities(),
        () => theirs.entity('agent'),
        () => theirs.putEntities({ id: 'a' }),
        () => theirs.archive('a'),
        () => theirs.unarchive('a'),
        () => theirs.assignments(),
        () => theirs.assign({ entityId: 'a', featureId: 'calls' }),
        () => theirs.tree(),
      ])
        expect(await ask()).toRefuse('GovernanceNotEnabled', /set-governance/);
      expect(
        await expectOk(theirs.check({ featureId: 'calls', dimensions: { agentId: 'agent' } })),
      ).toMatchObject({
        isGranted: false,
        accessDeniedReason: 'CustomerNotFound',
      });
    });

    it('G1: switched on, without anything, lists are empty', async () => {
      const { api } = await app.newEnvironment();
      const empty = house.as(api);
      expect(await empty.listOf(empty.types())).toEqual({ items: [], next: null });
      await expectOk(api.rest('POST', '/customers', { id: 'acorn' }));
      for (const list of [empty.entities(), empty.assignments(), empty.tree()])
        expect(await empty.listOf(list)).toEqual({ items: [], next: null });
    });
  });

  describe('G2: entity types', () => {
    it('G2: are made and changed by the same request, as often as it is repeated', async () => {
      const first = await expectOk<Json[]>(house.putTypes(...storyTypes));
      expect(await expectOk(house.putTypes(...storyTypes))).toEqual(first);
      app.clock.advance({ seconds: 1 });
      const [changed] = await expectOk<Json[]>(
        house.putTypes({ ...storyTypes[1], displayName: 'Squad', description: 'Some people' }),
      );
      expect(changed).toMatchObject({ id: 'team', displayName: 'Squad', description: 'Some people' });
      const [kept] = await expectOk<Json[]>(house.putTypes({ ...storyTypes[1], displayName: 'Squad' }));
      expect(kept).toEqual(changed);
      expect(await idsOf(house.types())).toEqual(['model', 'agent', 'team', 'department']);
    });

    it.each([
      [{ types: [] }, /types/],
      [{ types: [{ id: 'a', displayName: 'A', attributionKeys: ['x', 'y', 'z'] }] }, /attributionKeys/],
      [
        { types: [{ id: 'a', displayName: 'A', attributionKeys: ['x', 'x'] }] },
        /types\[0\]\.attributionKeys/,
      ],
      [{ types: [storyTypes[0], storyTypes[0]] }, /types\[1\]/],
      [
        {
          types: Array.from({ length: 101 }, (_, n) => ({
            id: `t${n}`,
            displayName: 'T',
            attributionKeys: [],
          })),
        },
        /types/,
      ],
    ])('G2: refuses %#', async ({ types }, message) => {
      const before = await house.listOf(house.types());
      expect(await house.putTypes(...(types as Json[]))).toRefuse('BadUserInput', message);
      expect(await house.listOf(house.types())).toEqual(before);
    });
  });

  describe('G3: entities', () => {
    it('G3: need a type once, and merge their metadata', async () => {
      const put = (more: Json) => expectOk<Json[]>(house.putEntities({ id: 'agent', ...more }));
      await put({ displayName: 'Ada', metadata: { a: '1', b: '2' } });
      const [changed] = await put({ metadata: { a: '', c: '3' } });
      expect(changed).toMatchObject({
        ...{ id: 'agent', entityTypeId: 'agent', displayName: 'Ada', archivedAt: null },
        metadata: { b: '2', c: '3' },
      });
      expect(await expectOk(house.entity('agent'))).toEqual(changed);
      expect((await put({ displayName: null }))[0]).toMatchObject({ displayName: null });
    });

    it('G3: are of one customer, and their ids too', async () => {
      const others = house.of('beech');
      expect(await others.entity('agent')).toRefuse('EntityNotFound', /beech has no entity agent/);
      await expectOk(others.putEntities({ id: 'agent', entityTypeId: 'team' }));
      expect(await expectOk(house.entity('agent'))).toMatchObject({ entityTypeId: 'agent' });
      expect(await house.of('nobody').entities()).toRefuse('CustomerNotFound');
      expect(await house.of('nobody').putEntities({ id: 'a', entityTypeId: 'team' })).toRefuse(
        'CustomerNotFound',
      );
    });

    it.each([
      [{ id: 'new' }, /entities\[1\]\.entityTypeId is required/],
      [{ id: 'new', entityTypeId: 'nobody' }, /entities\[1\]\.entityTypeId: there is no entity type nobody/],
      [{ id: 'team' }, /entities\[1\] names what entities\[0\] names/],
      [{ id: 'new', entityTypeId: 'team', parentId: 'dept' }, /parentId/],
    ])('G3: refuses %j whole', async (wrong, message) => {
      const before = await house.listOf(house.entities());
      expect(await house.putEntities({ id: 'team', displayName: 'Changed' }, wrong)).toRefuse(
        'BadUserInput',
        message,
      );
      expect(await house.listOf(house.entities())).toEqual(before);
    });

    it('G3: are archived and come back, and lists leave them out meanwhile', async () => {
      expect(await expectOk(house.archive('agent'))).toEqual({ ids: ['agent'] });
      const { archivedAt } = await expectOk(house.entity('agent'));
      expect(archivedAt).toEqual(expect.any(String));
      app.clock.advance({ minutes: 1 });
      await expectOk(house.archive('agent', 'team'));
      expect(await expectOk(house.entity('agent'))).toMatchObject({ archivedAt });
      expect(await idsOf(house.entities())).toEqual(['dept']);
      expect(await idsOf(house.entities({ includeArchived: true }))).toEqual(['agent', 'team', 'dept']);
      expect(await idsOf(house.entities({ includeArchived: true, entityTypeId: 'team' }))).toEqual(['team']);
      expect(await house.putEntities({ id: 'agent' })).toRefuse(
        'EntityIsArchivedError',
        /unarchive it first/,
      );
      await expectOk(house.unarchive('agent'));
      expect(await expectOk(house.entity('agent'))).toMatchObject({ archivedAt: null });
      expect(await house.archive('agent', 'nobody')).toRefuse('EntityNotFound', /nobody/);
      expect(await expectOk(house.entity('agent'))).toMatchObject({ archivedAt: null });
    });

    it('G3: pages of them go on where the one before ended, in that customer', async () => {
      const { items, next } = await house.listOf(house.entities({ limit: 2 }));
      expect([items.map(({ id }) => id), next]).toEqual([['agent', 'team'], 'team']);
      expect(await idsOf(house.entities({ after: 'team' }))).toEqual(['dept']);
      expect(await house.of('beech').entities({ after: 'team' })).toRefuse('BadUserInput', /cursor/);
    });

    it('G3: of an archived customer are changed no more', async () => {
      await expectOk(house.api.rest('POST', '/customers/acorn/archive'));
      expect(await house.putEntities({ id: 'agent' })).toRefuse('EntityIsArchivedError', /acorn/);
      expect(await house.archive('agent')).toRefuse('EntityIsArchivedError');
      expect(await house.assign(...limitsOf(1, 1, 1))).toRefuse('EntityIsArchivedError');
    });
  });

  describe('G4: assignments', () => {
    it('G4: are known by entity, subject and scope in any order, and keep what is left out', async () => {
      await expectOk(
        house.putEntities({ id: 'gpt', entityTypeId: 'model' }, { id: 'eu', entityTypeId: 'model' }),
      );
      const whole = { entityId: 'team', featureId: 'calls', usageLimit: 50, cadence: 'P1W' };
      const scoped = { ...whole, scopeEntityIds: ['gpt', 'eu'], usageLimit: null };
      const made = await expectOk<Json[]>(house.assign(whole, scoped));
      expect(made).toEqual([
        expect.objectContaining({
          entityId: 'team',
          featureId: 'calls',
          usageLimit: 50,
          cadence: 'P1W',
          parentId: null,
        }),
        expect.objectContaining({ usageLimit: null, scopeEntityIds: expect.arrayContaining(['gpt', 'eu']) }),
      ]);
      expect(await expectOk(house.assign(whole, scoped))).toEqual(made);
      app.clock.advance({ seconds: 1 });
      const [other] = await expectOk<Json[]>(
        house.assign({
          entityId: 'team',
          featureId: 'calls',
          scopeEntityIds: ['eu', 'gpt', 'eu'],
          usageLimit: 9,
        }),
      );
      expect(other).toMatchObject({ id: made[1]?.['id'], usageLimit: 9, cadence: 'P1W' });
      // The state that is there now, not the one before it.
      expect((await house.listOf(house.assignments())).items[0]).toEqual(other);
      expect(other?.['updatedAt']).not.toBe(made[1]?.['updatedAt']);
      expect(await idsOf(house.assignments())).toEqual([made[1]?.['id'], made[0]?.['id']]);
      expect(await idsOf(house.assignments({ featureId: 'tokens' }))).toEqual([]);
      expect(await idsOf(house.assignments({ entityId: 'team', featureId: 'calls', limit: 1 }))).toEqual([
        made[1]?.['id'],
      ]);
    });

    it('G4: the parent is kept, taken away and set, for all of the entity', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      const tokens = { entityId: 'agent', featureId: 'tokens', usageLimit: 5, cadence: 'P1D' };
      expect((await expectOk<Json[]>(house.assign(tokens)))[0]).toMatchObject({ parentId: 'team' });
      const parents = async () =>
        (await house.listOf(house.assignments({ entityId: 'agent' }))).items.map(({ parentId }) => parentId);
      await expectOk(house.assign({ ...tokens, parentId: null }));
      expect(await parents()).toEqual([null, null]);
      await expectOk(house.assign({ ...tokens, parentId: 'dept' }));
      expect(await parents()).toEqual(['dept', 'dept']);
      const { data } = await expectPage<Json>(
        house.api.rest('GET', '/activity?entityType=ENTITY&entityId=agent'),
      );
      const moves = data.filter(({ type }) => type === 'entity.moved');
      expect(
        moves.map(({ before, after }) => [(before as Json)['parentId'], (after as Json)['parentId']]),
      ).toEqual([
        [null, 'dept'],
        ['team', null],
        [null, 'team'],
      ]);
    });

    it.each([
      [
        { entityId: 'agent', featureId: 'calls', usageLimit: 1 },
        'BadUserInput',
        /assignments\[0\]\.cadence is required/,
      ],
      [
        { entityId: 'agent', featureId: 'calls', cadence: 'P1D' },
        'BadUserInput',
        /assignments\[0\]\.usageLimit is required/,
      ],
      [
        { entityId: 'agent', usageLimit: 1, cadence: 'P1D' },
        'BadUserInput',
        /exactly one of featureId and currencyId/,
      ],
      [
        { entityId: 'agent', featureId: 'calls', currencyId: 'coins', usageLimit: 1, cadence: 'P1D' },
        ...(['BadUserInput', /exactly one of featureId and currencyId/] as const),
      ],
      [
        { entityId: 'agent', featureId: 'calls', usageLimit: -1, cadence: 'P1D' },
        'BadUserInput',
        /usageLimit/,
      ],
      [{ entityId: 'nobody', featureId: 'calls', usageLimit: 1, cadence: 'P1D' }, 'EntityNotFound', /nobody/],
      [
        { entityId: 'agent', featureId: 'nothing', usageLimit: 1, cadence: 'P1D' },
        'FeatureNotFound',
        /assignments\[0\]/,
      ],
      [
        { entityId: 'agent', currencyId: 'nothing', usageLimit: 1, cadence: 'P1D' },
        'CustomCurrencyNotFound',
        /assignments\[0\]/,
      ],
      ...['P0D', 'P1D1W', 'PT', 'P1', '1D', 'P-1D', 'P1.5D', 'P999999Y', 'PT1M1S', 'p1d'].map(
        (cadence) =>
          [
            { entityId: 'agent', featureId: 'calls', usageLimit: 1, cadence },
            'BadUserInput',
            /assignments\[0\]\.cadence/,
          ] as const,
      ),
      [
        { entityId: 'agent', featureId: 'calls', usageLimit: 1, cadence: 'P1D', scopeEntityIds: ['nobody'] },
        ...(['BadUserInput', /assignments\[0\]\.scopeEntityIds: .* no entity nobody/] as const),
      ],
    ] as const)('G4: refuses %j', async (wrong, code, message) => {
      expect(await house.assign(wrong)).toRefuse(code, message);
      expect((await house.listOf(house.assignments())).items).toEqual([]);
    });

    it('G4: of what nobody can divide are refused', async () => {
      const { api } = house;
      await expectOk(api.rest('POST', '/features', { id: 'sso', displayName: 'S', featureType: 'BOOLEAN' }));
      const meter = {
        aggregation: { function: 'UNIQUE', field: 'user' },
        filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'visit' }] }],
      };
      const users = { id: 'users', displayName: 'U', featureType: 'NUMBER', meterType: 'INCREMENTAL', meter };
      await expectOk(api.rest('POST', '/features', users));
      const of = (featureId: string) => ({ entityId: 'agent', featureId, usageLimit: 1, cadence: 'P1D' });
      expect(await house.assign(of('sso'))).toRefuse(
        'MeteringNotAvailableForFeatureType',
        /sso is not metered/,
      );
      expect(await house.assign(of('users'))).toRefuse('BadUserInput', /UNIQUE, which does not add up/);
    });

    it('G4: says the same thing once, and one parent for an entity', async () => {
      const of = (more: Json) => ({
        entityId: 'agent',
        featureId: 'calls',
        usageLimit: 1,
        cadence: 'P1D',
        ...more,
      });
      expect(await house.assign(of({}), of({ usageLimit: 2 }))).toRefuse(
        'BadUserInput',
        /assignments\[1\] names what/,
      );
      const two = [of({ parentId: 'team' }), of({ featureId: 'tokens', parentId: 'dept' })];
      expect(await house.assign(...two)).toRefuse(
        'BadUserInput',
        /assignments\[1\]\.parentId: .* one parent for all/,
      );
    });
  });

  describe('G5: the tree', () => {
    it('G5: has four levels, whose places may be given in any order at once', async () => {
      const levels = ['l1', 'l2', 'l3', 'l4', 'l5'];
      await expectOk(house.putEntities(...levels.map((id) => ({ id, entityTypeId: 'team' }))));
      const under = levels.map((entityId, n) => ({
        ...{ entityId, featureId: 'calls', usageLimit: 1, cadence: 'P1D' },
        parentId: levels[n - 1] ?? null,
      }));
      expect(await house.assign(...under)).toRefuse('BadUserInput', /l5 would stand on level 5 of at most 4/);
      await expectOk(house.assign(...under.slice(0, 4).reverse()));
      expect(await house.assign(under[4] as Json)).toRefuse('BadUserInput', /level 5/);
    });

    it('G5: who has children keeps its place', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      const move = (parentId: string | null) =>
        house.assign({ entityId: 'team', featureId: 'calls', parentId });
      expect(await move(null)).toRefuse(
        'BadUserInput',
        /assignments\[0\]\.parentId: entity team has children/,
      );
      await expectOk(move('dept'));
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', parentId: 'dept' }));
      await expectOk(move(null));
    });

    it.each([
      [{ entityId: 'agent', featureId: 'calls', parentId: 'nobody' }, /no entity nobody/],
      [{ entityId: 'agent', featureId: 'calls', parentId: 'agent' }, /above entity agent and below it/],
      [{ entityId: 'agent', featureId: 'calls', parentId: 'gone' }, /gone is archived/],
    ])('G5: refuses %j', async (wrong, message) => {
      await expectOk(house.putEntities({ id: 'gone', entityTypeId: 'team' }));
      await expectOk(house.archive('gone'));
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      expect(await house.assign(wrong)).toRefuse('BadUserInput', message);
    });

    it('G5: refuses a circle within one request', async () => {
      const of = (entityId: string, parentId: string) => ({
        ...{ entityId, parentId, featureId: 'calls', usageLimit: 1, cadence: 'P1D' },
      });
      const circle = [of('dept', 'team'), of('team', 'agent'), of('agent', 'dept')];
      expect(await house.assign(...circle)).toRefuse('BadUserInput', /above entity .* and below it/);
    });

    it('G5: who stands above others is archived with them or after them, and comes back before them', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      expect(await house.archive('team')).toRefuse('IntegrityViolation', /team has children .*: agent/);
      await expectOk(house.archive('team', 'agent'));
      expect(await house.unarchive('agent')).toRefuse('IntegrityViolation', /agent stands below team/);
      await expectOk(house.unarchive('agent', 'team'));
      expect(await house.chains({ featureId: 'calls', dimensions: { agentId: 'agent' } })).toEqual([
        ['agent ✓ 0/20', 'team ✓ 0/50', 'dept ✓ 0/100'],
      ]);
    });
  });
});
