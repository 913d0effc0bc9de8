import type { TestApp } from '../support/app';
import { createCustomer, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { doors, governedForEach, limitsOf, type Governance } from '../support/governance';

// Domain: entitlements-usage

describe.each(doors)('what budgets of entities refuse through %s', (door) => {
  let app: TestApp;
  let house: Governance;

  governedForEach(door, (begun) => ({ app, house } = begun));

  const use = (value: number, dimensions: Json = { agentId: 'agent' }, more: Json = {}) =>
    report(house.api, 'acorn', 'calls', value, { dimensions, ...more });
  const used = async (value: number, dimensions?: Json, more?: Json): Promise<void> =>
    void (await expectOk(use(value, dimensions, more)));
  const chains = (more: Json = {}) =>
    house.chains({ featureId: 'calls', dimensions: { agentId: 'agent' }, ...more });
  const ago = (ms: number): string => new Date(app.clock.now().getTime() - ms).toISOString();

  it('Q10: a budget above that is used up denies for that reason, and the rest of the answer is that of the customer', async () => {
    await expectOk(house.assign(...limitsOf(10, 50, 20)));
    await used(10, { teamId: 'team' });
    const query = { featureId: 'calls', dimensions: { agentId: 'agent' } };
    expect(await expectOk(house.check(query))).toMatchObject({
      ...{ isGranted: false, accessDeniedReason: 'BudgetExceeded', currentUsage: 10, usageLimit: 100_000 },
    });
  });

  it('Q10: what the customer may not is denied for that reason, whatever budgets say', async () => {
    await createCustomer(house.api, 'stranger');
    const theirs = house.of('stranger');
    await expectOk(theirs.putEntities({ id: 'agent', entityTypeId: 'agent' }));
    await expectOk(theirs.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 0, cadence: 'P1D' }));
    const query = { featureId: 'calls', dimensions: { agentId: 'agent' } };
    expect(await expectOk(theirs.check(query))).toMatchObject({
      accessDeniedReason: 'NoActiveSubscription',
    });
    expect(await expectOk(house.of('nobody').check(query))).toMatchObject({
      accessDeniedReason: 'CustomerNotFound',
    });
    expect(await house.check({ dimensions: { agentId: 'agent' } })).toRefuse(
      'BadUserInput',
      /featureId or currencyId/,
    );
  });

  it('Q10: by a key that may read entitlements, and by no other', async () => {
    const { scopedKey } = await app.newEnvironment();
    const may = house.as(app.anonymous.as({ key: await scopedKey('entitlements:read') }));
    expect(await expectOk(may.check({ featureId: 'calls' }))).toMatchObject({ isGranted: false });
    const mayNot = house.as(app.anonymous.as({ key: await scopedKey('governance:read') }));
    expect(await mayNot.check({ featureId: 'calls' })).toRefuse('IdentityForbidden');
    expect(await may.types()).toRefuse('IdentityForbidden');
  });

  describe('Q12: enforced', () => {
    const enforced = (value: number, more: Json = {}) =>
      use(value, { agentId: 'agent' }, { enforceLimit: true, ...more });

    it('Q12: a report is refused where a budget above lacks it, and nothing of its request counts', async () => {
      await expectOk(house.assign(...limitsOf(100, 5, 20)));
      await expectOk(enforced(4));
      expect(await enforced(2)).toRefuse(
        'EntitlementLimitExceededError',
        /BudgetExceeded: 2 of calls would take entity team beyond its 5/,
      );
      const usages = [1, 1].map((value) => ({
        ...{
          customerId: 'acorn',
          featureId: 'calls',
          value,
          enforceLimit: true,
          dimensions: { agentId: 'agent' },
        },
      }));
      expect(await house.api.rest('POST', '/usage', { usages })).toRefuse(
        'EntitlementLimitExceededError',
        /usages\[1\]/,
      );
      expect(await chains()).toEqual([['agent ✓ 4/20', 'team ✓ 4/5', 'dept ✓ 4/100']]);
      await expectOk(enforced(1));
      await used(7);
      expect(await chains()).toEqual([['agent ✓ 12/20', 'team ✗ 12/5', 'dept ✓ 12/100']]);
    });

    it('Q12: of those who ask at once just as many are let through as fit', async () => {
      await expectOk(house.assign(...limitsOf(10, 50, null)));
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => enforced(1, { idempotencyKey: `k${n}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      expect(await chains()).toEqual([['agent ✓ 10/null', 'team ✓ 10/50', 'dept ✗ 10/10']]);
    });

    it('Q12: goes by the window that the report happened in', async () => {
      await expectOk(house.assign({ entityId: 'agent', featureId: 'calls', usageLimit: 5, cadence: 'PT1H' }));
      app.clock.advance({ minutes: 30 });
      await expectOk(enforced(5));
      app.clock.advance({ hours: 1 });
      expect(await enforced(1, { createdAt: ago(3_600_000) })).toRefuse(
        'EntitlementLimitExceededError',
        /BudgetExceeded/,
      );
      await expectOk(enforced(5));
    });
  });
});
