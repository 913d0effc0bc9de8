import { sourcesOf } from '../support/answer-sources';
import type { TestApp } from '../support/app';
import { createFeature, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { doors, governedForEach, limitsOf, type Governance } from '../support/governance';

// Domain: access-and-events

describe.each(doors)('checks within budgets from memory through %s', (door) => {
  let app: TestApp;
  let place: TestEnvironment;
  let house: Governance;

  governedForEach(door, (begun) => ({ app, house, place } = begun));
  beforeEach(() => expectOk(house.assign(...limitsOf(100, 50, 20))));
  afterEach(() => app.clock.reset());

  const agent: Json = { agentId: 'agent' };
  const used = async (value: number, dimensions = agent, more: Json = {}): Promise<void> =>
    void (await expectOk(report(house.api, 'acorn', 'calls', value, { dimensions, ...more })));
  const chains = (more: Json = {}, from = house) =>
    from.chains({ featureId: 'calls', dimensions: agent, ...more });
  const asked = (work: () => Promise<unknown>) => sourcesOf(app.nest, work, 'budgets');
  /** A poll may tell of a group before the group's own answer has come; then the chain is read once more. */
  const held = () => eventually(async () => expect((await asked(chains)).tables).toBe(0));

  it('G8: a process that is alone reads a chain once, and sees at once all that it counts itself', async () => {
    await held();
    const sources = await asked(async () => {
      for (let count = 1; count <= 5; count++) {
        await used(1);
        expect(await chains()).toEqual([
          [`agent ✓ ${count}/20`, `team ✓ ${count}/50`, `dept ✓ ${count}/100`],
        ]);
        await chains();
      }
    });
    expect(sources.memory).toBeGreaterThanOrEqual(5);
    expect(sources.tables).toBeLessThanOrEqual(4);
  });

  it('G8: of many who count at once nothing is lost in memory', async () => {
    await expectOk(house.assign(...limitsOf(null, null, null)));
    await chains();
    await Promise.all(Array.from({ length: 40 }, () => used(1)));
    expect(await chains()).toEqual([['agent ✓ 40/null', 'team ✓ 40/null', 'dept ✓ 40/null']]);
    await used(2);
    expect(await chains()).toEqual([['agent ✓ 42/null', 'team ✓ 42/null', 'dept ✓ 42/null']]);
  });

  it('G3, G4, G5: what is changed of entities, budgets and types is in the next answer', async () => {
    await used(3);
    expect(await chains()).toEqual([['agent ✓ 3/20', 'team ✓ 3/50', 'dept ✓ 3/100']]);
    await expectOk(house.assign({ entityId: 'team', featureId: 'calls', usageLimit: 3 }));
    expect(await chains()).toEqual([['agent ✓ 3/20', 'team ✗ 3/3', 'dept ✓ 3/100']]);
    await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', parentId: null }));
    expect(await chains()).toEqual([['agent ✓ 3/20']]);
    await expectOk(house.archive('agent'));
    expect(await chains()).toEqual([]);
    await expectOk(house.unarchive('agent'));
    expect(await chains()).toEqual([['agent ✓ 3/20']]);
    await expectOk(house.putTypes({ id: 'agent', displayName: 'Agent', attributionKeys: ['seat'] }));
    expect([await chains(), await chains({ dimensions: { seat: 'agent' } })]).toEqual([
      [],
      [['agent ✓ 3/20']],
    ]);
    await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', cadence: 'P1D' }));
    expect(await chains({ dimensions: { seat: 'agent' } })).toEqual([['agent ✓ 0/20']]);
  });

  it('G6: who is named before there is such an entity is held against its budgets once there is', async () => {
    const late = { dimensions: { agentId: 'late' } };
    for (let again = 0; again < 2; again++) expect(await chains(late)).toEqual([]);
    await expectOk(house.putEntities({ id: 'late', entityTypeId: 'agent' }));
    expect(await chains(late)).toEqual([[]]);
    await expectOk(
      house.assign({ entityId: 'late', featureId: 'calls', usageLimit: 1, cadence: 'P1D', parentId: 'team' }),
    );
    expect(await chains(late)).toEqual([['late ✓ 0/1', 'team ✓ 0/50', 'dept ✓ 0/100']]);
  });

  it('G8: a feature and a currency that are made after they were asked about', async () => {
    const [feature, currency] = [{ featureId: 'later' }, { featureId: undefined, currencyId: 'tokens' }];
    const ofCurrency = () => house.chains({ currencyId: 'tokens', dimensions: agent });
    expect([await chains(feature), await ofCurrency()]).toEqual([[[]], [[]]]);
    await createFeature(house.api, 'later', 'metered');
    await creditCustomer(house.api);
    const budget = { entityId: 'agent', usageLimit: 5, cadence: 'P1D', parentId: null };
    await expectOk(house.assign({ ...budget, ...feature }, { ...budget, ...currency }));
    expect([await chains(feature), await ofCurrency()]).toEqual([[['agent ✓ 0/5']], [['agent ✓ 0/5']]]);
  });

  it('G6: credits that are consumed are in the next answer about their currency', async () => {
    await creditCustomer(house.api);
    await giveCredits(house.api, { amount: 100, customerId: 'acorn' });
    await expectOk(
      house.assign({
        entityId: 'agent',
        currencyId: 'tokens',
        usageLimit: 5,
        cadence: 'P1M',
        parentId: null,
      }),
    );
    const ofCurrency = () => house.chains({ currencyId: 'tokens', dimensions: agent });
    await ofCurrency();
    for (const left of ['✓ 2', '✓ 4', '✗ 6']) {
      await useCredits(house.api, 2, { customerId: 'acorn', dimensions: agent });
      expect(await ofCurrency()).toEqual([[`agent ${left}/5`]]);
    }
  });

  it('G10: windows follow by the clock from what is held, and usage that is told late counts where it happened', async () => {
    await expectOk(
      house.assign({
        entityId: 'agent',
        featureId: 'calls',
        usageLimit: 20,
        cadence: 'PT1H',
        parentId: null,
      }),
    );
    await used(5);
    await held();
    const sources = await asked(async () => {
      for (let window = 1; window <= 5; window++) {
        app.clock.advance({ minutes: 61 });
        expect(await chains()).toEqual([['agent ✓ 0/20']]);
      }
    });
    // Where a poll takes too long the tables are read.
    expect(sources.memory + sources.poll).toBeGreaterThanOrEqual(3);
    const createdAt = new Date(app.clock.now().getTime() - 5 * 61 * 60_000).toISOString();
    await used(2, agent, { createdAt });
    expect(await chains()).toEqual([['agent ✓ 0/20']]);
    await used(7);
    expect(await chains()).toEqual([['agent ✓ 7/20']]);
    app.clock.reset();
    expect(await chains()).toEqual([['agent ✓ 7/20']]);
  });

  it('entitlements-usage G9: each of several processes sees what another one acknowledged, whichever that was', async () => {
    const other = await app.startBeside();
    const there = house.as(other.api.as({ key: place.serverKey }));
    for (let turn = 1; turn <= 12; turn++) {
      const [writer, readers] = turn % 2 ? [house, [there, house]] : [there, [house, there]];
      await expectOk(report(writer.api, 'acorn', 'calls', 1, { dimensions: agent }));
      for (const reader of readers)
        expect(await chains({}, reader)).toEqual([
          [`agent ✓ ${turn}/20`, `team ✓ ${turn}/50`, `dept ✓ ${turn}/100`],
        ]);
    }
    await expectOk(there.assign({ entityId: 'team', featureId: 'calls', usageLimit: 1 }));
    expect(await chains()).toEqual([['agent ✓ 12/20', 'team ✗ 12/1', 'dept ✓ 12/100']]);
    const sources = await asked(async () => {
      for (let again = 0; again < 5; again++) await chains();
    });
    expect(sources.memory + sources.poll).toBeGreaterThanOrEqual(4);
    await other.close();
  });

  it('what another tool changes is seen within a poll, though the row bears the name of a write of this process', async () => {
    await used(1);
    expect(await chains()).toEqual([['agent ✓ 1/20', 'team ✓ 1/50', 'dept ✓ 1/100']]);
    await execute(app.databaseUrl, `update usage_assignment set usage_limit = 7 where entity_id = 'agent'`);
    await eventually(async () => expect((await chains())[0]?.[0]).toBe('agent ✓ 1/7'));
  });
});
