import type { TestApp } from '../support/app';
import type { ApiClient } from '../support/client';
import { hard, Spender, withBudgetedPlans } from '../support/budgeted-plans';
import { countedStatements } from '../support/counted-statements';
import { callOf } from '../support/metered-features';

// Domain: entitlements-usage

describe('what is asked of the database for a budget', () => {
  let app: TestApp;
  let api: ApiClient;

  withBudgetedPlans((opened) => ({ app, api } = opened));

  const spender = (limit: number) => Spender.of(app, api, 'metered', { budget: hard(limit) });

  it('A11: an event that counts nothing writes no budget', async () => {
    const one = await spender(5);
    const event = callOf(one.customerId, { dimensions: { user: 'ada' } });
    const send = () => countedStatements(app, () => api.rest('POST', '/events', { events: [event] }));
    const written = ({ statements }: { statements: string[] }) =>
      statements.filter((text) => text.startsWith('update usage_spend')).length;
    expect([written(await send()), written(await send())]).toEqual([1, 0]);
  });

  it('Q16: as of an instant all features of one budget are held against one count of what was spent', async () => {
    const one = await spender(10);
    await one.use('calls', 99);
    app.clock.advance({ hours: 1 });
    const at = app.clock.now().toISOString();
    const read = (path: string) =>
      countedStatements(app, () =>
        api.rest('GET', `/customers/${one.customerId}/entitlements${path}at=${at}`),
      );
    const [listed, checked] = [await read('?'), await read('/check?featureId=calls&')];
    const ofReports = ({ statements }: { statements: string[] }) =>
      statements.filter((text) => text.includes('usage_measurement')).length;
    expect(ofReports(checked)).toBe(2);
    expect(ofReports(listed)).toBe(2);
  });
});
