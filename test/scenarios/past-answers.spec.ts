import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { sellEveryKind } from '../support/every-kind-sold';
import { explain, queryOf, type AskedInstant, type Explanation } from '../support/explanations';
import { grantAll, revoke } from '../support/promotions';
import { draftWith, endOf, publishFor } from '../support/publishing';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

const changes = scaled(600, 60);
const triples = scaled(10_000, 300);
const dayMs = 86_400_000;

const customers = ['a', 'b', 'c', 'd'];
const features = ['sso', 'calls', 'extra', 'seats', 'size', 'nothing'];
const resources = [undefined, 'site-1', 'site-2'];
const periods = ['MONTH', 'WEEK', 'DAY', 'HOUR', 'YEAR'];

interface Asked {
  customerId: string;
  question: AskedInstant;
}

/** An answer that a check gave at its instant. */
interface Told extends Asked {
  answer: Json;
}

describe('answers as of an instant', () => {
  const chance = seededRandom('past-answers.spec');
  const told: Told[] = [];
  let app: TestApp;
  let api: ApiClient;
  let began: number;

  const asked = (): Asked => {
    const resourceId = chance.pick(resources);
    const question = { featureId: chance.pick(features), ...(resourceId && { resourceId }) };
    return { customerId: chance.pick([...customers, 'nobody']), question };
  };
  const now = (): number => app.clock.now().getTime();

  /** Whatever is refused changes nothing, and is a change like another. */
  const change: (() => Promise<unknown>)[] = [
    () => {
      const resourceId = chance.pick(resources);
      const sold = resourceId
        ? { planId: 'site', resourceId }
        : { planId: chance.pick(['plan', 'one', 'two']) };
      return api.rest('POST', '/subscriptions', { customerId: chance.pick(customers), ...sold });
    },
    async () => {
      const path = `/subscriptions?customerId=${chance.pick(customers)}`;
      const found = (await api.rest('GET', path)).body as { data: { id: string }[] };
      if (found.data.length === 0) return;
      await api.rest('POST', `/subscriptions/${chance.pick(found.data).id}/cancel`, {
        subscriptionCancellationTime: chance.pick(['IMMEDIATE', 'END_OF_BILLING_PERIOD']),
      });
    },
    () =>
      report(api, chance.pick(customers), chance.pick(['calls', 'extra', 'seats']), chance.whole(0, 9), {
        updateBehavior: chance.pick(['DELTA', 'DELTA', 'SET']),
        ...(chance.next() < 0.4 ? { resourceId: chance.pick(['site-1', 'site-2']) } : {}),
      }),
    () =>
      grantAll(api, chance.pick(customers), [
        {
          featureId: chance.pick(['calls', 'extra']),
          period: chance.pick(['1 week', '1 month', 'lifetime']),
          usageLimit: chance.whole(0, 60),
          hasSoftLimit: chance.next() < 0.3,
          ...(chance.next() < 0.7 ? { resetPeriod: chance.pick(periods) } : {}),
        },
      ]),
    () => revoke(api, chance.pick(customers), chance.pick(['calls', 'extra'])),
    () => {
      const verb = chance.pick(['archive', 'unarchive', 'unarchive', 'unarchive']);
      return api.rest('POST', `/customers/${chance.pick(customers)}/${verb}`);
    },
    () =>
      api.rest('PATCH', `/features/${chance.pick(['calls', 'size'])}`, {
        displayName: `Name ${chance.whole(1, 99)}`,
      }),
    async () => {
      if (chance.next() < 0.7) return;
      const planId = chance.pick(['one', 'two']);
      await draftWith(api, 'plans', planId, chance.whole(1, 80));
      const taskId = await publishFor(api, 'plans', planId);
      if (taskId !== null) await endOf(api, taskId);
    },
  ];

  /** Between two changes: nothing is asked about an instant that a change is of. */
  async function askNow(): Promise<void> {
    app.clock.advance({ minutes: 1 });
    for (let n = 0; n < 4; n++) {
      const { customerId, question } = asked();
      const at = new Date(now());
      const answer = await check(api, customerId, queryOf(question));
      const { entitlement } = await explain(api, customerId, question);
      expect(entitlement).toEqual(answer);
      told.push({ customerId, question: { ...question, at }, answer });
    }
    app.clock.advance({ minutes: chance.whole(1, chance.pick([10, 2000])) });
  }

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellEveryKind(api);
    await createFeature(api, 'extra', 'metered');
    for (const id of ['one', 'two']) {
      await createProduct(api, `product-${id}`);
      const limited = { usageLimit: chance.whole(1, 50), resetPeriod: chance.pick(periods) };
      const entitlements = [
        feature('calls', limited),
        feature('size', { enumValues: [chance.pick(['small', 'medium', 'large'])] }),
        feature('sso', { isGranted: chance.next() < 0.5 }),
      ];
      await publishPlan(api, { id, productId: `product-${id}`, entitlements });
    }
    for (const id of customers) await createCustomer(api, id);
    began = now();
    for (let n = 0; n < changes; n++) {
      await chance.pick(change)();
      await askNow();
    }
  });
  afterAll(() => app.close());

  it(`Q15: those of a past instant stay whatever changed later in catalog, subscriptions and promotions`, async () => {
    expect(told.length).toBe(changes * 4);
    for (const { customerId, question, answer } of told) {
      const later = await check(api, customerId, queryOf(question));
      expect({ question, answer: comparable(later) }).toEqual({ question, answer: comparable(answer) });
    }
  });

  it(`Q16: explain agrees with check on ${triples.toLocaleString('en')} customers, features and instants`, async () => {
    const horizon = now() + 40 * dayMs;
    let refused = 0;
    for (let n = 0; n < triples; n++) {
      const { customerId, question } = asked();
      const at = new Date(chance.whole(began, n % 4 === 0 ? horizon : now()));
      const query = queryOf({ ...question, at });
      const root = `/customers/${customerId}/entitlements`;
      const checked = await api.rest('GET', `${root}/check?${query}`);
      const explained = await api.rest('GET', `${root}/explain?${query}`);
      expect([explained.status, query]).toEqual([checked.status, query]);
      if (checked.status === 400) {
        refused++;
        expect(explained.body).toMatchObject({ message: (checked.body as { message: string }).message });
        continue;
      }
      const explanation = await expectOk<Explanation>(Promise.resolve(explained));
      expect(explanation.entitlement).toEqual(await expectOk(Promise.resolve(checked)));
      expectConsistent(explanation);
    }
    expect(refused).toBeLessThan(triples / 4);
  });
});

/** A declaration that declares nothing new is no state of a source: an instant does not know of it. */
const comparable = ({ entitlementUpdatedAt: _, ...answer }: Json): Json => answer;

/** What the sources say is what the answer says. */
function expectConsistent({ entitlement, sources, decidedBy }: Explanation): void {
  const winners = sources.filter(({ isWinner }) => isWinner);
  expect(winners.length).toBeLessThanOrEqual(1);
  const [winner] = winners;
  expect(decidedBy).toBe(winner?.decidedBy ?? null);
  expect(sources.every(({ counts, reason }) => counts === (reason === null))).toBe(true);
  if (!winner) return;
  expect(sources[0]).toBe(winner);
  expect(winner).toMatchObject({ counts: true, isGranted: true });
  const { hasUnlimitedUsage, usageLimit, usagePeriodStart, usagePeriodEnd } = entitlement;
  if (hasUnlimitedUsage === undefined) return;
  expect(winner).toMatchObject({ hasUnlimitedUsage, usageLimit });
  if (usagePeriodEnd !== undefined) expect(winner).toMatchObject({ usagePeriodStart, usagePeriodEnd });
}
