import { answerCounts } from '../support/answer-sources';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { flatFee } from '../support/priced-plans';
import { MemoryAndTables } from '../support/memory-and-tables';
import { seededRandom } from '../support/seeded-random';

// Domain: entitlements-usage

describe('balances from memory are those from the tables', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('Q8, Q9, Q13: for random customers, grants, usage, plans, resources and instants, in one process and in two', async () => {
    const chance = seededRandom('balances from memory');
    const { api } = app.a;
    const customers = ['a', 'b', 'c'];
    for (const id of customers) await createCustomer(api, id);
    for (const id of ['tokens', 'gems'])
      await expectOk(api.rest('POST', '/credits/custom-currencies', { id, displayName: id }));
    await createProduct(api, 'main');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await createFeature(api, 'chats', 'metered');
    const credit = (id: string, amount: number, more: Json = {}): Json => ({
      ...{ type: 'CREDIT', id, amount, cadence: 'MONTH' },
      ...more,
    });
    const sell = (id: string, productId: string, credits: Json[]) =>
      publishPlan(api, {
        ...{ id, productId, pricingType: null },
        entitlements: [feature('chats', { hasUnlimitedUsage: true }), ...credits],
        patch: {
          charges: { pricingType: 'PAID', pricingModels: [flatFee(9), ratedUsage('chats', { amount: 2 })] },
        },
      });
    await sell('hard', 'main', [credit('tokens', 20)]);
    await sell('soft', 'main', [credit('tokens', 5, { hasSoftLimit: true }), credit('gems', 3)]);
    await sell('site', 'sites', [credit('tokens', 7)]);
    const other = await app.startBeside();
    try {
      const subscriptions: string[] = [];
      const grants: string[] = [];
      const resources = [undefined, undefined, 'site-1', 'site-2'];
      const randomApi = () => chance.pick([api, other.api]);
      const inHours = (hours: number): string =>
        new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
      const at = () => {
        const resourceId = chance.pick(resources);
        return { customerId: chance.pick(customers), ...(resourceId ? { resourceId } : {}) };
      };
      const idOf = (answer: { body: unknown }, into: string[]): void => {
        const { data } = answer.body as { data?: { id?: string } };
        if (data?.id) into.push(data.id);
      };
      let keys = 0;
      /** Whatever is refused changes nothing, and is a change like another. */
      const changes: (() => Promise<unknown>)[] = [
        ...Array.from(
          { length: 3 },
          () => () =>
            randomApi().rest('POST', '/credits/consumption', {
              ...at(),
              currencyId: chance.pick(['tokens', 'tokens', 'gems']),
              amount: chance.whole(1, 9),
              idempotencyKey: `key-${chance.next() < 0.1 ? 1 : ++keys}`,
              ...(chance.next() < 0.3 ? { enforceLimit: true } : {}),
            }),
        ),
        () => {
          const { customerId, resourceId } = at();
          return report(
            randomApi(),
            customerId,
            'chats',
            chance.whole(0, 4),
            resourceId ? { resourceId } : {},
          );
        },
        async () =>
          idOf(
            await randomApi().rest('POST', '/credits/grants', {
              ...at(),
              ...{ currencyId: chance.pick(['tokens', 'gems']), displayName: 'Given', grantType: 'PAID' },
              amount: chance.whole(1, 30),
              ...(chance.next() < 0.4 ? { effectiveAt: inHours(chance.whole(0, 100)) } : {}),
              ...(chance.next() < 0.6 ? { expireAt: inHours(chance.whole(101, 400)) } : {}),
            }),
            grants,
          ),
        async () => {
          if (grants.length > 0)
            await randomApi().rest('POST', `/credits/grants/${chance.pick(grants)}/void`);
        },
        async () => {
          const body = { expireAt: inHours(chance.whole(1, 200)) };
          if (grants.length > 0)
            await randomApi().rest('PATCH', `/credits/grants/${chance.pick(grants)}`, body);
        },
        async () => {
          const resourceId = chance.pick(['site-1', 'site-2']);
          const body = chance.pick([{ planId: 'hard' }, { planId: 'soft' }, { planId: 'site', resourceId }]);
          const sold = { customerId: chance.pick(customers), billingPeriod: 'MONTHLY', ...body };
          idOf(await randomApi().rest('POST', '/subscriptions', sold), subscriptions);
        },
        async () => {
          if (subscriptions.length === 0) return;
          const end = chance.pick([
            { cancellationTime: 'IMMEDIATE' },
            { cancellationTime: 'END_OF_BILLING_PERIOD' },
            { cancellationTime: 'SPECIFIC_DATE', endDate: inHours(chance.whole(1, 300)) },
          ]);
          await randomApi().rest('POST', `/subscriptions/${chance.pick(subscriptions)}/cancel`, end);
        },
        () =>
          randomApi().rest(
            'POST',
            `/customers/${chance.pick(customers)}/${chance.pick(['archive', 'unarchive', 'unarchive'])}`,
          ),
        () =>
          randomApi().rest('PATCH', '/credits/custom-currencies/gems', {
            displayName: `Gems ${chance.whole(1, 99)}`,
          }),
        () => Promise.resolve(app.clock.advance({ hours: chance.whole(0, 100) })),
      ];
      const both = new MemoryAndTables(app, other);
      for (let step = 0; step < 50; step++) {
        await chance.pick(changes)();
        for (let question = 0; question < 3; question++) {
          const resourceId = chance.pick(resources);
          const query = {
            ...chance.pick([{ currencyId: 'tokens' }, { currencyId: 'gems' }, { featureId: 'chats' }]),
            ...(resourceId ? { resourceId } : {}),
            ...(chance.next() < 0.4 ? { requestedUsage: chance.whole(0, 20) } : {}),
          };
          const customerId = chance.pick(customers);
          await both.check(customerId, query);
        }
        const { customerId, resourceId } = at();
        await both.list(customerId, resourceId);
      }
      // Of some 200 questions about balances that each process was asked; the others followed a change of the customer.
      for (const { nest } of [app, other]) {
        const { memory, poll } = await answerCounts(nest, 'balances');
        expect(memory + poll).toBeGreaterThan(20);
      }
    } finally {
      app.clock.reset();
      await other.close();
    }
  });
});
