import { answerCounts } from '../support/answer-sources';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
} from '../support/catalog';
import { grantAll, revoke } from '../support/promotions';
import { MemoryAndTables } from '../support/memory-and-tables';
import { seededRandom } from '../support/seeded-random';
import { sellEveryKind } from '../support/every-kind-sold';

// Domain: entitlements-usage

describe('answers from memory are those from the tables', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('for random catalogs, customers, instants and changes, in one process and in two', async () => {
    const chance = seededRandom('answers from memory');
    const { api } = app.a;
    await sellEveryKind(api);
    await createFeature(api, 'extra', 'metered');
    const periods = ['MONTH', 'WEEK', 'DAY', 'HOUR', 'YEAR'];
    for (const id of ['one', 'two', 'three']) {
      await createProduct(api, `product-${id}`);
      const metered = chance.shuffled(['calls', 'extra']).slice(0, chance.whole(1, 2));
      await publishPlan(api, {
        id,
        productId: `product-${id}`,
        entitlements: [
          ...metered.map((name) =>
            feature(name, { usageLimit: chance.whole(0, 50), resetPeriod: chance.pick(periods) }),
          ),
          feature('size', { enumValues: [chance.pick(['small', 'medium', 'large'])] }),
          ...(chance.next() < 0.5 ? [feature('sso', { isGranted: chance.next() < 0.7 })] : []),
          ...(chance.next() < 0.5
            ? [feature('seats', { usageLimit: chance.whole(1, 9), hasSoftLimit: chance.next() < 0.5 })]
            : []),
        ],
      });
    }
    const other = await app.startBeside();
    try {
      const customers = ['a', 'b', 'c'];
      for (const id of customers) await createCustomer(api, id);
      const features = ['sso', 'calls', 'extra', 'seats', 'size', 'nothing'];
      const resources = [undefined, 'site-1', 'site-2'];
      const subscriptions: string[] = [];
      const randomApi = () => chance.pick([api, other.api]);
      /** Whatever is refused changes nothing, and is a change like another. */
      const changes: (() => Promise<unknown>)[] = [
        async () => {
          const resourceId = chance.pick(resources);
          const body = resourceId
            ? { planId: 'site', resourceId }
            : { planId: chance.pick(['plan', 'one', 'two', 'three']) };
          const answer = await randomApi().rest('POST', '/subscriptions', {
            customerId: chance.pick(customers),
            ...body,
          });
          const { data } = answer.body as { data?: { id?: string } };
          if (data?.id) subscriptions.push(data.id);
        },
        () =>
          report(
            randomApi(),
            chance.pick(customers),
            chance.pick(['calls', 'extra', 'seats']),
            chance.whole(0, 9),
            {
              updateBehavior: chance.pick(['DELTA', 'SET']),
              createdAt: new Date(app.clock.now().getTime() - chance.whole(0, 40) * 3_600_000).toISOString(),
              ...(chance.next() < 0.4 ? { resourceId: chance.pick(['site-1', 'site-2']) } : {}),
              ...(chance.next() < 0.3 ? { idempotencyKey: `key-${chance.whole(1, 9)}` } : {}),
            },
          ),
        async () => {
          if (subscriptions.length === 0) return;
          await randomApi().rest('POST', `/subscriptions/${chance.pick(subscriptions)}/cancel`, {
            cancellationTime: chance.pick(['IMMEDIATE', 'END_OF_BILLING_PERIOD']),
          });
        },
        () =>
          randomApi().rest(
            'POST',
            `/customers/${chance.pick(customers)}/${chance.pick(['archive', 'unarchive', 'unarchive', 'unarchive'])}`,
          ),
        () =>
          randomApi().rest('PATCH', `/features/${chance.pick(['calls', 'size'])}`, {
            displayName: `Name ${chance.whole(1, 99)}`,
          }),
        () =>
          grantAll(randomApi(), chance.pick(customers), [
            {
              featureId: chance.pick(['calls', 'extra']),
              period: chance.pick(['1 week', '1 month', 'lifetime']),
              usageLimit: chance.whole(0, 60),
              ...(chance.next() < 0.7 ? { resetPeriod: chance.pick(periods) } : {}),
            },
          ]),
        () => revoke(randomApi(), chance.pick(customers), chance.pick(['calls', 'extra'])),
        () => Promise.resolve(app.clock.advance({ hours: chance.whole(0, 200) })),
      ];
      const both = new MemoryAndTables(app, other);
      for (let step = 0; step < 120; step++) {
        await chance.pick(changes)();
        for (let question = 0; question < 4; question++) {
          const [customerId, featureId, resourceId] = [
            chance.pick(customers),
            chance.pick(features),
            chance.pick(resources),
          ];
          const query = {
            featureId,
            ...(resourceId ? { resourceId } : {}),
            ...(chance.next() < 0.2 ? { requestedUsage: chance.whole(0, 20) } : {}),
          };
          await both.check(customerId, query);
        }
        const [customerId, resourceId] = [chance.pick(customers), chance.pick(resources)];
        await both.list(customerId, resourceId);
      }
      // Of 600 questions that each process was asked; the others followed a change of the customer. Usually 200: chance and haste decide.
      for (const { nest } of [app, other]) {
        const { memory, poll } = await answerCounts(nest);
        expect(memory + poll).toBeGreaterThan(50);
      }
    } finally {
      await other.close();
    }
  });
});
