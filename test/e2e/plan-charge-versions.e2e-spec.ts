import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, feature, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { flatFee, monthly, overageOf, PricedDrafts, stockShelves, usd } from '../support/priced-plans';

// Domain: catalog

describe('charges of the versions of a plan', () => {
  let app: TestApp;
  let api: ApiClient;
  let plans: PricedDrafts;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    plans = new PricedDrafts(api);
    await stockShelves(api);
  });
  afterAll(() => app.close());

  const seats: Json = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
  const usage: Json = {
    billingModel: 'USAGE_BASED',
    featureId: 'calls',
    tiersMode: 'GRADUATED',
    resetPeriod: 'WEEK',
    pricePeriods: [
      { billingPeriod: 'MONTHLY', tiers: [{ upTo: 100, flatPrice: usd(20) }, { unitPrice: usd(0.06) }] },
    ],
  };
  const pricesOf = (charges: Json[]) => charges.map(({ price }) => (price as Json)['amount']);

  describe('L4, L5: a published version', () => {
    it('keeps its charges, whatever becomes of the next one', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
      await expectOk(plans.publish(id));
      const live = await plans.charges(id);
      expect(await plans.price(id, { pricingModels: [flatFee(2)] })).toRefuse(
        'EditAllowedOnDraftPackageOnlyError',
      );
      expect(await plans.price(id, {})).toRefuse('EditAllowedOnDraftPackageOnlyError');
      await plans.draft(id);
      const [copy] = await plans.charges(id, '?status=draft');
      expect(copy).toEqual({ ...live[0], id: copy?.['id'] });
      expect(copy?.['id']).not.toBe(live[0]?.['id']);
      await expectOk(plans.price(id, { pricingModels: [flatFee(2), seats] }));
      expect(await plans.charges(id)).toEqual(live);
      expect(pricesOf(await plans.charges(id, '?version=2'))).toEqual([2, 10]);
      await expectOk(api.rest('DELETE', `/plans/${id}/draft`));
      expect(await plans.charges(id)).toEqual(live);
      await plans.draft(id);
      await expectOk(plans.price(id, { pricingModels: [flatFee(3)] }));
      await expectOk(plans.publish(id));
      expect(pricesOf(await plans.charges(id))).toEqual([3]);
      expect(await plans.charges(id, '?version=1')).toEqual(live);
      expect(await api.rest('GET', `/plans/${id}/charges?version=9`)).toRefuse('PlanNotFound', /version 9/);
    });

    it('L3: a draft copies every row, in its order', async () => {
      const id = await plans.create();
      await plans.entitle(id, feature('calls', { usageLimit: 5 }));
      const overagePricingModels = [overageOf('calls', 1)];
      const pricingModels = [flatFee(1), seats, usage];
      const overageBillingPeriod = 'MONTHLY';
      await expectOk(plans.price(id, { pricingModels, overagePricingModels, overageBillingPeriod }));
      await expectOk(plans.publish(id));
      await plans.draft(id);
      const withoutIds = (charges: Json[]) => charges.map((charge) => ({ ...charge, id: undefined }));
      expect(withoutIds(await plans.charges(id, '?version=2'))).toEqual(withoutIds(await plans.charges(id)));
      expect(withoutIds(await plans.overages(id, '?version=2'))).toEqual(
        withoutIds(await plans.overages(id)),
      );
      const draft = await expectOk(api.rest('GET', `/plans/${id}?version=2`));
      expect(draft).toMatchObject({ overageBillingPeriod: 'MONTHLY' });
    });

    it('tells whether live subscriptions stand on it', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingType: 'CUSTOM', pricingModels: [flatFee(1)] }));
      await expectOk(plans.publish(id));
      const isUsed = async () => (await plans.charges(id))[0]?.['usedInSubscriptions'];
      expect(await isUsed()).toBe(false);
      await createCustomer(api, 'buyer');
      const { subscription } = await subscribe(api, 'buyer', id);
      expect(await isUsed()).toBe(true);
      await plans.draft(id);
      expect(await plans.charges(id, '?version=2')).toMatchObject([{ usedInSubscriptions: false }]);
      await expectOk(api.rest('POST', `/subscriptions/${String(subscription['id'])}/cancel`, {}));
      expect(await isUsed()).toBe(false);
    });
  });

  describe('L8: publishing', () => {
    it('a PAID plan needs a charge or a minimum spend', async () => {
      const bare = await plans.create({ pricingType: 'PAID' });
      expect(await plans.publish(bare)).toRefuse('BadUserInput', /needs a charge or a minimum spend/);
      for (const charges of [
        { pricingModels: [flatFee(1)] },
        { minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd(5) }] },
      ]) {
        const id = await plans.create();
        await expectOk(plans.price(id, charges));
        await expectOk(plans.publish(id));
        const live = await expectOk(api.rest('GET', `/plans/${id}`));
        expect(live).toMatchObject({ status: 'PUBLISHED', pricingType: 'PAID' });
      }
    });
  });

  describe('the list', () => {
    let id: string;

    beforeAll(async () => {
      id = await plans.create();
      const countries = ['AT', 'BE', 'CH', 'DE'].map((code) => monthly(1, { billingCountryCode: code }));
      await expectOk(
        plans.price(id, {
          pricingModels: [{ billingModel: 'FLAT_FEE', pricePeriods: [monthly(0), ...countries] }],
        }),
      );
    });

    it('access-and-events L2: is paged like every list', async () => {
      const page = (query: string) =>
        expectPage<Json & { id: string }>(api.rest('GET', `/plans/${id}/charges${query}`));
      const all = (await page('')).data.map(({ id: each }) => each);
      expect(all).toHaveLength(5);
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, next_cursor, has_more } = await page(
          `?limit=2${cursor && `&starting_after=${cursor}`}`,
        );
        seen.push(...data.map(({ id: each }) => each));
        expect(has_more).toBe(next_cursor !== null);
        cursor = next_cursor;
      }
      expect(seen).toEqual(all);
      const before = await page(`?limit=2&ending_before=${all[3]}`);
      expect(before.data.map(({ id: each }) => each)).toEqual(all.slice(1, 3));
      expect(before.pagination).toEqual({ next: all[2], prev: all[1] });
    });

    it.each([
      'limit=0',
      'limit=101',
      'after=nobody',
      'after=a&before=b',
      'version=0',
      'status=gone',
      'order=x',
    ])('access-and-events L1: refuses ?%s', async (query) => {
      expect(await api.rest('GET', `/plans/${id}/charges?${query}`)).toRefuse('BadUserInput');
      expect(await api.rest('GET', `/plans/${id}/overage-charges?${query}`)).toRefuse('BadUserInput');
    });

    it('T-11: a cursor of another environment is as unknown as any other', async () => {
      await stockShelves(app.b.api);
      const theirs = new PricedDrafts(app.b.api);
      const foreign = await theirs.create();
      await expectOk(theirs.price(foreign, { pricingModels: [flatFee(1)] }));
      const [row] = await theirs.charges(foreign);
      const answer = await api.rest('GET', `/plans/${id}/charges?after=${String(row?.['id'])}`);
      expect(answer.text).toBe((await api.rest('GET', `/plans/${id}/charges?after=nobody`)).text);
      expect(await api.rest('GET', `/plans/${foreign}/charges`)).toRefuse('PlanNotFound');
    });
  });
});
