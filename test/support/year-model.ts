import { comingBack, linesOf, monthlyOf, settled, sum, type Bought, type Line } from './year-bills';
import { YearBooks, type Made } from './year-books';
import {
  copyOf,
  dueAt,
  isHeld,
  isSameCycle,
  orderOfLater,
  paidAt,
  periodAt,
  withCoupon,
  type HeldCoupon,
  type KindOfYear,
  type Later,
  type LifeOfYear,
  type PlanWish,
} from './year-life';
import {
  givenBack,
  leftAt,
  leftOf,
  nothingPaid,
  paidMore,
  roundedOf,
  servedWith,
  type PaidOfYear,
} from './year-paid';
import { plansOfYear, trialDays, type Addons, type Currency } from './year-terms';
import { dayMs } from './life-terms';

export type Proration = 'INVOICE_IMMEDIATELY' | 'CREATE_PRORATIONS' | 'NONE';

/** How a change is wanted. */
export interface How {
  strategy?: 'IMMEDIATE' | 'END_OF_BILLING_PERIOD';
  proration?: Proration;
  resetsAnchor?: true;
}

/** A subscription to be. */
export interface BeginWish extends PlanWish {
  months: 1 | 12;
  units: number;
  startsAt?: number;
  coupon?: string;
  tax?: number;
  payer?: string;
}

const steps = ['END', 'TRIAL_END', 'UPDATE', 'START', 'RENEWAL'] as const;
type Step = (typeof steps)[number];

/**
 * What customers are billed, as docs/domain tells it and without a line of the service: what time brings about is walked through from one
 * instant to the next.
 * Domain: customers-subscriptions V6, V9, T4, B1, B4, D2, D5, D9, R1, R3, R4, X1, X3, X7, N2, N4, N5, Z2; contracts-billing V1, V7, V10
 */
export class YearModel extends YearBooks {
  readonly lives = new Map<string, LifeOfYear>();

  to(instant: number): void {
    for (let due = this.next(instant); due; due = this.next(instant)) {
      this.sendUntil(due.at);
      this.now = due.at;
      this.pass(due.life, due.step, due.at);
    }
    this.sendUntil(instant + 1);
    this.now = instant;
  }

  /** Live, or to start. */
  lifeOf(owner: string): LifeOfYear | undefined {
    const own = [...this.lives.values()].filter((life) => life.owner === owner && life.endedAt === null);
    return own.find(({ place }) => place !== null) ?? own[0];
  }

  /** What is bought while a trial runs waits for its end. */
  followerOf(owner: string): LifeOfYear | undefined {
    return [...this.lives.values()].find(
      (life) => life.owner === owner && life.endedAt === null && life.place === null,
    );
  }

  begin(owner: string, currency: Currency, wish: BeginWish): void {
    const { id, plan, months, units, addons = {}, startsAt: asked, coupon, tax = 0, payer = owner } = wish;
    const tried = this.lifeOf(owner);
    const startsAt = tried?.trialEndsAt ?? asked ?? this.now;
    const isTrial = plan === 'tried';
    const trialEndsAt = isTrial ? startsAt + trialDays * dayMs : null;
    const anchor = trialEndsAt ?? startsAt;
    const life: LifeOfYear = {
      ...{ id, owner, payer, currency, plan, months, units, addons, startsAt, trialEndsAt, anchor, tax },
      ...{ place: null, firstAt: anchor, billedTo: anchor, owesOnce: true, coupons: [], held: [], later: [] },
      ...{ laterAt: 0, endsAt: null, endedAt: null, paid: nothingPaid(anchor), unbilled: null },
      ...{ usageFrom: 0, usageSince: 0, spans: [] },
    };
    if (coupon) life.coupons = [this.held(coupon, Math.max(startsAt, this.now))];
    if (startsAt < this.now) life.firstAt = life.billedTo = periodAt(life, this.now).end;
    this.lives.set(id, life);
    if (startsAt <= this.now) this.start(life, null);
  }

  seats(life: LifeOfYear, units: number, how: How = {}): void {
    const isLess = units < life.units;
    this.drop(life, 'UNIT');
    for (const each of life.later) if (each.type === 'PLAN') delete each.wish.units;
    if (this.waits(life, isLess, how)) this.wait(life, { type: 'UNIT', units });
    else this.change(life, how, () => (life.units = units));
  }

  addons(life: LifeOfYear, wanted: Addons, how: How = {}): void {
    const held = life.addons;
    const ids = Object.keys(held) as (keyof Addons)[];
    const hasLess = ids.some((id) => (wanted[id] ?? 0) < (held[id] ?? 0));
    const most = { ...wanted };
    for (const id of ids) most[id] = Math.max(held[id] ?? 0, wanted[id] ?? 0);
    // In the order in which they are held.
    const kept: Addons = Object.fromEntries(
      [...ids, ...Object.keys(wanted).filter((id) => !(id in held))].map((id) => [
        id,
        most[id as keyof Addons],
      ]),
    );
    const hasMore = JSON.stringify(kept) !== JSON.stringify(held);
    this.drop(life, 'ADDON');
    if (!this.waits(life, hasLess, how)) return this.change(life, how, () => (life.addons = wanted));
    this.wait(life, { type: 'ADDON', addons: wanted });
    if (how.strategy === undefined && hasMore) this.change(life, how, () => (life.addons = kept));
  }

  /** By the year from now on. */
  annual(life: LifeOfYear, how: How = {}): void {
    this.drop(life, 'PERIOD');
    this.cutUsage(life);
    this.change(life, how, () => (life.months = 12));
  }

  resetAnchor(life: LifeOfYear): void {
    this.cutUsage(life);
    this.change(life, { resetsAnchor: true }, () => (life.anchor = this.now));
  }

  /** A cycle that begins anew counts usage anew: what was used is billed by itself. Domain: entitlements-usage H1, H5 */
  private cutUsage(life: LifeOfYear): void {
    const span = this.spanOf(life, this.now);
    if (span) this.issue(life, 'USAGE', { start: span.from, end: span.until }, [], span);
    life.usageFrom = this.now;
  }

  /** Another plan: at once, or at the end of the period. */
  provision(life: LifeOfYear, wish: PlanWish, how: How = {}, coupon?: string): void {
    const { units = life.units, months = life.months, addons = {} } = wish;
    const next: Bought = { ...life, plan: wish.plan, units, months, addons };
    this.drop(life, 'PLAN');
    const isLower = monthlyOf(next) < monthlyOf(life);
    if (!this.waits(life, isLower, how)) return this.replace(life, wish, how, coupon);
    if (coupon) this.giveCoupon(life, coupon);
    this.wait(life, { type: 'PLAN', wish, resetsAnchor: how.resetsAnchor === true });
  }

  isLower(life: LifeOfYear, { plan, units = life.units, months = life.months, addons = {} }: PlanWish) {
    return monthlyOf({ ...life, plan, units, months, addons }) < monthlyOf(life);
  }

  cancel(life: LifeOfYear, isProrated: boolean): void {
    this.end(life, isProrated);
  }

  cancelWithPeriod(life: LifeOfYear): void {
    life.endsAt = periodAt(life, this.now).end;
    life.later = [];
  }

  giveCoupon(life: LifeOfYear, coupon: string): void {
    life.coupons = withCoupon(life.coupons, this.held(coupon, Math.max(this.now, life.startsAt)), this.now);
  }

  /** Domain: customers-subscriptions X9 */
  charge(life: LifeOfYear): void {
    const span = this.spanOf(life, this.now);
    if (!span || this.callsIn(life.owner, span) === 0) return;
    life.usageFrom = this.now;
    this.send(this.madeOf(life, 'USAGE', { start: span.from, end: span.until }, [], span, true));
  }

  private spanOf({ plan, usageFrom: from }: LifeOfYear, until: number): Made['span'] {
    return plansOfYear[plan].call !== undefined && from < until ? { from, until } : null;
  }

  private waits({ place }: LifeOfYear, isLess: boolean, { strategy }: How): boolean {
    return place === 'PLAN' && (strategy ? strategy !== 'IMMEDIATE' : isLess);
  }

  private wait(life: LifeOfYear, later: Later): void {
    life.later.push(later);
    life.laterAt = periodAt(life, this.now).end;
  }

  private drop(life: LifeOfYear, type: Later['type']): void {
    life.later = life.later.filter((each) => each.type !== type);
  }

  private change(life: LifeOfYear, how: How, make: () => void): void {
    const was = copyOf(life);
    make();
    // What waits for the end of a period waits for that of the one that runs now.
    life.laterAt = periodAt(life, this.now).end;
    this.bill(was, life, how);
  }

  private replace(former: LifeOfYear, wish: PlanWish, how: How, coupon?: string): void {
    const at = this.now;
    const was = copyOf(former);
    const { units = was.units, months = was.months, addons = {} } = wish;
    const isKept = !how.resetsAnchor;
    const firstAt = isKept ? Math.max(at, was.firstAt) : at;
    const life: LifeOfYear = {
      ...was,
      ...{ id: wish.id, plan: wish.plan, units, months, addons, startsAt: at, trialEndsAt: null },
      ...{ anchor: isKept ? was.anchor : at, firstAt, billedTo: firstAt, owesOnce: true },
      ...{ held: [], later: [], endsAt: null, coupons: was.coupons.filter((each) => isHeld(each, at)) },
      ...{ spans: [], unbilled: null },
    };
    this.end(former, false);
    if (coupon) this.giveCoupon(life, coupon);
    this.lives.set(life.id, life);
    this.bill(was, life, how);
  }

  /** It takes its place. @param handedOver coupons of what it follows */
  private start(life: LifeOfYear, handedOver: HeldCoupon[] | null): void {
    life.place = life.trialEndsAt !== null ? 'TRIAL' : 'PLAN';
    if (handedOver && !life.coupons.some((each) => isHeld(each, this.now)))
      life.coupons = [...life.coupons, ...handedOver.filter((each) => isHeld(each, this.now))];
    if (life.place === 'PLAN') this.bill(null, life, {});
  }

  /**
   * What a change makes due at its instant. Domain: customers-subscriptions R1, R3, B4
   * @param was before it, or what ran in its place
   */
  private bill(was: LifeOfYear | null, is: LifeOfYear, { proration, resetsAnchor }: How): void {
    const at = this.now;
    const begins = was?.id !== is.id;
    if (begins) is.usageFrom = is.usageSince = at;
    if (proration === 'NONE' && was && was.billedTo > at) return this.serve(was, is, begins);
    const back = was ? paidAt(was, at) : null;
    if (resetsAnchor && !back) is.firstAt = at;
    const goesOn = was !== null && back !== null && isSameCycle(was, is);
    const until = goesOn ? was.billedTo : periodAt(is, at).end;
    const due = back || begins || resetsAnchor ? dueAt(is, at, until) : null;
    const once = due !== null && is.owesOnce && (begins || !back);
    const paid = was ? leftAt(was.paid, was.billedTo, at) : nothingPaid(at);
    const rest = back && !(due && goesOn) ? this.unbilledOf(was as LifeOfYear) : [];
    const lines = this.withOff([...linesOf(back, due, once), ...rest], paid);
    if (back || due) is.paid = this.paidAfter(is, paid, lines);
    is.unbilled = goesOn ? was.unbilled : null;
    if (due) is.billedTo = until;
    if (once) is.owesOnce = false;
    const isNew = begins && lines.every(({ amount }) => amount >= 0n);
    if (lines.length === 0) return;
    if (proration === 'CREATE_PRORATIONS' && !isNew) is.held.push(...lines);
    else this.issue(is, isNew ? 'FIRST' : 'PRORATION', { start: at, end: until }, lines);
  }

  /** A line of what was served of what ends without being billed, so that it does not come back. Domain: customers-subscriptions R3 */
  private unbilledOf({ unbilled, billedTo }: LifeOfYear): Line[] {
    const amount = roundedOf(leftOf(unbilled, billedTo, this.now));
    return amount === 0n ? [] : [{ name: 'Other', quantity: 1, amount }];
  }

  /** What is paid for is served on other terms; what is asked once is of no period. */
  private serve(was: LifeOfYear, is: LifeOfYear, begins: boolean): void {
    const at = this.now;
    const { billedTo: until } = was;
    const more = sum(linesOf(paidAt(was, at), dueAt(is, at, until), false).map(({ amount }) => amount));
    if (begins) is.billedTo = until;
    is.paid = was.paid;
    is.unbilled = servedWith(leftOf(was.unbilled, until, at), more, at);
    const once = begins && is.owesOnce ? linesOf(null, dueAt(is, at, until), true) : [];
    if (once.length > 0) is.owesOnce = false;
    const setup = once.filter(isSetup);
    if (setup.length > 0)
      this.issue(is, 'PRORATION', { start: at, end: Math.min(until, periodAt(is, at).end) }, setup);
  }

  /** Domain: customers-subscriptions N5 */
  private withOff(lines: Line[], paid: PaidOfYear): Line[] {
    const subTotal = sum(lines.map(({ amount }) => amount));
    return subTotal < 0n ? comingBack(lines, givenBack(paid, -subTotal).off) : lines;
  }

  private paidAfter(life: LifeOfYear, paid: PaidOfYear, lines: readonly Line[]): PaidOfYear {
    const off = this.couponOf(this.couponsOf(life), this.now)?.off ?? null;
    const lent = settled(lines, off, 0, life.currency).filter((line) => !isSetup(line));
    const gross = sum(lent.map(({ amount }) => amount));
    if (gross < 0n) return givenBack(paid, -gross).left;
    return paidMore(paid, gross, sum(lent.map(({ discount }) => discount)));
  }

  private renew(life: LifeOfYear): void {
    const [start, isFirst] = [life.billedTo, life.billedTo === life.firstAt];
    const lines = linesOf(null, dueAt(life, start), life.owesOnce);
    const span = this.spanOf(life, start);
    life.billedTo = periodAt(life, start).end;
    life.owesOnce = false;
    [life.paid, life.unbilled] = [this.paidAfter(life, nothingPaid(start), lines), null];
    this.issueWithHeld(life, isFirst ? 'FIRST' : 'RENEWAL', { start, end: life.billedTo }, lines, span);
    life.usageFrom = start;
  }

  private end(life: LifeOfYear, isProrated: boolean): void {
    const at = this.now;
    if (life.place === 'PLAN') {
      const back = isProrated ? paidAt(life, at) : null;
      const given = back ? [...linesOf(back, null, false), ...this.unbilledOf(life)] : [];
      const lines = this.withOff(given, leftAt(life.paid, life.billedTo, at));
      // Of the period that ends with it.
      const start = Math.max(life.startsAt, periodAt(life, at - 1).start);
      const span = this.spanOf(life, at);
      if (lines.length > 0 || life.held.length > 0 || span)
        this.issueWithHeld(life, 'FINAL', { start, end: at }, lines, span);
    }
    Object.assign(life, { endedAt: at, later: [] });
  }

  private issueWithHeld(
    life: LifeOfYear,
    kind: KindOfYear,
    period: Made['period'],
    lines: readonly Line[],
    span: Made['span'],
  ): void {
    const all = [...life.held, ...lines];
    life.held = [];
    this.issue(life, kind, period, all, span, life.spans.length > 0);
  }

  /** The earliest that is due by then, of one instant in the order of the steps. */
  private next(until: number): { life: LifeOfYear; step: Step; at: number } | undefined {
    const all = [...this.lives.values()].flatMap((life) => {
      if (life.endedAt !== null) return [];
      const instants: Record<Step, number | null> = {
        END: life.endsAt,
        TRIAL_END: life.place === 'TRIAL' ? life.trialEndsAt : null,
        UPDATE: life.later.length > 0 ? life.laterAt : null,
        START: life.place === null ? life.startsAt : null,
        RENEWAL: life.place === 'PLAN' ? life.billedTo : null,
      };
      return steps.flatMap((step) => {
        const at = instants[step];
        return at === null || at > until ? [] : [{ life, step, at }];
      });
    });
    return all.sort((a, b) => a.at - b.at || steps.indexOf(a.step) - steps.indexOf(b.step))[0];
  }

  private pass(life: LifeOfYear, step: Step, at: number): void {
    if (step === 'END') return this.end(life, false);
    if (step === 'RENEWAL') return this.renew(life);
    if (step === 'START') {
      const before = [...this.lives.values()].find(
        ({ owner, endedAt, trialEndsAt }) => owner === life.owner && endedAt === at && trialEndsAt === at,
      );
      return this.start(life, before?.coupons ?? null);
    }
    if (step === 'UPDATE') return this.makeLater(life);
    if (this.followerOf(life.owner)) return this.end(life, false);
    life.place = 'PLAN';
    this.bill(null, life, {});
  }

  private makeLater(life: LifeOfYear): void {
    const all = [...life.later].sort((a, b) => orderOfLater.indexOf(a.type) - orderOfLater.indexOf(b.type));
    life.later = [];
    for (const each of all) {
      // NOW is then.
      if (each.type === 'PLAN')
        this.replace(life, each.wish, each.resetsAnchor ? { resetsAnchor: true } : {});
      else {
        if (each.type === 'PERIOD') this.cutUsage(life);
        this.change(life, {}, () => {
          if (each.type === 'UNIT') life.units = each.units;
          else if (each.type === 'ADDON') life.addons = each.addons;
          else life.months = each.months;
        });
      }
    }
  }
}

const isSetup = ({ name }: Line): boolean => name === 'setup';
