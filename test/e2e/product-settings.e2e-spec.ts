import { createTestApp, type TestApp } from '../support/app';
import { createPlan, createProduct, publishPlan, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';
import {
  changeSettings,
  downgradingTo as downgrade,
  plainSettings as plain,
  sellFreeAndCustom,
  startingWith as start,
} from '../support/product-settings';

/** Domain: catalog P2, P4, L9 */
describe('settings of products', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    api = (await app.newEnvironment()).api;
    await sellFreeAndCustom(api);
  });

  const set = (settings: Json) => changeSettings(api, settings);

  describe('P4: what they may say', () => {
    it('takes a published FREE plan of the product, and tells it back', async () => {
      const both = await expectOk(
        set({ ...start('free'), subscriptionEndSetup: 'DOWNGRADE_TO_FREE', downgradePlanId: 'free' }),
      );
      expect(both['productSettings']).toMatchObject({
        subscriptionStartPlanId: 'free',
        downgradePlanId: 'free',
      });
      expect(await expectOk(api.rest('GET', '/products/main'))).toEqual(both);
    });

    it('a plan that is not sent stays, one that the setup does not use goes', async () => {
      await expectOk(set(start('free')));
      const stayed = await expectOk(set(start()));
      expect(stayed['productSettings']).toMatchObject({ subscriptionStartPlanId: 'free' });
      const gone = await expectOk(set(plain));
      expect(gone['productSettings']).toMatchObject({ subscriptionStartPlanId: null });
      expect(await set(start())).toRefuse('InvalidArgumentError', /subscriptionStartPlanId: FREE_PLAN needs/);
    });

    it('the same over GraphQL, with the same refusal', async () => {
      const document = `mutation($settings: ProductSettingInput!) {
        updateProduct(id: "main", input: { productSettings: $settings }) { productSettings { downgradePlanId } }
      }`;
      expect(await api.graphql(document, { settings: downgrade('custom') })).toRefuse(
        'InvalidArgumentError',
        /must be FREE/,
      );
      expect(await expectOk(api.graphql(document, { settings: downgrade('free') }))).toEqual({
        productSettings: { downgradePlanId: 'free' },
      });
    });

    it('P4: TRIAL_PERIOD takes a plan that has a trial, FREE_PLAN a FREE one', async () => {
      const trial = { defaultTrialConfig: { duration: 14, units: 'DAY' } };
      await publishPlan(api, { id: 'tried', productId: 'main', pricingType: 'CUSTOM', ...trial });
      const settings = { ...start('tried'), subscriptionStartSetup: 'TRIAL_PERIOD' };
      await expectOk(set(settings));
      expect(await set(start('tried'))).toRefuse('InvalidArgumentError', /Plan tried is CUSTOM/);
    });

    it('C2: a plan of another environment is as unknown as any other', async () => {
      await createProduct(app.b.api, 'main');
      await publishPlan(app.b.api, { id: 'foreign', productId: 'main' });
      const [foreign, unknown] = [await set(start('foreign')), await set(start('nobody'))];
      expect(foreign).toRefuse('InvalidArgumentError');
      expect(foreign.text).toBe(unknown.text.replaceAll('nobody', 'foreign'));
    });

    it.each<[string, Json, RegExp]>([
      ['FREE_PLAN without a plan', start(), /subscriptionStartPlanId: FREE_PLAN needs a plan/],
      ['FREE_PLAN with its plan cleared', start(null), /subscriptionStartPlanId: FREE_PLAN needs a plan/],
      ['an unknown start plan', start('nobody'), /Plan nobody is no plan of product main/],
      ['a start plan of another product', start('elsewhere'), /Plan elsewhere is no plan of product main/],
      ['a start plan that is a draft', start('planned'), /subscriptionStartPlanId: Plan planned is not publ/],
      ['a start plan that was archived', start('retired'), /Plan retired is not published/],
      ['a start plan that is not FREE', start('custom'), /Plan custom is CUSTOM and must be FREE/],
      [
        'a start plan without its setup',
        { ...plain, subscriptionStartPlanId: 'free' },
        /PLAN_SELECTION uses no/,
      ],
      ['DOWNGRADE_TO_FREE without a plan', downgrade(), /downgradePlanId: DOWNGRADE_TO_FREE needs a plan/],
      ['an unknown downgrade plan', downgrade('nobody'), /downgradePlanId: Plan nobody is no plan/],
      ['a downgrade plan that is not FREE', downgrade('custom'), /downgradePlanId: Plan custom is CUSTOM/],
      [
        'a downgrade plan without its setup',
        { ...plain, downgradePlanId: 'free' },
        /CANCEL_SUBSCRIPTION uses no/,
      ],
      [
        'TRIAL_PERIOD with a FREE plan',
        { ...start('free'), subscriptionStartSetup: 'TRIAL_PERIOD' },
        /Plan free is FREE and must be PAID or CUSTOM/,
      ],
      [
        'TRIAL_PERIOD with a plan without trial',
        { ...start('custom'), subscriptionStartSetup: 'TRIAL_PERIOD' },
        /Plan custom has no defaultTrialConfig/,
      ],
    ])('InvalidArgumentError for %s, and nothing changes', async (_what, settings, message) => {
      await createProduct(api, 'other');
      await publishPlan(api, { id: 'elsewhere', productId: 'other' });
      await createPlan(api, { id: 'planned', productId: 'main' });
      await publishPlan(api, { id: 'retired', productId: 'main' });
      await expectOk(api.rest('POST', '/plans/retired/archive'));
      const before = await expectOk(api.rest('GET', '/products/main'));
      expect(await set(settings)).toRefuse('InvalidArgumentError', message);
      expect(await expectOk(api.rest('GET', '/products/main'))).toEqual(before);
    });
  });

  describe('L9: a plan that they rely on', () => {
    const archivePlan = () => api.rest('POST', '/plans/free/archive');
    const publishAs = async (pricingType: string): Promise<RestAnswer> => {
      await expectOk(api.rest('POST', '/plans/free/draft'));
      await expectOk(api.rest('PATCH', '/plans/free', { charges: { pricingType } }));
      return api.rest('POST', '/plans/free/publish', { migrationType: 'NEW_CUSTOMERS' });
    };

    it.each([
      ['PlanIsUsedAsDefaultStartPlan', start('free'), /subscriptionStartPlanId/],
      ['PlanIsUsedAsDowngradePlan', downgrade('free'), /downgradePlanId/],
    ] as const)('%s: is not archived and does not stop to be FREE', async (code, settings, message) => {
      await expectOk(set(settings));
      expect(await archivePlan()).toRefuse(code, message);
      const over = await api.graphql('mutation { archivePlan(id: "free") { id } }');
      expect(over).toRefuse(code, message);
      expect(await publishAs('CUSTOM')).toRefuse(code, /would be CUSTOM/);
      await expectOk(api.rest('DELETE', '/plans/free/draft'));
      await expectOk(set(plain));
      await expectOk(archivePlan());
    });

    it('may be published anew as long as it is FREE', async () => {
      await expectOk(set(start('free')));
      expect((await publishAs('FREE')).status).toBe(201);
    });

    it('is never archived while the settings begin to rely on it', async () => {
      for (let turn = 0; turn < 5; turn++) {
        const id = `contested-${turn}`;
        await publishPlan(api, { id, productId: 'main' });
        const [relied, archived] = await Promise.all([
          set(start(id)),
          api.rest('POST', `/plans/${id}/archive`),
        ]);
        expect([relied.status < 300, archived.status < 300].filter(Boolean)).toHaveLength(1);
        await expectOk(set(plain));
      }
    });
  });
});
