import type { TestApp } from '../support/app';
import { report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { doors, governedForEach, limitsOf, type Governance } from '../support/governance';

// Domain: access-and-events

describe.each(doors)('usage within budgets of entities through %s', (door) => {
  let app: TestApp;
  let house: Governance;
  let events = 0;

  governedForEach(door, (begun) => ({ app, house } = begun));

  const use = (value: number, dimensions: Json = { agentId: 'agent' }, more: Json = {}) =>
    report(house.api, 'acorn', 'calls', value, { dimensions, ...more });
  const used = async (value: number, dimensions?: Json, more?: Json): Promise<void> =>
    void (await expectOk(use(value, dimensions, more)));
  const tell = async (tokens: number, dimensions: Json, more: Json = {}): Promise<void> => {
    const event = { customerId: 'acorn', eventName: 'call', idempotencyKey: `e${events++}`, ...more };
    await expectOk(
      house.api.rest('POST', '/events', { events: [{ ...event, dimensions: { tokens, ...dimensions } }] }),
    );
  };
  const chains = (more: Json = {}) =>
    house.chains({ featureId: 'calls', dimensions: { agentId: 'agent' }, ...more });
  const ago = (ms: number): string => new Date(app.clock.now().getTime() - ms).toISOString();

  describe('G6: attribution', () => {
    it('G6: of a report goes to who is named and all above, as far as they have budgets', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await used(3);
      await used(4, { teamId: 'team' });
      await used(5, {});
      await used(6, { agentId: 'nobody', teamId: 'agent' });
      await used(7, { botId: 'agent' });
      expect(await chains()).toEqual([['agent ✓ 10/20', 'team ✓ 14/50', 'dept ✓ 14/100']]);
    });

    it('G6: of an event goes the same way, each once however often it is told', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20, 'tokens')));
      await tell(3, { agentId: 'agent' }, { idempotencyKey: 'same' });
      await tell(3, { agentId: 'agent' }, { idempotencyKey: 'same' });
      await tell(4, { teamId: 'team' });
      await tell(5, {});
      expect(await chains({ featureId: 'tokens' })).toEqual([
        ['agent ✓ 3/20', 'team ✓ 7/50', 'dept ✓ 7/100'],
      ]);
    });

    it('G6: of a repeated report is none, and of a refused request neither', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await used(3, undefined, { idempotencyKey: 'once' });
      await used(3, undefined, { idempotencyKey: 'once' });
      const usages = [3, -1_000].map((value) => ({
        ...{ customerId: 'acorn', featureId: 'calls', value, dimensions: { agentId: 'agent' } },
      }));
      expect(await house.api.rest('POST', '/usage', { usages })).toRefuse('EntitlementUsageOutOfRangeError');
      expect(await chains()).toEqual([['agent ✓ 3/20', 'team ✓ 3/50', 'dept ✓ 3/100']]);
    });

    it('G6: follows what a report has changed: given back, and set to a value', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await used(10);
      await used(-4);
      await used(9, undefined, { updateBehavior: 'SET' });
      expect(await chains()).toEqual([['agent ✓ 9/20', 'team ✓ 9/50', 'dept ✓ 9/100']]);
    });

    it('G6: is of what is there when usage is told, and never afterwards', async () => {
      await used(3);
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await used(2, undefined, { createdAt: ago(1000) });
      expect(await chains()).toEqual([['agent ✓ 0/20', 'team ✓ 0/50', 'dept ✓ 0/100']]);
      await used(1);
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', parentId: null }));
      await used(1);
      expect(await chains()).toEqual([['agent ✓ 2/20']]);
      expect(await chains({ dimensions: { teamId: 'team' } })).toEqual([['team ✓ 1/50', 'dept ✓ 1/100']]);
    });

    it('G6: of who is archived is none, until they are back', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await expectOk(house.archive('agent'));
      await used(3);
      expect(await chains()).toEqual([]);
      await expectOk(house.unarchive('agent'));
      expect(await chains()).toEqual([['agent ✓ 0/20', 'team ✓ 0/50', 'dept ✓ 0/100']]);
    });

    it('G6: goes by the keys that types have now', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await used(1, { seat: 'agent' });
      await expectOk(house.putTypes({ id: 'agent', displayName: 'Agent', attributionKeys: ['seat'] }));
      await used(2, { seat: 'agent' });
      await used(4, { agentId: 'agent' });
      expect(await chains({ dimensions: { seat: 'agent' } })).toEqual([
        ['agent ✓ 2/20', 'team ✓ 2/50', 'dept ✓ 2/100'],
      ]);
    });

    it('G6: stays within the customer: another one’s entities of the same names hear nothing', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      const others = house.of('beech');
      await expectOk(others.putEntities({ id: 'agent', entityTypeId: 'agent' }));
      await expectOk(others.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 5, cadence: 'P1M' }));
      await used(3);
      expect(await others.chains({ featureId: 'calls', dimensions: { agentId: 'agent' } })).toEqual([
        ['agent ✓ 0/5'],
      ]);
    });

    it('G6: of credits goes to budgets of their currency, whoever consumes them', async () => {
      const { api } = house;
      await creditCustomer(api, 'holder', 'coins');
      await giveCredits(api, { customerId: 'acorn', currencyId: 'coins', amount: 100 });
      const of = (entityId: string, usageLimit: number, more: Json = {}) => ({
        ...{ entityId, currencyId: 'coins', usageLimit, cadence: 'P1M' },
        ...more,
      });
      await expectOk(house.assign(of('dept', 30), of('team', 20, { parentId: 'dept' })));
      const consume = (amount: number, dimensions?: Json) =>
        useCredits(api, amount, { customerId: 'acorn', currencyId: 'coins', dimensions });
      await consume(1.25, { teamId: 'team' });
      await consume(2.5, { teamId: 'team', plan: 'x' });
      await consume(4);
      const asked = { currencyId: 'coins', dimensions: { teamId: 'team' } };
      expect(await house.chains(asked)).toEqual([['team ✓ 3.75/20', 'dept ✓ 3.75/30']]);
      expect(await expectOk(house.check({ ...asked, requestedUsage: 17 }))).toMatchObject({
        ...{ type: 'CREDIT', isGranted: false, accessDeniedReason: 'BudgetExceeded' },
      });
    });
  });

  describe('G7: scope', () => {
    it('G7: holds only where all of it is named, in any order, or stands above who is', async () => {
      await expectOk(house.putEntities({ id: 'gpt', entityTypeId: 'model' }));
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      const scoped = (entityId: string, ...scopeEntityIds: string[]) => ({
        ...{ entityId, featureId: 'calls', usageLimit: 9, cadence: 'P1M', scopeEntityIds },
      });
      await expectOk(
        house.assign(scoped('team', 'gpt'), scoped('dept', 'agent', 'gpt'), scoped('agent', 'dept')),
      );
      await used(1);
      await used(2, { model: 'gpt', agentId: 'agent' });
      await used(4, { model: 'gpt' });
      await used(5, { model: 'gpt', teamId: 'team' });
      const told = (dimensions: Json) => house.check({ featureId: 'calls', dimensions });
      const { chains: both } = await expectOk<{ chains: Json[][] }>(told({ agentId: 'agent', model: 'gpt' }));
      expect(
        both.map((chain) =>
          chain.map((node) => [node['entityId'], node['scopeEntityIds'], node['currentUsage']]),
        ),
      ).toEqual([
        [
          ['agent', [], 3],
          ['agent', ['dept'], 3],
          ['team', [], 8],
          ['team', ['gpt'], 7],
          ['dept', [], 8],
          ['dept', expect.arrayContaining(['agent', 'gpt']), 2],
        ],
        [],
      ]);
      expect(await house.chains({ featureId: 'calls', dimensions: { teamId: 'team' } })).toEqual([
        ['team ✓ 8/50', 'dept ✓ 8/100'],
      ]);
    });
  });

  describe('G8: the check', () => {
    it('G8a: a department that is used up denies an agent who has used nothing', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      await expectOk(house.putEntities({ id: 'other', entityTypeId: 'team' }));
      const others = {
        entityId: 'other',
        featureId: 'calls',
        usageLimit: null,
        cadence: 'P1M',
        parentId: 'dept',
      };
      await expectOk(house.assign(others));
      await used(90, { teamId: 'other' });
      await used(10, { teamId: 'team' });
      const query = { featureId: 'calls', requestedUsage: 1, dimensions: { agentId: 'agent' } };
      expect(await chains({ requestedUsage: 1 })).toEqual([
        ['agent ✓ 0/20', 'team ✓ 10/50', 'dept ✗ 100/100'],
      ]);
      expect(await expectOk(house.check(query))).toMatchObject({
        ...{ isGranted: false, accessDeniedReason: 'BudgetExceeded', currentUsage: 100, usageLimit: 100_000 },
      });
      expect(await expectOk(house.check({ featureId: 'calls', requestedUsage: 1 }))).toMatchObject({
        ...{ isGranted: true, accessDeniedReason: null },
      });
    });

    it.each([
      [undefined, 19, '✓'],
      [undefined, 20, '✗'],
      [0, 20, '✓'],
      [0, 21, '✗'],
      [1, 19, '✓'],
      [2, 19, '✗'],
    ])('G8: asked for %s, with %s of 20 used: %s', async (requestedUsage, before, mark) => {
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 20, cadence: 'P1M' }));
      await used(before);
      const asked = requestedUsage === undefined ? {} : { requestedUsage };
      expect(await chains(asked)).toEqual([[`agent ${mark} ${before}/20`]]);
      expect(
        (await expectOk(house.check({ featureId: 'calls', dimensions: { agentId: 'agent' }, ...asked })))[
          'isGranted'
        ],
      ).toBe(mark === '✓');
    });

    it('G8: no limit grants whatever was used, and none where it is 0', async () => {
      await expectOk(house.assign(...limitsOf(null, 0, null)));
      await used(3, { agentId: 'agent' });
      expect(await chains()).toEqual([['agent ✓ 3/null', 'team ✗ 3/0', 'dept ✓ 3/null']]);
    });

    it('G8: a chain for each dimension that names somebody, and none without', async () => {
      await expectOk(house.assign(...limitsOf(100, 50, 20)));
      expect(await chains({ dimensions: { teamId: 'team', agentId: 'agent', x: 'y' } })).toEqual(
        expect.arrayContaining([
          ['agent ✓ 0/20', 'team ✓ 0/50', 'dept ✓ 0/100'],
          ['team ✓ 0/50', 'dept ✓ 0/100'],
        ]),
      );
      expect(await chains({ dimensions: { agentId: 'nobody' } })).toEqual([]);
      const answer = await expectOk(house.check({ featureId: 'calls' }));
      expect(answer['chains'] ?? null).toBeNull();
    });
  });

  describe('G10: windows', () => {
    it('G10: begin with the assignment and follow its cadence, late usage in its own', async () => {
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 10, cadence: 'P1D' }));
      app.clock.advance({ hours: 23 });
      await used(4);
      app.clock.advance({ hours: 1 });
      expect(await chains()).toEqual([['agent ✓ 0/10']]);
      await used(3, undefined, { createdAt: ago(2 * 3_600_000) });
      await used(2);
      expect(await chains()).toEqual([['agent ✓ 2/10']]);
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 1 }));
      expect(await chains()).toEqual([['agent ✗ 2/1']]);
    });

    it('G10: another cadence begins with nothing used', async () => {
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 10, cadence: 'P1D' }));
      await used(4);
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', cadence: 'P1W' }));
      expect(await chains()).toEqual([['agent ✓ 0/10']]);
      await used(1);
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', cadence: 'P1D' }));
      expect(await chains()).toEqual([['agent ✓ 4/10']]);
    });
  });

  it('G6: what resources of a customer use counts for its entities', async () => {
    await expectOk(house.assign(...limitsOf(100, 50, 20)));
    await used(3, { agentId: 'agent' }, { resourceId: 'site-1' });
    expect(await chains()).toEqual([['agent ✓ 3/20', 'team ✓ 3/50', 'dept ✓ 3/100']]);
  });
});
