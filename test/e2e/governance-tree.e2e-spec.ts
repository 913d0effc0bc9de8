import type { TestApp } from '../support/app';
import { report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { doors, governedForEach, limitsOf, type Governance } from '../support/governance';

// Domain: access-and-events

describe.each(doors)('the tree of budgets through %s', (door) => {
  let app: TestApp;
  let house: Governance;

  governedForEach(door, (begun) => ({ app, house } = begun));

  const use = (value: number, dimensions: Json) =>
    expectOk(report(house.api, 'acorn', 'calls', value, { dimensions }));
  const rows = async (query: Json = {}) => (await house.listOf(house.tree(query))).items;
  const ids = async (query: Json = {}) => (await rows(query)).map(({ entityId }) => entityId);

  it('G9: tells each budget with its place, its window and what is used of it', async () => {
    await expectOk(house.putEntities({ id: 'idle', entityTypeId: 'team', displayName: 'Idle' }));
    const [made] = await expectOk<Json[]>(house.assign(...limitsOf(100, 50, null)));
    await use(25, { agentId: 'agent' });
    const asOf = app.clock.now().toISOString();
    const told = await rows();
    const start = String(made?.['createdAt']);
    const window = {
      usagePeriodStart: start,
      usagePeriodEnd: expect.stringMatching(/Z$/),
      cadence: 'P1M',
      featureId: 'calls',
      asOf,
    };
    const node = (more: Json) =>
      expect.objectContaining({
        displayName: null,
        scopeEntityIds: [],
        currentUsage: 25,
        ...window,
        ...more,
      });
    expect(told).toEqual([
      node({ entityId: 'team', entityTypeId: 'team', parentId: 'dept', usageLimit: 50, utilization: 0.5 }),
      node({
        entityId: 'dept',
        entityTypeId: 'department',
        parentId: null,
        usageLimit: 100,
        utilization: 0.25,
      }),
      node({
        entityId: 'agent',
        entityTypeId: 'agent',
        parentId: 'team',
        usageLimit: null,
        utilization: null,
      }),
      expect.objectContaining({
        ...{
          entityId: 'idle',
          displayName: 'Idle',
          parentId: null,
          cadence: null,
          currentUsage: null,
          usageLimit: null,
        },
        ...{ usagePeriodStart: null, usagePeriodEnd: null, utilization: null, scopeEntityIds: [] },
      }),
    ]);
    expect(told[3]?.['featureId'] ?? null).toBeNull();
  });

  it('G9: a limit of 0 is used up', async () => {
    await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 0, cadence: 'P1D' }));
    expect((await rows({ minUtilization: 1 })).map(({ utilization }) => utilization)).toEqual([1]);
  });

  describe('G9: is asked for by', () => {
    beforeEach(async () => {
      await expectOk(
        house.putEntities({ id: 'gpt', entityTypeId: 'model' }, { id: 'Agent-2', entityTypeId: 'agent' }),
      );
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await expectOk(
        house.assign(
          { entityId: 'agent', featureId: 'tokens', usageLimit: 7, cadence: 'P1D' },
          { entityId: 'team', featureId: 'calls', usageLimit: 40, cadence: 'P1M', scopeEntityIds: ['gpt'] },
        ),
      );
      await use(10, { agentId: 'agent' });
      await use(5, { teamId: 'team', model: 'gpt' });
    });

    it.each([
      [{ featureIds: ['tokens'] }, ['agent']],
      [{ featureIds: ['calls'], entityTypeIds: ['agent', 'department'] }, ['agent', 'dept']],
      [{ currencyIds: ['coins'] }, []],
      [{ currencyIds: ['coins'], featureIds: ['tokens'] }, ['agent']],
      [{ entityTypeIds: ['model'] }, ['gpt']],
      [{ entityIdSearch: 'AGENT' }, ['agent', 'agent', 'Agent-2']],
      [{ entityIdSearch: '%' }, []],
      [{ scope: 'nodeWide' }, ['agent', 'team', 'dept', 'agent']],
      [{ scope: 'scoped' }, ['team']],
      [{ minUtilization: 0.3 }, ['agent', 'team']],
      [{ minUtilization: 0.5 }, ['agent']],
      [{ minUtilization: -5 }, ['agent', 'team', 'dept', 'team', 'agent']],
    ])('%j', async (query, expected) => {
      expect(await ids(query)).toEqual(expected);
    });

    it.each([
      ['utilization', ['agent', 'team', 'dept', 'team', 'agent', 'Agent-2', 'gpt']],
      ['currentUsage', ['team', 'dept', 'agent', 'team', 'agent', 'Agent-2', 'gpt']],
      ['usageLimit', ['dept', 'team', 'team', 'agent', 'agent', 'Agent-2', 'gpt']],
      ['scopeSize', ['team', 'agent', 'agent', 'team', 'dept', 'Agent-2', 'gpt']],
      ['id', ['team', 'team', 'gpt', 'dept', 'agent', 'agent', 'Agent-2']],
      ['createdAt', ['Agent-2', 'gpt', 'agent', 'agent', 'team', 'team', 'dept']],
    ])('%s, page by page, and the other way round', async (sortBy, expected) => {
      const walk = async (order: string): Promise<unknown[]> => {
        const found: unknown[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const query = { sortBy, order, limit: 2, ...(after !== undefined && { after }) };
          const { items, next } = await house.listOf(house.tree(query));
          found.push(...items.map(({ entityId }) => entityId));
          after = next;
        }
        return found;
      };
      expect(await walk('desc')).toEqual(expected);
      expect(await walk('asc')).toEqual([...expected].reverse());
    });

    it('a cursor of the same order, and no other', async () => {
      const { next } = await house.listOf(house.tree({ limit: 1 }));
      expect(await house.tree({ after: String(next), sortBy: 'id' })).toRefuse(
        'BadUserInput',
        /sorted by utilization desc/,
      );
      expect(await house.tree({ after: String(next), order: 'asc' })).toRefuse(
        'BadUserInput',
        /utilization desc/,
      );
      for (const after of ['x', 'team', Buffer.from('utilization desc 1 a b').toString('base64url')])
        expect(await house.tree({ after })).toRefuse('BadUserInput', /after is no cursor of this list/);
      expect(await house.of('nobody').tree()).toRefuse('CustomerNotFound');
    });
  });

  it('G9, G10: tells of the windows that run, in the order of what is used in them', async () => {
    const of = (entityId: string, cadence: string) => ({
      entityId,
      featureId: 'calls',
      usageLimit: 10,
      cadence,
    });
    await expectOk(house.assign(of('team', 'P1D'), of('agent', 'P1W')));
    await use(9, { teamId: 'team' });
    await use(3, { agentId: 'agent' });
    const told = async () =>
      (await rows({ scope: 'nodeWide' })).map((row) => [
        row['entityId'],
        row['currentUsage'],
        row['utilization'],
      ]);
    expect(await told()).toEqual([
      ['team', 9, 0.9],
      ['agent', 3, 0.3],
    ]);
    app.clock.advance({ days: 1 });
    expect(await told()).toEqual([
      ['agent', 3, 0.3],
      ['team', 0, 0],
    ]);
    await use(5, { teamId: 'team' });
    expect(await told()).toEqual([
      ['team', 5, 0.5],
      ['agent', 3, 0.3],
    ]);
  });

  it('G9: leaves out who is archived', async () => {
    await expectOk(house.assign(...limitsOf(100, 50, 20)));
    await expectOk(house.archive('agent'));
    expect(await ids()).toEqual(['team', 'dept']);
  });
});
