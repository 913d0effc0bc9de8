import type { Json } from './catalog';
import { metered, reported } from './credit-shop';
import type { SeededRandom } from './seeded-random';
import type { Fact } from './told-facts';

const minuteMs = 60_000;
export const dayMinutes = 1440;
const begin = Date.parse('2027-01-31T00:00:00.000Z');
/** Days of them. */
export const months = 90;
export const firstInstant = new Date(begin).toISOString();
export const lastInstant = new Date(begin + months * dayMinutes * minuteMs).toISOString();

export const sites = ['north', 'south'];
/** As late as usage counts: of events, and of all else. */
const late = { event: 29, other: 60 };

export interface Asked extends Pick<Fact, 'method' | 'path' | 'body'> {
  /** Refusals that may be. */
  mayBe?: RegExp;
  /** Told again under its keys it changes nothing. */
  isKeyed?: boolean;
}

/** Of what may be refused. */
export const refused = {
  // An addon that is not sold by the year, a change that would wait for what ends before.
  subscription: /BadUserInput|SchedulingAtEndOfBillingPeriod|DowngradeBillingPeriodNotSupportedError/,
  use: /EntitlementLimitExceededError|NoFeatureEntitlementInSubscription/,
  change: /CannotUpdateExpireAtForExpiredCreditGrantError|BadUserInput/,
  void: /CreditGrantAlreadyVoided|CreditGrantCannotBeVoided/,
};

/** A minute of the three months. */
export const at = (minute: number): string => new Date(begin + minute * minuteMs).toISOString();

/** What customers are asked for by chance: usage, grants and subscriptions, each as a door is told it. */
export class CreditSteps {
  /** Now. */
  minute = 0;
  private grants = 0;
  private keys = 0;
  /** Names of grants by their holders. */
  private readonly given = new Map<string, string[]>();

  constructor(private readonly random: SeededRandom) {}

  subscribe(customer: string, planId: string, resourceId?: string): Asked {
    const { random } = this;
    const body = {
      ...{ customerId: customer, planId, billingPeriod: random.pick(['MONTHLY', 'ANNUALLY']) },
      ...(resourceId !== undefined && { resourceId }),
      ...(random.next() < 0.3 && { scheduleStrategy: 'IMMEDIATE' }),
      ...(planId === 'large' && {
        billingPeriod: 'MONTHLY',
        charges: [{ type: 'CREDIT', id: 'tokens', quantity: 500 * random.whole(0, 3) }],
      }),
    };
    return { method: 'POST', path: '/subscriptions', body, mayBe: refused.subscription };
  }

  report(customer: string, count: number): Asked {
    const { random } = this;
    const usages = Array.from({ length: count }, (): Json => {
      const isKeyed = random.next() < 0.7;
      return {
        ...{ customerId: customer, featureId: random.pick(reported), value: random.whole(1, 12) },
        ...{ createdAt: this.earlier(late.other), dimensions: { words: random.whole(1, 90) } },
        ...(isKeyed && { idempotencyKey: this.key() }),
        ...(random.next() < 0.3 && { resourceId: random.pick(sites) }),
        ...(random.next() < 0.15 && { updateBehavior: 'SET' }),
        ...(random.next() < 0.2 && { enforceLimit: true }),
      };
    });
    const isKeyed = usages.every(({ idempotencyKey }) => idempotencyKey !== undefined);
    return { method: 'POST', path: '/usage', body: { usages }, isKeyed, mayBe: refused.use };
  }

  tellEvents(customer: string): Asked {
    const { random } = this;
    const events = Array.from({ length: random.whole(1, 5) }, (): Json => ({
      ...{ customerId: customer, eventName: random.pick(metered), idempotencyKey: this.key() },
      dimensions: { size: random.whole(1, 2500), words: random.whole(1, 90), model: random.pick(['a', 'b']) },
      ...(random.next() < 0.8 && { timestamp: this.earlier(late.event) }),
      ...(random.next() < 0.3 && { resourceId: random.pick(sites) }),
    }));
    return { method: 'POST', path: '/events', body: { events }, isKeyed: true };
  }

  useOne(customer: string): Asked {
    const enforceLimit = this.random.next() < 0.4;
    const body = { ...this.consumption(customer), enforceLimit };
    return { method: 'POST', path: '/credits/consumption', body, isKeyed: true, mayBe: refused.use };
  }

  useMany(customer: string): Asked {
    const consumptions = Array.from({ length: this.random.whole(2, 5) }, () => this.consumption(customer));
    return { method: 'POST', path: '/credits/consumption/async', body: { consumptions }, isKeyed: true };
  }

  private consumption(customer: string): Json {
    const { random } = this;
    return {
      ...{ customerId: customer, currencyId: random.next() < 0.8 ? 'tokens' : 'gems' },
      ...{
        amount: random.whole(8, 480) / 8,
        idempotencyKey: this.key(),
        createdAt: this.earlier(late.other),
      },
      ...(random.next() < 0.3 && { resourceId: random.pick(sites) }),
      ...(random.next() < 0.3 && { dimensions: { model: random.pick(['a', 'b']) } }),
    };
  }

  give(customer: string): Asked {
    const { random } = this;
    const displayName = `G${++this.grants}`;
    const grantType = random.pick(['PAID', 'PROMOTIONAL']);
    const from = this.minute + random.whole(-3, 5) * dayMinutes;
    const body = {
      ...{
        customerId: customer,
        currencyId: random.next() < 0.8 ? 'tokens' : 'gems',
        displayName,
        grantType,
      },
      ...{ amount: random.whole(8, 2400) / 8, priority: random.whole(0, 12) },
      ...(random.next() < 0.5 && { effectiveAt: at(from) }),
      ...(random.next() < 0.7 && { expireAt: this.midnight(Math.max(from, this.minute)) }),
      ...(random.next() < 0.2 && { resourceId: random.pick(sites) }),
      ...(grantType === 'PAID' &&
        random.next() < 0.5 && { cost: { amount: random.whole(1, 50), currency: 'usd' } }),
    };
    this.given.set(customer, [...(this.given.get(customer) ?? []), displayName]);
    return { method: 'POST', path: '/credits/grants', body };
  }

  change(customer: string): Asked | undefined {
    const { random } = this;
    const grant = random.pick(this.given.get(customer) ?? []);
    if (grant === undefined) return undefined;
    const body = {
      ...{ priority: random.whole(0, 12), comment: `by ${this.minute}` },
      ...(random.next() < 0.6 && {
        expireAt: random.next() < 0.3 ? null : this.midnight(this.minute + 6 * dayMinutes),
      }),
    };
    return { method: 'PATCH', path: `/credits/grants/{grant ${grant}}`, body, mayBe: refused.change };
  }

  void(customer: string): Asked | undefined {
    const grant = this.random.pick(this.given.get(customer) ?? []);
    return grant === undefined
      ? undefined
      : { method: 'POST', path: `/credits/grants/{grant ${grant}}/void`, mayBe: refused.void };
  }

  private key = (): string => `key-${++this.keys}`;
  /** Of what is used: mostly now, partly late. */
  private earlier(days: number): string {
    const back = this.random.next() < 0.4 ? this.random.whole(1, days * dayMinutes) : 0;
    return at(this.minute - back);
  }
  private midnight = (minute: number): string =>
    at((Math.ceil(minute / dayMinutes) + this.random.whole(1, 25)) * dayMinutes);
}
