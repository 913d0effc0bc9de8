import fc from 'fast-check';
import type { TestApp } from './app';
import { check, createCustomer, type Json } from './catalog';
import { expectOk, expectPage, type RestAnswer } from './client';
import { moveClock, setClock } from './environment-clock';
import { LifeModel, type ProductOfModel } from './life-model';
import {
  dayMs,
  plansOfModel,
  type End,
  type Patch,
  type PlanId,
  type Refusal,
  type Strategy,
  type Told,
  type Wish,
} from './life-terms';
import { changeSettings, downgradingTo } from './product-settings';
import { begin, Story } from './subscription-lives';

/** So many days from now, or the instant at which something is known to happen: boundaries shall meet. */
interface When {
  days: number;
  isKnown: boolean;
}

interface ProvisionStep {
  kind: 'provision';
  plan: PlanId;
  strategy: Strategy | null;
  start: When | null;
  end: When | null;
  trial: {
    isTrial: boolean;
    end: When | null;
    behavior: 'CONVERT_TO_PAID' | 'CANCEL_SUBSCRIPTION' | null;
  } | null;
}
interface CancelStep {
  kind: 'cancel';
  which: number;
  time: End['time'] | null;
  end: When;
  action: End['action'] | null;
}
/** Null takes an end back. */
interface PatchStep {
  kind: 'patch';
  which: number;
  trialEnd: When | null;
  end: When | 'NONE' | null;
}
/** What waits is given up. */
interface GiveUpStep {
  kind: 'giveUp';
  which: number;
}
type DoneStep = ProvisionStep | CancelStep | PatchStep | GiveUpStep;
interface MoveStep {
  kind: 'move';
  by: When;
  /** Whether all that falls due is waited for. */
  waits: boolean;
  /** Who comes upon what fell due, where nobody waited: a list, a check, or the next write. */
  first: 'LIST' | 'CHECK' | 'WRITE';
}
export interface CourseStep {
  customer: number;
  step: DoneStep | MoveStep;
}
export interface Course {
  downgrade: boolean;
  steps: CourseStep[];
}

const when = (...days: number[]): fc.Arbitrary<When> =>
  fc.record({ days: fc.constantFrom(...days), isKnown: fc.boolean() });
const perhaps = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { freq: 1 });
const toCome = when(1, 3, 7, 14, 20.5, 31, 60);

const provision: fc.Arbitrary<ProvisionStep> = fc.record({
  kind: fc.constant('provision' as const),
  plan: fc.constantFrom(...(Object.keys(plansOfModel) as PlanId[])),
  strategy: fc.constantFrom('IMMEDIATE' as const, 'END_OF_BILLING_PERIOD' as const, null, null),
  start: perhaps(when(-40, -5, 0, 1, 7, 14, 30)),
  end: fc.oneof(fc.constant(null), fc.constant(null), when(-1, 2, 7, 14, 31, 45.25)),
  trial: perhaps(
    fc.record({
      isTrial: fc.boolean(),
      end: perhaps(when(-2, 1, 3, 10, 14, 40)),
      behavior: perhaps(fc.constantFrom('CONVERT_TO_PAID' as const, 'CANCEL_SUBSCRIPTION' as const)),
    }),
  ),
});
const cancel: fc.Arbitrary<CancelStep> = fc.record({
  kind: fc.constant('cancel' as const),
  which: fc.nat({ max: 5 }),
  time: perhaps(
    fc.constantFrom('IMMEDIATE' as const, 'END_OF_BILLING_PERIOD' as const, 'SPECIFIC_DATE' as const),
  ),
  end: when(-1, 2, 7, 14, 31, 45.25),
  action: perhaps(fc.constantFrom('DEFAULT' as const, 'REVOKE_ENTITLEMENTS' as const)),
});
const patch: fc.Arbitrary<PatchStep> = fc.record({
  kind: fc.constant('patch' as const),
  which: fc.nat({ max: 5 }),
  trialEnd: fc.oneof(fc.constant(null), when(-2, 1, 3, 10, 40)),
  end: fc.oneof(fc.constant(null), fc.constant('NONE' as const), when(-1, 2, 14, 31, 45.25)),
});
const giveUp: fc.Arbitrary<GiveUpStep> = fc.record({
  kind: fc.constant('giveUp' as const),
  which: fc.nat({ max: 5 }),
});
const move: fc.Arbitrary<MoveStep> = fc.record({
  kind: fc.constant('move' as const),
  by: toCome,
  waits: fc.boolean(),
  first: fc.constantFrom('LIST' as const, 'CHECK' as const, 'WRITE' as const),
});
const weighted = fc.oneof(
  { weight: 5, arbitrary: provision },
  { weight: 3, arbitrary: cancel },
  { weight: 2, arbitrary: patch },
  { weight: 1, arbitrary: giveUp },
  { weight: 3, arbitrary: move },
);

/** What several customers of a product do while time passes. */
export const coursesOf = (customers: number, steps: number): fc.Arbitrary<Course> =>
  fc.record({
    downgrade: fc.boolean(),
    steps: fc.array(fc.record({ customer: fc.nat({ max: customers - 1 }), step: weighted }), {
      minLength: Math.ceil(steps / 2),
      maxLength: steps,
      size: 'max',
    }),
  });

/** As `Story` makes it, or with the settings of `downgradingTo`. */
export const productOf = (downgrades: boolean): ProductOfModel => ({
  downgrades,
  usualEnd: downgrades ? 'IMMEDIATE' : 'END_OF_BILLING_PERIOD',
});

/** A request as it was sent, or an instant of the clock: what is repeated elsewhere. */
type Deed =
  | { customer: number; wish: Wish }
  | { customer: number; which: number; change: Change }
  | { instant: number };
/** Of a subscription that there is. */
type Change = { end: End } | { patch: Patch } | { givesUp: true };

interface Person {
  id: string;
  model: LifeModel;
}

const text = (at: number): string => new Date(at).toISOString();

/** Customers in an environment of their own, each beside its model. */
export class Lives {
  private now = Date.parse(begin);
  private readonly deeds: Deed[] = [];

  private constructor(
    private readonly app: TestApp,
    private readonly story: Story,
    private readonly people: readonly Person[],
  ) {}

  static async begin(app: TestApp, customers: number, downgrade: boolean): Promise<Lives> {
    const story = await Story.begin(app);
    if (downgrade) await expectOk(changeSettings(story.api, downgradingTo('free')));
    const people: Person[] = [];
    for (let n = 0; n < customers; n++) {
      const id = `customer-${n}`;
      await createCustomer(story.api, id);
      people.push({ id, model: new LifeModel(Date.parse(begin), productOf(downgrade)) });
    }
    return new Lives(app, story, people);
  }

  /** Goes a course, and finds the service beside its model after each step. */
  async go({ steps }: Course): Promise<void> {
    for (const { customer, step } of steps) {
      if (step.kind === 'move') await this.pass(step);
      else await this.do(this.deedOf(customer, step));
    }
    await this.move(this.now + 400 * dayMs, { waits: false, first: 'LIST' });
  }

  /** The same elsewhere: each way of the clock in so many parts, and each of them waited for. */
  async repeat({ deeds }: Lives, parts: number): Promise<void> {
    for (const deed of deeds) {
      if (!('instant' in deed)) {
        await this.do(deed);
        continue;
      }
      const { now } = this;
      for (let part = 1; part <= parts; part++) {
        const at = part === parts ? deed.instant : Math.round(now + ((deed.instant - now) * part) / parts);
        await this.move(at, { waits: true, first: 'WRITE' });
      }
    }
  }

  /** Of all subscriptions of each customer the events with their instants, as they were told. */
  async histories(): Promise<string[][][][]> {
    const all: string[][][][] = [];
    for (const { id, model } of this.people) {
      const listed = await this.listed(id);
      const told = await Promise.all(listed.map((each) => this.story.told(String(each['id']))));
      expect(told).toEqual(model.histories);
      all.push(told);
    }
    return all;
  }

  async expectAll(first: 'LIST' | 'CHECK' = 'LIST'): Promise<void> {
    for (const person of this.people) await this.expectOne(person, first);
  }

  private async pass({ by, waits, first }: MoveStep): Promise<void> {
    const known = this.people.flatMap(({ model }) => model.known).sort((a, b) => a - b);
    await this.move(this.at(by, known), { waits, first });
  }

  private async move(instant: number, { waits, first }: Pick<MoveStep, 'waits' | 'first'>): Promise<void> {
    this.deeds.push({ instant });
    this.now = instant;
    for (const { model } of this.people) model.to(instant);
    if (waits) await moveClock(this.story.place, text(instant));
    else await expectOk(setClock(this.story.place, text(instant)));
    if (first !== 'WRITE') await this.expectAll(first);
  }

  private async do(deed: Exclude<Deed, { instant: number }>): Promise<void> {
    this.deeds.push(deed);
    const person = this.people[deed.customer] as Person;
    person.model.to(this.now);
    const answer = await this.ask(person, deed);
    const refusal = this.tell(person.model, deed);
    if (refusal !== null) expect(answer).toRefuse(refusal);
    else
      expect([answer.status, answer.text]).toEqual([answer.status < 300 ? answer.status : 201, answer.text]);
    // What was asked for may have come due at once, such as an end that is near.
    person.model.to(this.now);
    await this.expectOne(person, 'LIST');
  }

  private tell(model: LifeModel, deed: Exclude<Deed, { instant: number }>): Refusal | null {
    if ('wish' in deed) return model.provision(deed.wish);
    const life = model.lives[deed.which];
    if (!life) return 'SubscriptionNotFound';
    const { change } = deed;
    if ('end' in change) return model.cancel(life, change.end);
    return 'patch' in change ? model.patch(life, change.patch) : model.giveUp(life);
  }

  private async ask({ id }: Person, deed: Exclude<Deed, { instant: number }>): Promise<RestAnswer> {
    if ('wish' in deed) return this.story.ask(deed.wish.plan, { customerId: id, ...bodyOf(deed.wish) });
    const subscriptionId = String((await this.listed(id))[deed.which]?.['id'] ?? 'nobody');
    const { change } = deed;
    if ('end' in change) return this.story.cancel(subscriptionId, cancelBodyOf(change.end));
    const path = `/subscriptions/${subscriptionId}`;
    return 'patch' in change
      ? this.story.api.rest('PATCH', path, patchBodyOf(change.patch))
      : this.story.api.rest('DELETE', `${path}/future-update/schedule`);
  }

  private async expectOne({ id, model }: Person, first: 'LIST' | 'CHECK'): Promise<void> {
    const early = first === 'CHECK' ? await this.limitOf(id) : null;
    const listed = await this.listed(id);
    expect([text(this.now), listed.map(toldOf)]).toEqual([text(this.now), model.told]);
    expect([text(this.now), early ?? (await this.limitOf(id))]).toEqual([
      text(this.now),
      { limit: model.limit },
    ]);
  }

  private async limitOf(id: string): Promise<{ limit: unknown }> {
    const { isGranted, usageLimit } = await check(this.story.api, id, 'featureId=calls');
    return { limit: isGranted ? usageLimit : null };
  }

  /** The oldest first. */
  private async listed(id: string): Promise<Json[]> {
    const path = `/subscriptions?customerId=${id}&limit=100`;
    return (await expectPage<Json>(this.story.api.rest('GET', path))).data.reverse();
  }

  private deedOf(customer: number, step: DoneStep): Exclude<Deed, { instant: number }> {
    const { model } = this.people[customer] as Person;
    model.to(this.now);
    const at = (of: When | null): number | undefined => (of === null ? undefined : this.at(of, model.known));
    if (step.kind !== 'provision') {
      const count = Math.max(model.lives.length, 1);
      return { customer, which: count - 1 - (step.which % count), change: changeOf(step, at) };
    }
    const { plan, trial, strategy } = step;
    const wish: Wish = {
      plan,
      startsAt: at(step.start),
      endsAt: at(step.end),
      ...(strategy && { strategy }),
    };
    if (trial)
      wish.trial = { isTrial: trial.isTrial, endsAt: at(trial.end), behavior: trial.behavior ?? undefined };
    return { customer, wish };
  }

  private at({ days, isKnown }: When, known: readonly number[]): number {
    return (isKnown && known[Math.abs(Math.floor(days)) % known.length]) || this.now + days * dayMs;
  }
}

function changeOf(
  step: Exclude<DoneStep, ProvisionStep>,
  at: (of: When | null) => number | undefined,
): Change {
  if (step.kind === 'giveUp') return { givesUp: true };
  if (step.kind === 'patch') {
    const { trialEnd, end } = step;
    return {
      patch: {
        ...(trialEnd && { trialEndsAt: at(trialEnd) }),
        ...(end && { endsAt: end === 'NONE' ? null : at(end) }),
      },
    };
  }
  const { time, action, end } = step;
  return {
    end: {
      ...(time && { time }),
      ...(action && { action }),
      ...(time === 'SPECIFIC_DATE' && { at: at(end) }),
    },
  };
}

/** As a request says it, but the customer. */
export const bodyOf = ({ plan, strategy, startsAt, endsAt, trial }: Wish): Json => ({
  planId: plan,
  ...(strategy && { scheduleStrategy: strategy }),
  ...(startsAt !== undefined && { startDate: text(startsAt) }),
  ...(endsAt !== undefined && { cancellationDate: text(endsAt) }),
  ...(trial && {
    trialOverrideConfiguration: {
      isTrial: trial.isTrial,
      ...(trial.endsAt !== undefined && { trialEndDate: text(trial.endsAt) }),
      ...(trial.behavior && { trialEndBehavior: trial.behavior }),
    },
  }),
});

export const cancelBodyOf = ({ time, at, action }: End): Json => ({
  ...(time && { cancellationTime: time }),
  ...(at !== undefined && { endDate: text(at) }),
  ...(action && { cancellationAction: action }),
});

export const patchBodyOf = ({ trialEndsAt, endsAt }: Patch): Json => ({
  ...(trialEndsAt !== undefined && { trialEndDate: text(trialEndsAt) }),
  ...(endsAt !== undefined && { cancellationDate: endsAt === null ? null : text(endsAt) }),
});

const updateText = (each: Json): string =>
  [
    ...['subscriptionScheduleType', 'scheduleStatus', 'scheduledExecutionTime'].map((field) => each[field]),
    (each['targetPackage'] as Json)['id'],
  ].join(' ');

/** What the model tells too. */
export const toldOf = (listed: Json): Told => [
  ...[
    ...['planId', 'status', 'cancelReason', 'startDate', 'trialEndDate', 'cancellationDate'],
    ...['effectiveEndDate', 'currentBillingPeriodEnd'],
  ].map((field) => (listed[field] ?? null) as string | null),
  (listed['futureUpdates'] as Json[]).map(updateText).join(),
];
