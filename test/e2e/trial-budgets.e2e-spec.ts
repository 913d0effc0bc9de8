import type { TestApp } from '../support/app';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { hard, sellBudgetedPlans, soft, Spender, withBudgetedPlans } from '../support/budgeted-plans';
import { sandbox, setClock } from '../support/environment-clock';
import { eventsAbout } from '../support/events';
import { changeSettings, startingWithTrialOf } from '../support/product-settings';

// Domain: customers-subscriptions

describe('budgets of trials', () => {
  let app: TestApp;
  let api: ApiClient;

  withBudgetedPlans((opened) => ({ app, api } = opened));

  const tried = (planId = 'tried', more: Json = {}) => Spender.of(app, api, planId, more);

  it('T8, S1: that of the plan is told, and holds over the whole trial, whatever the months', async () => {
    const one = await tried();
    expect(await one.get()).toMatchObject({ status: 'IN_TRIAL', budget: hard(5) });
    await one.use('calls', 30);
    app.clock.advance({ days: 10 });
    await one.use('calls', 19);
    expect(await one.reason()).toBeNull();
    await one.use('calls', 1);
    expect(await one.check()).toMatchObject({ isGranted: false, accessDeniedReason: 'BudgetExceeded' });
    expect(await one.told()).toHaveLength(1);
  });

  it('T8: a longer trial has one budget, also past the end of a month', async () => {
    const trialEndDate = '2026-07-01T00:00:00.000Z';
    const one = await tried('tried', { trialOverrideConfiguration: { isTrial: true, trialEndDate } });
    await one.use('calls', 49);
    app.clock.advance({ days: 70 });
    await one.use('calls', 1);
    expect(await one.reason()).toBe('BudgetExceeded');
  });

  it('T8: a soft one denies nobody, and is told of', async () => {
    const one = await tried('lenient');
    await one.use('calls', 80);
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toHaveLength(1);
  });

  it('T8, T4: it ends with the trial, and what was tried is not paid for', async () => {
    const one = await tried();
    await one.use('calls', 50);
    expect(await one.reason()).toBe('BudgetExceeded');
    app.clock.advance({ days: 15 });
    expect(await one.reason()).toBeNull();
    expect(await one.get()).toMatchObject({ status: 'ACTIVE', budget: null });
    await one.use('calls', 500);
    expect(await one.reason()).toBeNull();
  });

  it('T8, O3: one that is asked for takes its place, in the trial and after it; null is none', async () => {
    const own = await tried('tried', { budget: hard(3) });
    await own.use('calls', 30);
    expect(await own.reason()).toBe('BudgetExceeded');
    app.clock.advance({ days: 15 });
    expect(await own.reason()).toBeNull();
    expect(await own.get()).toMatchObject({ status: 'ACTIVE', budget: hard(3) });
    await own.use('calls', 30);
    expect(await own.reason()).toBe('BudgetExceeded');
    expect(await own.told()).toHaveLength(2);
    const none = await tried('tried', { budget: null });
    expect(await none.get()).toMatchObject({ status: 'IN_TRIAL', budget: null });
    await none.use('calls', 500);
    expect(await none.reason()).toBeNull();
  });

  it('T8, D1: it is raised and lifted by a PATCH; what is set then goes on after the trial', async () => {
    const one = await tried();
    await one.use('calls', 50);
    expect(await expectOk(one.patch({ budget: hard(6) }))).toMatchObject({ budget: hard(6) });
    expect(await one.reason()).toBeNull();
    await expectOk(one.patch({ budget: null }));
    await one.use('calls', 100);
    expect(await one.reason()).toBeNull();
    await expectOk(one.patch({ budget: soft(8) }));
    app.clock.advance({ days: 15 });
    expect(await one.get()).toMatchObject({ status: 'ACTIVE', budget: soft(8) });
  });

  it('T8, T1: a subscription without the trial has none of it', async () => {
    const one = await tried('tried', { trialOverrideConfiguration: { isTrial: false } });
    expect(await one.get()).toMatchObject({ status: 'ACTIVE', budget: null });
  });

  it('U4, T8: a new customer may start with such a trial', async () => {
    const { api: own } = await app.newEnvironment();
    await sellBudgetedPlans(own);
    await expectOk(changeSettings(own, startingWithTrialOf('tried')));
    await createCustomer(own, 'ada');
    const { data } = (await own.rest('GET', '/subscriptions?customerId=ada')).body as { data: Json[] };
    expect(data).toMatchObject([{ planId: 'tried', status: 'IN_TRIAL', budget: hard(5) }]);
  });

  it('W3, T8: a preview takes it for no refusal', async () => {
    await createCustomer(api, 'looks');
    const preview = await expectOk<Json>(
      api.rest('POST', '/subscriptions/preview', { customerId: 'looks', planId: 'tried' }),
    );
    expect(preview).toMatchObject({ immediateInvoice: { total: 0 } });
  });

  it('T8, Z1: by the clock of its environment', async () => {
    const place = await sandbox(app);
    await expectOk(setClock(place, '2026-04-10T00:00:00.000Z'));
    await sellBudgetedPlans(place.api);
    await createCustomer(place.api, 'ada');
    const { id } = await subscribe(place.api, 'ada', 'tried');
    const usages = [{ customerId: 'ada', featureId: 'calls', value: 50 }];
    await expectOk(place.api.rest('POST', '/usage', { usages }));
    const told = await eventsAbout(app, id);
    expect(told.map(({ type }) => type)).toContain('subscription.spend_limit_exceeded');
  });
});
