import {
  dropLater,
  noticeOf,
  periodEndOf,
  pictureOf,
  stateOf,
  waitingOf,
  type Later,
  type Life,
  type Trial,
} from './life-of-model';
import {
  dayMs,
  isLower,
  monthsLater,
  plansOfModel,
  textOf,
  type End,
  type Patch,
  type Plan,
  type PlanId,
  type Refusal,
  type Told,
  type Wish,
} from './life-terms';

const steps = ['END', 'TRIAL_END', 'UPDATE', 'START', 'ENDS_SOON'] as const;
type Step = (typeof steps)[number];

export interface ProductOfModel {
  /** Whether it falls back to `free`. */
  downgrades: boolean;
  /** When a subscription with a billing period ends where nobody says it. */
  usualEnd: 'IMMEDIATE' | 'END_OF_BILLING_PERIOD';
}

/**
 * Subscriptions of one customer to one product, as docs/domain tells it and without a line of the service: what time brings about is walked
 * through from one instant to the next. Domain: customers-subscriptions V4, V5, V6, T1, T4, T5, T9, B3, D2, D5, D6, D7, D9, D11, X1, X2, X4, Z1, Z2
 */
export class LifeModel {
  /** In the order in which they were made. */
  readonly lives: Life[] = [];

  constructor(
    private now: number,
    private readonly product: ProductOfModel,
  ) {}

  /** Time passes. */
  to(instant: number): void {
    for (;;) {
      const due = this.next();
      if (!due || due.at > instant) break;
      this.now = due.at;
      this.pass(due.life, due.step, due.at);
    }
    this.now = instant;
  }

  /** @param place in the order in which they were made */
  at(place: number | undefined): Life {
    const life = place === undefined ? undefined : this.lives[place];
    if (!life) throw new Error(`There is no subscription ${place}`);
    return life;
  }

  /** Would this be carried out now and leave all as it is? Domain: catalog C10 */
  comesToNothing(ask: (model: LifeModel) => Refusal | null): boolean {
    const { lives } = this;
    const copy = new LifeModel(this.now, this.product);
    copy.lives.push(...lives.map((life) => (life.endedAt === null ? structuredClone(life) : life)));
    const isToldNothing = (life: Life, place: number): boolean =>
      life.history.length === lives[place]?.history.length;
    return ask(copy) === null && copy.lives.every(isToldNothing);
  }

  /** Instants to come that are known. */
  get known(): number[] {
    const running = this.lives.filter(({ endedAt }) => endedAt === null);
    const all = running.flatMap((life) => {
      const { startsAt, trial, endsAt, soonAt } = life;
      return [startsAt, trial?.endsAt, endsAt, soonAt, waitingOf(life)?.at];
    });
    return all.filter((at): at is number => typeof at === 'number' && at > this.now).sort((a, b) => a - b);
  }

  /** @returns the code of its refusal, or null */
  provision(wish: Wish): Refusal | null {
    if (wish.startsAt !== undefined && wish.strategy === 'END_OF_BILLING_PERIOD') return 'BadUserInput';
    const [tried, running] = [this.holder('TRIAL'), this.holder('PLAN')];
    if (tried?.plan === wish.plan) return this.change(tried, wish);
    if (running?.plan === wish.plan && !wish.trial?.isTrial) return this.change(running, wish);
    const trial = this.trialOf(wish);
    if (typeof trial === 'string') return trial;
    const isFree = plansOfModel[wish.plan].pricing === 'FREE';
    const waits = tried?.trial && !trial && wish.startsAt === undefined && !isFree;
    const startsAt = waits ? (tried.trial as Trial).endsAt : (wish.startsAt ?? this.now);
    const begins = startsAt <= this.now;
    const former = begins ? (trial ? tried : running) : undefined;
    const rivals = this.waiting.filter((each) => (each.trial === null) === (trial === null));
    if (former && this.waits(former, wish)) return this.schedule(former, wish, rivals);
    if (!this.canEnd(wish.endsAt, startsAt)) return 'InvalidCancellationDate';
    for (const each of [...(former ? [former] : []), ...rivals])
      this.end(each, 'UPGRADE_OR_DOWNGRADE', this.now);
    if (!begins && !trial && running) this.giveUpLater(running, this.now);
    const life = this.begin(wish.plan, startsAt, trial, former, this.now);
    life.endsAt = wish.endsAt ?? null;
    return null;
  }

  /** @returns the code of its refusal, or null */
  cancel(life: Life, { time: asked, at, action = 'DEFAULT' }: End): Refusal | null {
    if (life.endedAt !== null) return 'SubscriptionAlreadyCanceledOrExpired';
    const period = periodEndOf(life, this.now);
    const time = asked ?? (period === null ? 'IMMEDIATE' : this.product.usualEnd);
    const isAtOnce = time === 'IMMEDIATE';
    if (!isAtOnce && life.place === 'TRIAL') return 'TrialMustBeCancelledImmediately';
    if (!isAtOnce && life.place === null) return 'InvalidSubscriptionStatus';
    if (isAtOnce) {
      const isHeld = life.place !== null;
      this.end(life, 'Immediate', this.now);
      if (isHeld && action === 'DEFAULT' && !life.isRevoked) this.fallBack(life, this.now);
      return null;
    }
    const end = time === 'END_OF_BILLING_PERIOD' ? period : at;
    if (end === null) return 'SubscriptionDoesNotHaveBillingPeriod';
    if (end === undefined || end <= this.now) return 'InvalidCancellationDate';
    const was = stateOf(life);
    life.endsAt = Math.min(end, life.endsAt ?? end);
    life.isRevoked ||= action === 'REVOKE_ENTITLEMENTS';
    dropLater(life);
    this.tellChange(life, was);
    return null;
  }

  /** @returns the code of its refusal, or null */
  patch(life: Life, { trialEndsAt, endsAt }: Patch): Refusal | null {
    if (life.endedAt !== null) return 'SubscriptionAlreadyCanceledOrExpired';
    if (trialEndsAt === undefined && endsAt === undefined) return null;
    if (typeof endsAt === 'number' && life.place === 'TRIAL') return 'TrialMustBeCancelledImmediately';
    if (typeof endsAt === 'number' && !this.canEnd(endsAt, life.startsAt)) return 'InvalidCancellationDate';
    const before = life.trial;
    if (trialEndsAt !== undefined) {
      if (!before || life.place === 'PLAN') return 'InvalidSubscriptionStatus';
      if (life.place === null && trialEndsAt <= Math.max(life.startsAt, this.now)) return 'BadUserInput';
    }
    const was = stateOf(life);
    if (typeof endsAt === 'number') this.decide(life, endsAt);
    else if (endsAt === null) Object.assign(life, { endsAt: null, isRevoked: false });
    if (trialEndsAt !== undefined && before)
      this.moveTrial(life, { ...before, endsAt: Math.max(trialEndsAt, this.now) });
    this.tellChange(life, was);
    if (trialEndsAt !== undefined && before) this.moveFollowers(before.endsAt, life.trial?.endsAt ?? 0);
    return null;
  }

  /** @returns the code of its refusal, or null */
  giveUp(life: Life): Refusal | null {
    if (!waitingOf(life)) return 'FutureUpdateNotFound';
    this.giveUpLater(life, this.now);
    return null;
  }

  /** The most that the subscriptions grant; null: nothing is granted. */
  get limit(): number | null {
    const granting = this.lives.filter(
      ({ endedAt, place, isRevoked }) => endedAt === null && place && !isRevoked,
    );
    return granting.reduce<number | null>(
      (most, { plan }) => Math.max(most ?? 0, plansOfModel[plan].limit),
      null,
    );
  }

  /** Each as it is told: plan, status, reason, start, end of the trial, decided end, end, end of the billing period. */
  get told(): Told[] {
    return this.lives.map((life) => pictureOf(life, this.now));
  }

  get histories(): string[][][] {
    return this.lives.map(({ history }) => history.map(([type, at]) => [type, textOf(at) as string]));
  }

  private get waiting(): Life[] {
    return this.lives.filter(({ place, endedAt }) => place === null && endedAt === null);
  }

  private holder(place: 'TRIAL' | 'PLAN'): Life | undefined {
    return this.lives.find((each) => each.place === place && each.endedAt === null);
  }

  /** A lower plan waits, unless it is wanted at once. Domain: customers-subscriptions D2, D6 */
  private waits({ plan, place, cycleFrom }: Life, { strategy, plan: wished, startsAt }: Wish): boolean {
    if (strategy) return strategy !== 'IMMEDIATE';
    return place === 'PLAN' && cycleFrom !== null && startsAt === undefined && isLower(wished, plan);
  }

  private schedule(former: Life, wish: Wish, rivals: readonly Life[]): Refusal | null {
    const at = periodEndOf(former, this.now);
    if (at === null) return 'SubscriptionDoesNotHaveBillingPeriod';
    if (former.endsAt !== null && former.endsAt <= at) return 'SchedulingAtEndOfBillingPeriod';
    if (wish.endsAt !== undefined && wish.endsAt <= at) return 'InvalidCancellationDate';
    for (const each of rivals) this.end(each, 'UPGRADE_OR_DOWNGRADE', this.now);
    dropLater(former);
    const isDowngrade = former.cycleFrom !== null && isLower(wish.plan, former.plan);
    former.later.push({ type: isDowngrade ? 'DOWNGRADE' : 'PLAN', status: 'SCHEDULED', at, wish });
    this.tell(former, 'subscription.updated', this.now);
    return null;
  }

  private giveUpLater(life: Life, at: number): void {
    if (!waitingOf(life)) return;
    dropLater(life);
    this.tell(life, 'subscription.updated', at);
  }

  private decide(life: Life, endsAt: number): void {
    life.endsAt = endsAt;
    dropLater(life);
  }

  private moveTrial(life: Life, trial: Trial): void {
    life.soonAt =
      trial.endsAt > this.now ? Math.max(trial.endsAt - 7 * dayMs, life.startsAt, this.now) : null;
    if (life.cycleFrom !== null) life.cycleFrom = trial.endsAt;
    life.trial = trial;
  }

  /** What was bought to follow the trial follows it still. Domain: customers-subscriptions T5 */
  private moveFollowers(from: number, to: number): void {
    if (from === to) return;
    for (const each of this.waiting.filter(({ trial, startsAt }) => trial === null && startsAt === from)) {
      each.startsAt = to;
      if (each.cycleFrom !== null) each.cycleFrom = to;
      this.tell(each, 'subscription.updated', this.now);
    }
  }

  private trialOf({ plan, startsAt = this.now, trial: asked }: Wish): Trial | null | Refusal {
    const { pricing, trial: usual }: Plan = plansOfModel[plan];
    if (asked ? !asked.isTrial : !usual) return null;
    if (pricing === 'FREE') return 'UnsupportedParameter';
    const usualEnd =
      usual && ('days' in usual ? startsAt + usual.days * dayMs : monthsLater(startsAt, usual.months));
    const endsAt = asked?.endsAt ?? usualEnd;
    if (endsAt === undefined || endsAt <= startsAt || endsAt <= this.now) return 'BadUserInput';
    return { endsAt, behavior: asked?.behavior ?? usual?.behavior ?? 'CONVERT_TO_PAID' };
  }

  private canEnd(endsAt: number | undefined, startsAt: number): boolean {
    return endsAt === undefined || (endsAt > startsAt && endsAt > this.now);
  }

  /** The plan that runs or is tried already. */
  private change(life: Life, { startsAt, endsAt, trial: asked }: Wish): Refusal | null {
    if (startsAt !== undefined) return 'BadUserInput';
    if (endsAt !== undefined && life.place === 'TRIAL') return 'TrialMustBeCancelledImmediately';
    if (!this.canEnd(endsAt, life.startsAt)) return 'InvalidCancellationDate';
    const isBought = asked ? !asked.isTrial : !('trial' in plansOfModel[life.plan]);
    const before = life.place === 'TRIAL' ? life.trial : null;
    const was = stateOf(life);
    if (before && (asked ?? isBought)) {
      const trial: Trial = isBought
        ? { endsAt: before.endsAt, behavior: 'CONVERT_TO_PAID' }
        : { endsAt: asked?.endsAt ?? before.endsAt, behavior: asked?.behavior ?? before.behavior };
      if (trial.endsAt <= this.now) return 'BadUserInput';
      if (trial.endsAt !== before.endsAt) life.soonAt = Math.max(trial.endsAt - 7 * dayMs, this.now);
      if (life.cycleFrom !== null) life.cycleFrom = trial.endsAt;
      life.trial = trial;
      // What is tried is bought: it takes the place, so nothing waits for that any more.
      if (isBought)
        for (const each of this.waiting.filter(({ trial: other }) => other === null))
          this.end(each, 'UPGRADE_OR_DOWNGRADE', this.now);
    }
    if (endsAt !== undefined) this.decide(life, endsAt);
    this.tellChange(life, was);
    if (before && life.trial) this.moveFollowers(before.endsAt, life.trial.endsAt);
    return null;
  }

  private begin(
    plan: PlanId,
    startsAt: number,
    trial: Trial | null,
    former: Life | undefined,
    at: number,
  ): Life {
    const isPaid = plansOfModel[plan].pricing === 'PAID';
    // A start gone by sets the anchor.
    const kept = trial === null && startsAt >= at ? (former?.cycleFrom ?? null) : null;
    const begins = startsAt <= at;
    const soonAt = trial && Math.max(trial.endsAt - 7 * dayMs, begins ? at : startsAt);
    const life: Life = {
      ...{ plan, startsAt, trial, soonAt, place: null, endsAt: null, isRevoked: false },
      ...{ endedAt: null, reason: null, later: [], history: [] },
      cycleFrom: isPaid ? (kept ?? trial?.endsAt ?? startsAt) : null,
    };
    this.lives.push(life);
    this.tell(life, 'subscription.created', at);
    if (begins) this.take(life, at);
    return life;
  }

  private take(life: Life, at: number): void {
    life.place = life.trial ? 'TRIAL' : 'PLAN';
    if (!life.trial) life.soonAt = noticeOf(life, at);
    if (life.trial) this.tell(life, 'trial.started', at);
  }

  private end(life: Life, reason: string, at: number): void {
    Object.assign(life, { endedAt: at, reason });
    dropLater(life);
    this.tell(life, 'subscription.canceled', at);
  }

  /** Nothing takes the place of the plan that it would fall back to, nor where another one runs. */
  private fallBack(ended: Life, at: number): void {
    if (this.product.downgrades && ended.plan !== 'free' && !this.holder('PLAN'))
      this.begin('free', at, null, undefined, at);
  }

  private tell(life: Life, type: string, at: number): void {
    life.history.push([type, at]);
  }

  /** What is asked for again is told nobody. Domain: catalog C10 */
  private tellChange(life: Life, was: string): void {
    if (stateOf(life) !== was) this.tell(life, 'subscription.updated', this.now);
  }

  /** The earliest; at one instant in the order of the steps, and of two that are alike the older one. */
  private next(): { life: Life; step: Step; at: number } | undefined {
    const all = this.lives.flatMap((life) => {
      if (life.endedAt !== null) return [];
      const isTried = life.place === 'TRIAL';
      const instants: Record<Step, number | null> = {
        END: life.endsAt,
        TRIAL_END: isTried && life.trial ? life.trial.endsAt : null,
        UPDATE: waitingOf(life)?.at ?? null,
        START: life.place === null ? life.startsAt : null,
        ENDS_SOON: life.place ? life.soonAt : null,
      };
      return steps.flatMap((step) => {
        const at = instants[step];
        return at === null ? [] : [{ life, step, at }];
      });
    });
    return all.sort((a, b) => a.at - b.at || steps.indexOf(a.step) - steps.indexOf(b.step))[0];
  }

  private pass(life: Life, step: Step, at: number): void {
    if (step === 'ENDS_SOON') {
      life.soonAt = life.place === 'PLAN' ? noticeOf(life, at) : null;
      return this.tell(life, life.place === 'PLAN' ? 'billing.month_ends_soon' : 'trial.ends_soon', at);
    }
    if (step === 'END') {
      this.end(life, 'ScheduledCancellation', at);
      if (!life.isRevoked) this.fallBack(life, at);
      return;
    }
    if (step === 'TRIAL_END') return this.endTrial(life, at);
    if (step === 'UPDATE') return this.make(life, waitingOf(life) as Later, at);
    const former = this.holder(life.trial ? 'TRIAL' : 'PLAN');
    if (former) this.end(former, 'UPGRADE_OR_DOWNGRADE', at);
    this.tell(life, 'subscription.updated', at);
    this.take(life, at);
  }

  private make(life: Life, later: Later, at: number): void {
    later.status = 'DONE';
    if (this.provision({ ...later.wish, strategy: 'IMMEDIATE' }) === null) return;
    later.status = 'FAILED';
    this.tell(life, 'subscription.updated', at);
  }

  private endTrial(life: Life, at: number): void {
    const isFollowed = this.waiting.some(({ startsAt, trial }) => startsAt === at && trial === null);
    if (isFollowed) return this.end(life, 'TRIAL_CONVERTED', at);
    if (life.trial?.behavior === 'CANCEL_SUBSCRIPTION') {
      Object.assign(life, { endedAt: at, reason: 'TRIAL_ENDED' });
      this.tell(life, 'subscription.updated', at);
      this.tell(life, 'trial.expired', at);
      return this.fallBack(life, at);
    }
    const running = this.holder('PLAN');
    if (running) this.end(running, 'UPGRADE_OR_DOWNGRADE', at);
    Object.assign(life, { place: 'PLAN', soonAt: noticeOf(life, at) });
    this.tell(life, 'subscription.updated', at);
    this.tell(life, 'trial.converted', at);
  }
}
