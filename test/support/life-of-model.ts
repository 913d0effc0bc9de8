import {
  hourMs,
  monthsLater,
  plansOfModel,
  textOf,
  type Behavior,
  type Plan,
  type PlanId,
  type Told,
  type Wish,
} from './life-terms';

export interface Trial {
  endsAt: number;
  behavior: Behavior;
}

/** Another plan that waits for the end of the period, or did. */
export interface Later {
  type: 'DOWNGRADE' | 'PLAN';
  status: 'SCHEDULED' | 'CANCELED' | 'DONE' | 'FAILED';
  at: number;
  wish: Wish;
}

export interface Life {
  plan: PlanId;
  startsAt: number;
  trial: Trial | null;
  /** When the end of the trial is told, or that of the billing month of a longer period. */
  soonAt: number | null;
  place: 'TRIAL' | 'PLAN' | null;
  /** The end that was decided. */
  endsAt: number | null;
  isRevoked: boolean;
  endedAt: number | null;
  reason: string | null;
  cycleFrom: number | null;
  later: Later[];
  history: (readonly [type: string, at: number])[];
}

/** All of it but what was told of it. */
export const stateOf = ({ history: _, ...state }: Life): string => JSON.stringify(state);

export function statusOf({ endedAt, reason, place }: Life): string {
  if (endedAt !== null) return reason === 'TRIAL_ENDED' ? 'EXPIRED' : 'CANCELED';
  return place === null ? 'NOT_STARTED' : place === 'TRIAL' ? 'IN_TRIAL' : 'ACTIVE';
}

/** Null where it has no billing period. */
export function periodEndOf(life: Life, now: number): number | null {
  if (life.cycleFrom === null || statusOf(life) !== 'ACTIVE') return null;
  return nextOf(life.cycleFrom, monthsOf(life), now);
}

/** When the end of a billing month is told next; null where the period is no longer than that. Domain: customers-subscriptions B3 */
export const noticeOf = (life: Life, now: number): number | null =>
  life.cycleFrom === null || monthsOf(life) === 1 ? null : nextOf(life.cycleFrom, 1, now + hourMs) - hourMs;

function monthsOf({ plan }: Life): number {
  const { months = 1 }: Plan = plansOfModel[plan];
  return months;
}

/** The first boundary that is still to come. */
function nextOf(from: number, months: number, now: number): number {
  for (let count = 1; ; count++) {
    const end = monthsLater(from, count * months);
    if (end > now) return end;
  }
}

export function waitingOf({ later }: Life): Later | undefined {
  return later.find(({ status }) => status === 'SCHEDULED');
}

export function dropLater(life: Life): void {
  const waiting = waitingOf(life);
  if (waiting) waiting.status = 'CANCELED';
}

/** Plan, status, reason, start, end of the trial, decided end, end, end of the billing period, what waits and did. */
export function pictureOf(life: Life, now: number): Told {
  const { plan, reason, startsAt, trial, endedAt, endsAt, place } = life;
  const byTrial = trial?.behavior === 'CANCEL_SUBSCRIPTION' && place !== 'PLAN' ? trial.endsAt : Infinity;
  const decided = endedAt === null ? endsAt : reason === 'TRIAL_ENDED' ? null : endedAt;
  const earliest = endedAt ?? Math.min(endsAt ?? Infinity, byTrial);
  return [
    ...[plan, statusOf(life), reason, textOf(startsAt), textOf(trial?.endsAt ?? null), textOf(decided)],
    ...[textOf(earliest === Infinity ? null : earliest), textOf(periodEndOf(life, now))],
    life.later.map((each) => `${each.type} ${each.status} ${textOf(each.at)} ${each.wish.plan}`).join(),
  ];
}
