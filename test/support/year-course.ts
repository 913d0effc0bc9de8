import type { Json } from './catalog';
import { dayMs } from './life-terms';
import type { Method } from './client';
import type { SeededRandom } from './seeded-random';
import { isHeld, type DocumentOfYear, type LifeOfYear, type PlanWish } from './year-life';
import { creditable } from './year-books';
import type { BeginWish, How, Proration, YearModel } from './year-model';
import { addonsOfYear, couponsOfYear, plansOfYear, type Addons, type Currency } from './year-terms';

/** A request, and what a plain model makes of it. */
export interface Deed {
  method: Method;
  path: string;
  body: Json;
  make: () => void;
}

/** An invoice by its number. */
export interface Sent {
  number: string;
  document: DocumentOfYear;
}

const text = (at: number): string => new Date(at).toISOString();
const unitsIn = (quantity: number): Json => ({ charges: [{ type: 'FEATURE', id: 'seats', quantity }] });
const addonsIn = (addons: Addons): Json => ({
  addons: Object.entries(addons).map(([id, quantity]) => ({ id, quantity })),
});
const billed = { MONTHLY: 1, ANNUALLY: 12 } as const;
const periodIn = (months: 1 | 12): Json => ({ billingPeriod: months === 12 ? 'ANNUALLY' : 'MONTHLY' });
const howIn = ({ strategy, proration, resetsAnchor }: How): Json => ({
  ...(strategy && { scheduleStrategy: strategy }),
  ...(proration && { billingInformation: { prorationBehavior: proration } }),
  ...(resetsAnchor && { billingCycleAnchor: 'NOW' }),
});

/** What customers ask for, by chance: always something that is possible. */
export class YearCourse {
  private made = 0;

  constructor(
    private readonly model: YearModel,
    private readonly random: SeededRandom,
    private readonly customers: ReadonlyMap<string, Currency>,
    private readonly sent: readonly Sent[],
  ) {}

  /** @returns null where it does nothing */
  next(owner: string): Deed | null {
    const { model, random } = this;
    const life = model.lifeOf(owner);
    if (random.whole(0, 9) === 0) return this.couponOfCustomer(owner);
    if (!life) return random.whole(0, 2) > 0 ? this.begin(owner) : null;
    if (life.place === null) return random.whole(0, 3) === 0 ? this.cancel(life, null) : null;
    if (life.place === 'TRIAL') return this.inTrial(life);
    if (random.whole(0, 4) === 0) return this.paper(owner) ?? this.delegate(life);
    if (life.endsAt !== null)
      return random.whole(0, 1) === 0 ? this.reinstate(life) : this.cancel(life, this.maybe());
    if (plansOfYear[life.plan].call !== undefined && random.whole(0, 2) > 0)
      return random.whole(0, 5) === 0 ? this.charge(life) : this.use(life);
    return random.pick([
      ...[this.seats, this.seats, this.seats, this.addons, this.addons],
      ...[this.plan, this.plan, this.plan, this.annual, this.anchor],
      ...[this.still, this.still, this.end],
    ])(life);
  }

  private maybe(): boolean {
    return this.random.whole(0, 1) === 0;
  }

  private begin(owner: string): Deed {
    const { random, model } = this;
    const { now } = model;
    const plan = random.pick(['lite', 'team', 'grand', 'tried', 'metered'] as const);
    const kind = random.whole(0, 5);
    const wish: BeginWish = {
      ...{
        id: this.newId(owner),
        plan,
        months: random.whole(0, 4) === 0 ? 12 : 1,
        units: random.whole(0, 12),
      },
      addons: this.someAddons(),
    };
    if (plan !== 'tried' && kind === 0) wish.startsAt = now + random.whole(1, 40) * dayMs;
    if (plan !== 'tried' && kind === 1) wish.startsAt = now - random.whole(1, 40) * dayMs;
    if (this.maybe()) wish.coupon = random.pick(Object.keys(couponsOfYear));
    if (this.maybe()) wish.tax = random.pick([7_700, 19_000, 20_000]);
    if (random.whole(0, 6) === 0) wish.payer = this.otherThan(owner);
    return this.bought(owner, wish);
  }

  private bought(owner: string, wish: BeginWish): Deed {
    const { id, plan, months, units, addons = {}, startsAt, coupon, tax, payer } = wish;
    const body: Json = {
      ...{ customerId: owner, planId: plan, id, paymentCollectionMethod: 'INVOICE' },
      ...{ ...periodIn(months), ...unitsIn(units), ...addonsIn(addons) },
      ...(startsAt !== undefined && { startDate: text(startsAt) }),
      ...(coupon && { appliedCoupon: { couponId: coupon } }),
      ...(tax && { billingInformation: { taxPercentage: tax / 1000 } }),
      ...(payer && { payingCustomerId: payer }),
    };
    const currency = this.customers.get(owner) ?? 'usd';
    const make = (): void => this.model.begin(owner, currency, wish);
    return { method: 'POST', path: '/subscriptions', body, make };
  }

  /** What is tried changes at once; what is bought beside it waits for its end. */
  private inTrial(life: LifeOfYear): Deed | null {
    const { random, model } = this;
    const kind = random.whole(0, 4);
    if (kind === 0) return this.cancel(life, null);
    if (kind === 1 && !model.followerOf(life.owner)) {
      const plan = random.pick(['lite', 'team', 'grand'] as const);
      return this.bought(life.owner, { id: this.newId(life.owner), plan, months: 1, units: 3 });
    }
    return kind === 2 ? this.patched(life, unitsIn(7), () => model.seats(life, 7)) : null;
  }

  private readonly seats = (life: LifeOfYear): Deed => {
    const units = this.random.whole(0, 12);
    const how = this.how();
    const make = (): void => this.model.seats(life, units, how);
    // The same plan again is a change of it.
    if (this.maybe()) return this.patched(life, { ...unitsIn(units), ...howIn(how) }, make);
    const body = { customerId: life.owner, planId: life.plan, ...unitsIn(units), ...howIn(how) };
    return { method: 'POST', path: '/subscriptions', body, make };
  };

  private readonly addons = (life: LifeOfYear): Deed => {
    const [addons, how] = [this.someAddons(), this.how()];
    return this.patched(life, { ...addonsIn(addons), ...howIn(how) }, () =>
      this.model.addons(life, addons, how),
    );
  };

  private readonly plan = (life: LifeOfYear): Deed => {
    const { random } = this;
    const others = (['lite', 'team', 'grand', 'metered'] as const).filter((each) => each !== life.plan);
    const wish: PlanWish = { id: this.newId(life.owner), plan: random.pick(others) };
    if (this.maybe()) wish.units = random.whole(0, 12);
    if (this.maybe()) wish.addons = this.someAddons();
    if (random.whole(0, 5) === 0) wish.months = 12;
    const how = this.how();
    if (random.whole(0, 7) === 0 && how.proration === undefined) how.resetsAnchor = true;
    const coupon = random.whole(0, 5) === 0 ? this.couponFor(life) : undefined;
    const { id, plan, units, addons, months } = wish;
    const body = {
      ...{ customerId: life.owner, planId: plan, id, ...howIn(how) },
      ...(units !== undefined && unitsIn(units)),
      ...(addons && addonsIn(addons)),
      ...(months && periodIn(months)),
      ...(coupon && { appliedCoupon: { couponId: coupon } }),
    };
    const make = (): void => this.model.provision(life, wish, how, coupon);
    return { method: 'POST', path: '/subscriptions', body, make };
  };

  private readonly annual = (life: LifeOfYear): Deed => {
    if (life.months === billed.ANNUALLY) return this.anchor(life);
    return this.patched(life, periodIn(12), () => this.model.annual(life));
  };

  private readonly anchor = (life: LifeOfYear): Deed =>
    this.patched(life, { billingCycleAnchor: 'NOW' }, () => this.model.resetAnchor(life));

  private readonly end = (life: LifeOfYear): Deed => this.cancel(life, this.maybe());

  /** What changes nothing of the period that runs. */
  private readonly still = (life: LifeOfYear): Deed => {
    const { random, model } = this;
    const kind = random.whole(0, 3);
    if (kind === 0) {
      const tax = random.pick([0, 8_875, 21_000]);
      return this.patched(
        life,
        { billingInformation: { taxPercentage: tax / 1000 } },
        () => (life.tax = tax),
      );
    }
    if (kind === 1) {
      const coupon = this.couponFor(life);
      return this.patched(life, { appliedCoupon: { couponId: coupon } }, () =>
        model.giveCoupon(life, coupon),
      );
    }
    if (kind === 2) return this.delegate(life);
    const make = (): void => model.cancelWithPeriod(life);
    const body = { cancellationTime: 'END_OF_BILLING_PERIOD' };
    return { method: 'POST', path: `/subscriptions/${life.id}/cancel`, body, make };
  };

  private reinstate(life: LifeOfYear): Deed {
    return this.patched(life, { cancellationDate: null }, () => (life.endsAt = null));
  }

  /** @param prorate null where nothing is said of it */
  private cancel(life: LifeOfYear, prorate: boolean | null): Deed {
    const isProrated = prorate === true;
    const body = { cancellationTime: 'IMMEDIATE', ...(prorate !== null && { prorate: isProrated }) };
    const make = (): void => this.model.cancel(life, isProrated);
    return { method: 'POST', path: `/subscriptions/${life.id}/cancel`, body, make };
  }

  /** Now, or what is told late of an instant gone by. */
  private use(life: LifeOfYear): Deed {
    const { random, model } = this;
    const calls = random.whole(1, 400);
    const oldest = Math.max(life.usageSince, model.now - 60 * dayMs);
    const at = this.maybe() ? model.now : oldest + Math.floor(random.next() * (model.now - oldest));
    const usage = { customerId: life.owner, featureId: 'calls', value: calls, createdAt: text(at) };
    return {
      method: 'POST',
      path: '/usage',
      body: { usages: [usage] },
      make: () => model.use(life.owner, calls, at),
    };
  }

  private charge(life: LifeOfYear): Deed {
    const path = `/subscriptions/${life.id}/usage/charge`;
    return { method: 'POST', path, body: {}, make: () => this.model.charge(life) };
  }

  private delegate(life: LifeOfYear): Deed {
    const payer = this.otherThan(life.payer);
    const path = `/subscriptions/${life.id}/delegate`;
    return { method: 'POST', path, body: { targetCustomerId: payer }, make: () => (life.payer = payer) };
  }

  private couponOfCustomer(owner: string): Deed {
    const { model, random } = this;
    // One that is held is taken back before another one is given.
    const id = model.coupons.get(owner) ? null : random.pick(Object.keys(couponsOfYear));
    const make = (): void => void model.coupons.set(owner, id === null ? null : model.held(id, model.now));
    return { method: 'PATCH', path: `/customers/${owner}`, body: { couponId: id }, make };
  }

  /** Of an invoice: it is paid, or taken back. */
  private paper(owner: string): Deed | null {
    const { model, random } = this;
    const own = this.sent.filter(({ document: { payer, total, credited } }) => {
      return payer === owner && total > 0n && credited === null;
    });
    if (own.length === 0) return null;
    const { number, document } = random.pick(own.slice(-4));
    const path = `/customers/${owner}/invoices/${number}`;
    if (this.maybe() || creditable(document) <= 0n)
      return { method: 'POST', path: `${path}/paid`, body: {}, make: () => (document.isPaid = true) };
    return { method: 'POST', path: `${path}/credit-note`, body: {}, make: () => model.credit(document) };
  }

  private how(): How {
    const proration = this.random.pick<Proration | undefined>([
      ...[undefined, undefined, undefined],
      ...(['INVOICE_IMMEDIATELY', 'CREATE_PRORATIONS', 'CREATE_PRORATIONS', 'NONE'] as const),
    ]);
    const strategy = this.random.pick([undefined, undefined, undefined, 'IMMEDIATE' as const]);
    return { ...(proration && { proration }), ...(strategy && { strategy }) };
  }

  private someAddons(): Addons {
    const ids = Object.keys(addonsOfYear).filter(() => this.maybe());
    return Object.fromEntries(ids.map((id) => [id, this.random.whole(1, 3)]));
  }

  private couponFor({ coupons }: LifeOfYear): string {
    const held = coupons.filter((each) => isHeld(each, this.model.now)).map(({ id }) => id);
    return this.random.pick(Object.keys(couponsOfYear).filter((id) => !held.includes(id)));
  }

  private patched(life: LifeOfYear, body: Json, make: () => void): Deed {
    return { method: 'PATCH', path: `/subscriptions/${life.id}`, body, make };
  }

  private otherThan(id: string): string {
    return this.random.pick([...this.customers.keys()].filter((each) => each !== id));
  }

  private newId = (owner: string): string => `${owner}-${++this.made}`;
}
