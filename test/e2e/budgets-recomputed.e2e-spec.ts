import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { check, report, usedOf, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { sellBudgetedPlans, Spender } from '../support/budgeted-plans';
import { callOf, sendEvents } from '../support/metered-features';
import { seededRandom } from '../support/seeded-random';
import { pricedIds, SpendModel, type ModelBudget, type ModelUsage } from '../support/spend-model';

// Domain: customers-subscriptions

describe('budgets are spent as a recomputation says', () => {
  let app: TestApp;
  let other: OtherProcess;

  beforeAll(async () => {
    app = await createTestApp();
    await sellBudgetedPlans(app.a.api);
    other = await app.startBeside();
  });
  afterAll(async () => {
    await other?.close();
    await app.close();
  });

  it('entitlements-usage Q12: of all who ask two processes at once, whatever they use, no more are counted than reach it', async () => {
    const one = await Spender.of(app, app.a.api, 'metered', { budget: { limit: 1, hasSoftLimit: false } });
    const asked = Array.from({ length: 40 }, (_, place) => {
      const api = place % 2 === 0 ? app.a.api : other.api;
      const featureId = place % 4 < 2 ? 'calls' : 'storage';
      const value = featureId === 'calls' ? 1 : 0;
      return report(api, one.customerId, featureId, value, { enforceLimit: true });
    });
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 400);
    for (const each of refused) expect(each).toRefuse('EntitlementLimitExceededError', /BudgetExceeded/);
    expect(await usedOf(app.a.api, one.customerId, 'calls')).toBe(10);
    expect(await one.told()).toHaveLength(1);
  });

  it('O3, entitlements-usage Q2, Q12, N2: random usage told to two processes at once is denied by both as it should be, and told once a period', async () => {
    const chance = seededRandom('budgets');
    const randomApi = (): ApiClient => chance.pick([app.a.api, other.api]);
    const randomBudget = (): ModelBudget => ({
      limit: chance.pick([0, 1, 12.5, 40, 100]),
      hasSoftLimit: chance.next() < 0.3,
    });
    const spenders: { one: Spender; model: SpendModel }[] = [];
    for (const _ of [1, 2, 3]) {
      const model = new SpendModel(app.clock.now());
      model.budget = randomBudget();
      spenders.push({ one: await Spender.of(app, randomApi(), 'metered', { budget: model.budget }), model });
    }
    const anyUsage = (): ModelUsage => {
      const featureId = chance.pick([...pricedIds, 'emails']);
      const value = featureId === 'people' ? 1 : chance.whole(1, featureId === 'tokens' ? 300 : 30);
      return {
        featureId,
        value,
        at: app.clock.now(),
        user: chance.pick(['ada', 'bob', 'cyd', 'dan', 'eve']),
      };
    };
    const tell = (customerId: string, { featureId, value, at, user }: ModelUsage): Promise<unknown> => {
      const timestamp = at.toISOString();
      if (featureId === 'people' || featureId === 'tokens') {
        const dimensions: Json = featureId === 'people' ? { user } : { tokens: value };
        return sendEvents(randomApi(), callOf(customerId, { dimensions, timestamp }));
      }
      return expectOk(report(randomApi(), customerId, featureId, value, { createdAt: timestamp }));
    };
    const steps: ((of: (typeof spenders)[number]) => Promise<unknown>)[] = [
      async ({ one, model }) => {
        const usages = Array.from({ length: chance.whole(1, 8) }, anyUsage);
        await Promise.all(usages.map((usage) => tell(one.customerId, usage)));
        model.use(usages, app.clock.now());
      },
      async ({ one, model }) => {
        const featureId = chance.pick(['seats', 'packs']);
        const value = chance.whole(0, 40);
        const delta = { featureId, value: value - model.totalOf(featureId), at: app.clock.now() };
        await expectOk(report(randomApi(), one.customerId, featureId, value, { updateBehavior: 'SET' }));
        model.use([delta], app.clock.now());
      },
      async ({ one, model }) => {
        // A day later the same usage may lie in another period than the one that runs.
        const usage = {
          ...anyUsage(),
          featureId: 'calls',
          at: new Date(app.clock.now().getTime() - 86_400_000),
        };
        await tell(one.customerId, usage);
        model.use([usage], app.clock.now());
      },
      async ({ one, model }) => {
        const usage = { ...anyUsage(), featureId: 'calls' };
        const sent = await report(randomApi(), one.customerId, 'calls', usage.value, { enforceLimit: true });
        if (model.denies('calls', app.clock.now()))
          expect(sent).toRefuse('EntitlementLimitExceededError', /BudgetExceeded/);
        else {
          await expectOk(Promise.resolve(sent));
          model.use([usage], app.clock.now());
        }
      },
      async ({ one, model }) => {
        model.budget = chance.next() < 0.15 ? null : randomBudget();
        await expectOk(
          randomApi().rest('PATCH', `/subscriptions/${one.subscriptionId}`, { budget: model.budget }),
        );
      },
      () => Promise.resolve(app.clock.advance({ hours: chance.whole(1, 24 * 12) })),
    ];
    for (let step = 0; step < 50; step++) {
      // Usage more often than what is done to it.
      const [burst] = steps as [(typeof steps)[number]];
      const taken = chance.next() < 0.5 ? burst : chance.pick(steps);
      await taken(chance.pick(spenders));
      const now = app.clock.now();
      for (const { one, model } of spenders) {
        const featureId = chance.pick([...pricedIds, 'emails']);
        const expected = model.denies(featureId, now) ? 'BudgetExceeded' : null;
        for (const api of [app.a.api, other.api]) {
          const { accessDeniedReason } = await check(api, one.customerId, `featureId=${featureId}`);
          expect([featureId, accessDeniedReason]).toEqual([featureId, expected]);
        }
      }
    }
    for (const { one, model } of spenders) expect(await one.told()).toHaveLength(model.told);
  });
});
