import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { sellEveryKind } from '../support/every-kind-sold';
import { Governance, storyTypes } from '../support/governance';
import { flatFee } from '../support/priced-plans';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { grantAll } from '../support/promotions';
import { seededRandom, type SeededRandom } from '../support/seeded-random';
import { resourcesAsked, TimedAnswers } from '../support/timed-answers';

// Domain: entitlements-usage

const hourMs = 3_600_000;
const households = [0, 1, 2].map((group) =>
  Array.from({ length: 8 }, (_, place) => `customer-${group}${place}`),
);
const plans = ['plan', 'wide', 'narrow', 'rich'];

describe('what is granted holds until validUntil, whatever time brings', () => {
  let app: TestApp;
  let chance: SeededRandom;

  beforeAll(async () => {
    app = await createTestApp();
    chance = seededRandom('answers and time');
    await sell();
  });
  afterAll(() => app.close());

  it.each(households)(
    'G10: for random subscriptions, changes that wait, trials, promotions, grants, credits and budgets: %s and those beside it',
    async (...customers) => {
      const other = await app.startBeside();
      try {
        const answers = new TimedAnswers(app, other, customers, chance);
        const life = new RandomLife(app, chance);
        for (const customerId of customers) {
          for (let change = chance.whole(1, 4); change > 0; change--) await life.change(customerId);
          await answers.renew(customerId);
        }
        for (let turn = 0; turn < 20; turn++) {
          const { dues } = answers;
          const due =
            dues[Math.floor(chance.next() ** 2 * dues.length)] ?? app.clock.now().getTime() + hourMs;
          if (due - 1 > app.clock.now().getTime()) {
            app.clock.travelTo(new Date(due - 1));
            await answers.goOn();
          }
          app.clock.travelTo(new Date(due));
          await answers.goOn();
          const customerId = chance.pick(customers);
          await life.change(customerId);
          await answers.renew(customerId);
        }
        // Of some 5,000 that were asked for again.
        expect(answers.held).toBeGreaterThan(1500);
      } finally {
        app.clock.reset();
        await other.close();
      }
    },
  );

  async function sell(): Promise<void> {
    const { api } = app.a;
    await sellEveryKind(api);
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    const credits = (amount: number): Json => ({ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' });
    const calls = (usageLimit: number, resetPeriod: string): Json =>
      feature('calls', { usageLimit, resetPeriod });
    const sold: Record<string, Json[]> = {
      wide: [calls(300, 'YEAR'), feature('sso'), credits(5)],
      narrow: [calls(10, 'WEEK'), feature('size', { enumValues: ['medium'] })],
      rich: [feature('seats', { usageLimit: 9 }), credits(40)],
    };
    for (const [id, entitlements] of Object.entries(sold))
      await publishPlan(api, {
        ...{ id, productId: 'product', pricingType: null, entitlements },
        patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(entitlements.length * 10)] } },
      });
    await publishPlan(api, {
      ...{ id: 'pool', productId: 'sites', entitlements: [credits(7), calls(20, 'DAY')] },
    });
    await expectOk(changeSettings(api, downgradingTo('plan'), 'product'));
    const entities = new Governance(app, api, 'REST');
    await expectOk(entities.putTypes(...storyTypes));
    for (const id of households.flat()) {
      await createCustomer(api, id);
      await expectOk(entities.of(id).putEntities({ id: 'agent', entityTypeId: 'agent' }));
    }
  }
});

/** Whatever is refused changes nothing, and is a change like another. */
class RandomLife {
  private readonly subscriptions = new Map<string, string[]>();
  private readonly changes = [
    this.subscribe,
    this.subscribe,
    this.subscribe,
    this.promote,
    this.give,
    this.use,
    this.budget,
    this.end,
  ];
  private keys = 0;

  constructor(
    private readonly app: TestApp,
    private readonly chance: SeededRandom,
  ) {}

  async change(customerId: string): Promise<void> {
    await this.chance.pick(this.changes).call(this, customerId);
  }

  private async subscribe(customerId: string): Promise<void> {
    const { chance } = this;
    const isTrial = chance.next() < 0.3;
    const trial = {
      ...{ isTrial: true, trialEndDate: this.inHours(1, 400) },
      trialEndBehavior: chance.pick(['CONVERT_TO_PAID', 'CANCEL_SUBSCRIPTION']),
    };
    const place = chance.pick<Json>([
      ...plans.map((planId) => ({ planId })),
      { planId: chance.pick(['site', 'pool']), resourceId: chance.pick(resourcesAsked) },
    ]);
    const answer = await this.api.rest('POST', '/subscriptions', {
      ...{ customerId, billingPeriod: 'MONTHLY', paymentCollectionMethod: 'NONE', ...place },
      ...(isTrial && { trialOverrideConfiguration: trial }),
      ...(!isTrial && chance.next() < 0.3 && { startDate: this.inHours(1, 300) }),
      ...(chance.next() < 0.2 && { cancellationDate: this.inHours(301, 2000) }),
      ...(chance.next() < 0.4 && {
        scheduleStrategy: chance.pick(['END_OF_BILLING_PERIOD', 'END_OF_BILLING_MONTH', 'IMMEDIATE']),
      }),
    });
    const { data } = answer.body as { data?: { id?: string } };
    if (data?.id) this.subscriptions.set(customerId, [...this.of(customerId), data.id]);
  }

  private async promote(customerId: string): Promise<void> {
    const value = this.chance.pick<Json>([
      { featureId: 'calls', usageLimit: this.chance.whole(1, 400), resetPeriod: 'DAY' },
      { featureId: 'size', enumValues: ['large'] },
      { featureId: 'sso' },
    ]);
    await grantAll(this.api, customerId, [
      { period: 'custom', customEndDate: this.inHours(1, 500), ...value },
    ]);
  }

  private async give(customerId: string): Promise<void> {
    await this.api.rest('POST', '/credits/grants', {
      ...{ customerId, currencyId: 'tokens', displayName: 'Given', grantType: 'PAID' },
      amount: this.chance.whole(1, 9),
      ...(this.chance.next() < 0.4 && { effectiveAt: this.inHours(1, 100) }),
      ...(this.chance.next() < 0.6 && { expireAt: this.inHours(101, 900) }),
      ...(this.chance.next() < 0.3 && { resourceId: this.chance.pick(resourcesAsked) }),
    });
  }

  private async use(customerId: string): Promise<void> {
    const dimensions = { agentId: 'agent' };
    await report(this.api, customerId, 'calls', this.chance.whole(1, 9), { dimensions });
    await this.api.rest('POST', '/credits/consumption', {
      ...{ customerId, currencyId: 'tokens', amount: this.chance.whole(1, 9), dimensions },
      idempotencyKey: `key-${this.keys++}`,
    });
  }

  private async budget(customerId: string): Promise<void> {
    const cadence = this.chance.pick(['PT6H', 'P1D', 'P1M']);
    const subject = this.chance.pick([{ featureId: 'calls' }, { currencyId: 'tokens' }]);
    const entities = new Governance(this.app, this.api, 'REST', customerId);
    await entities.assign({ entityId: 'agent', cadence, usageLimit: this.chance.whole(1, 9), ...subject });
  }

  private async end(customerId: string): Promise<void> {
    const subscriptions = this.of(customerId);
    if (subscriptions.length === 0) return this.subscribe(customerId);
    const how = this.chance.pick([
      { cancellationTime: 'END_OF_BILLING_PERIOD' },
      { cancellationTime: 'SPECIFIC_DATE', endDate: this.inHours(1, 300) },
    ]);
    await this.api.rest('POST', `/subscriptions/${this.chance.pick(subscriptions)}/cancel`, how);
  }

  private inHours(from: number, to: number): string {
    return new Date(this.app.clock.now().getTime() + this.chance.whole(from, to) * hourMs).toISOString();
  }

  private of(customerId: string): string[] {
    return this.subscriptions.get(customerId) ?? [];
  }

  private get api() {
    return this.app.a.api;
  }
}
