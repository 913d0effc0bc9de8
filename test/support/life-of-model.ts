import { monthsLater, textOf, type Behavior, type PlanId, type Told, type Wish } from './life-terms';

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
  /** Of the trial, while it is not told. */
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

export function statusOf({ endedAt, reason, place }: Life): string {
  if (endedAt !== null) return reason === 'TRIAL_ENDED' ? 'EXPIRED' : 'CANCELED';
  return place === null ? 'NOT_STARTED' : place === 'TRIAL' ? 'IN_TRIAL' : 'ACTIVE';
}

/** Null where it has no billing period. */
export function periodEndOf(life: Life, now: number): number | null {
  if (life.cycleFrom === null || statusOf(life) !== 'ACTIVE') return null;
  for (let month = 1; ; month++) {
    const end = monthsLater(life.cycleFrom, month);
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
