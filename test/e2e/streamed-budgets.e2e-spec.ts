import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { hard, sellBudgetedPlans, Spender } from '../support/budgeted-plans';
import { eventually } from '../support/eventually';
import { Listening, type State } from '../support/listening';

// Domain: customers-subscriptions

describe('the stream of changes tells of budgets', () => {
  let app: TestApp;
  let listening: Listening;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    listening = new Listening(app);
    await sellBudgetedPlans(app.a.api);
  });
  afterAll(async () => {
    listening?.leave();
    await app.close();
  });

  it('O3, entitlements-usage C3: with one that is reached, all that may not be used any more', async () => {
    const one = await Spender.of(app, app.a.api, 'metered', { budget: hard(10) });
    const stream = await listening.streamOf(`?customerId=${one.customerId}`);
    const deniedAre = (number: number) =>
      eventually(() => {
        const all = (stream.of<State>('entitlements.updated').at(-1)?.entitlements ??
          []) as unknown as Json[];
        expect(all).toHaveLength(7);
        const denied = all.filter(({ accessDeniedReason }) => accessDeniedReason === 'BudgetExceeded');
        expect(denied).toHaveLength(number);
        return Promise.resolve();
      });
    await one.use('calls', 99);
    await expectOk(one.patch({ budget: hard(9.95) }));
    await deniedAre(0);
    await one.use('calls', 1);
    await deniedAre(6);
    await one.use('calls', -1);
    await deniedAre(0);
  });
});
