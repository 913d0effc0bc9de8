import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { GovernedChecksService } from '../../src/modules/entitlements/governance/governed-checks.service';
import { answerCounts } from '../support/answer-sources';
import { createTestApp, type TestApp } from '../support/app';
import { report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { governed, Governance, limitsOf } from '../support/governance';
import { seededRandom } from '../support/seeded-random';
import { withinGroupedUseCase } from '../support/within';

// Domain: access-and-events

const houses = ['acorn', 'beech'];
const entities = { dept: 'department', team: 'team', agent: 'agent', bot: 'agent', model: 'model' };
const keyOf: Record<string, string> = { team: 'teamId', agent: 'agentId', bot: 'botId', model: 'model' };
const cadences = ['PT1H', 'P1D', 'P1M'];

describe('chains from memory are those from the tables', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('G3–G10: for random entities, places, budgets, scopes, types, usage, credits and instants, in one process and in two', async () => {
    const chance = seededRandom('chains from memory');
    const other = await app.startBeside();
    const { api } = app.a;
    const house = await governed(app, 'REST', app.a);
    await creditCustomer(api);
    await giveCredits(api, { amount: 1_000_000, customerId: 'acorn' });
    const ids = Object.keys(entities);
    for (const each of houses) {
      const there = house.of(each);
      const all = Object.entries(entities).map(([id, entityTypeId]) => ({ id, entityTypeId }));
      await expectOk(there.putEntities(...all));
      await expectOk(there.assign(...limitsOf(100, 50, 20), ...limitsOf(100, null, 20, 'tokens')));
    }
    const subjects = [{ featureId: 'calls' }, { featureId: 'tokens' }, { currencyId: 'tokens' }];
    const named = (): Json =>
      Object.fromEntries(
        ids.flatMap((id) => (keyOf[id] && chance.next() < 0.4 ? [[keyOf[id], id]] : [])),
      ) as Json;
    const of = (customerId: string): Governance =>
      new Governance(app, chance.pick([api, other.api]), 'REST', customerId);
    const anyHouse = () => of(chance.pick(houses));
    let keys = 0;
    const when = () =>
      chance.next() < 0.3
        ? { createdAt: new Date(app.clock.now().getTime() - chance.whole(0, 7_200_000)).toISOString() }
        : {};
    /** Whatever is refused changes nothing, and is a change like another. */
    const changes: (() => Promise<unknown>)[] = [
      ...Array.from(
        { length: 6 },
        () => () =>
          report(chance.pick([api, other.api]), chance.pick(houses), 'calls', chance.whole(-2, 9), {
            ...{ dimensions: named(), ...when() },
            ...(chance.next() < 0.3 ? { enforceLimit: true } : {}),
          }),
      ),
      () =>
        chance.pick([api, other.api]).rest('POST', '/events', {
          events: Array.from({ length: chance.whole(1, 3) }, () => ({
            ...{ customerId: chance.pick(houses), eventName: 'call', idempotencyKey: `event-${keys++}` },
            dimensions: { ...named(), tokens: chance.whole(1, 9) },
          })),
        }),
      () => useCredits(chance.pick([api, other.api]), 1, { customerId: 'acorn', dimensions: named() }),
      () => {
        const id = chance.pick(ids) as keyof typeof entities;
        return anyHouse().putEntities({ id, entityTypeId: entities[id] });
      },
      ...Array.from({ length: 3 }, () => () => {
        const [entityId, above, scope] = [chance.pick(ids), chance.pick(ids), chance.pick(ids)];
        return anyHouse().assign({
          ...{ entityId, ...chance.pick(subjects), cadence: chance.pick(cadences) },
          usageLimit: chance.pick([null, 0, 5, 20, 100]),
          ...(chance.next() < 0.5 ? { parentId: chance.pick([null, above]) } : {}),
          ...(chance.next() < 0.2 ? { scopeEntityIds: [scope] } : {}),
        });
      }),
      () => anyHouse().archive(chance.pick(ids)),
      ...Array.from({ length: 3 }, () => () => anyHouse().unarchive(...ids)),
      () =>
        house.putTypes({
          ...{ id: 'agent', displayName: 'Agent' },
          attributionKeys: chance.pick([
            ['agentId', 'botId'],
            ['agentId', 'botId'],
            ['botId', 'teamId'],
          ]),
        }),
      () => Promise.resolve(app.clock.advance({ minutes: chance.whole(0, 90) })),
    ];
    let chained = 0;
    for (let step = 0; step < 120; step++) {
      await chance.pick(changes)();
      for (let question = 0; question < 3; question++) {
        const customerId = chance.pick(houses);
        const query = { ...chance.pick(subjects), dimensions: named() };
        const expected = await fromTables(customerId, query);
        for (const from of [api, other.api]) {
          const answer = await expectOk<Json>(new Governance(app, from, 'REST', customerId).check(query));
          expect({ step, query, chains: answer['chains'] }).toEqual({
            step,
            query,
            chains: expected['chains'],
          });
        }
        if (((expected['chains'] as Json[][] | undefined) ?? []).flat().length > 0) chained++;
      }
    }
    expect(chained).toBeGreaterThan(20);
    // Of 360 questions that each process was asked; the others followed a change of the customer.
    for (const { nest } of [app, other]) {
      const { memory, poll } = await answerCounts(nest, 'budgets');
      expect(memory + poll).toBeGreaterThan(20);
    }
    app.clock.reset();
    await other.close();
  });

  /** In a transaction nothing held is used. */
  async function fromTables(customerId: string, query: Json): Promise<Json> {
    const service = app.nest.get(GovernedChecksService);
    const ask = () =>
      app.nest
        .get(UnitOfWork)
        .rehearse(() => service.check(customerId, query as Parameters<typeof service.check>[1]));
    return JSON.parse(JSON.stringify(await withinGroupedUseCase(app.a, ask))) as Json;
  }
});
