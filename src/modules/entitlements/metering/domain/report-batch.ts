import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newUid } from '#libs/kernel/ids';
import type { CounterKey } from './counter';
import { spendId, type Spend } from './spend';
import type { EntityBudgets } from './entity-budgets';
import { isPaid, type PaidCredits, type PaymentTurn, type UsagePayers } from './usage-payment';
import { count, type Counter, type Measurement, type ReportTurns, type UsageReport } from './usage-ledger';

/** Reports of one request, counted whole or not at all. Domain: entitlements-usage A2 */
export type ReportBatch = readonly Placed<UsageReport>[];

/** A report with what a group asks for again and again: long texts, each put together once. */
export interface FiledReport {
  report: UsageReport;
  /** Of its counter. */
  counterId: string;
  /** Its idempotency key with whose it is. */
  keyId: string | null;
}

export type FiledBatch = readonly Placed<FiledReport>[];

export interface CountedReport {
  report: UsageReport;
  counter: Counter;
  measurement: Measurement;
  /** False where a repeated key gave its first measurement. */
  isFresh: boolean;
  /** Absent where usage is not paid in credits. */
  credits?: PaidCredits;
}

/** What became of a batch; `version` is the place of its write in the order of changes, where it wrote. */
export type BatchOutcome = { counted: CountedReport[]; version?: number } | { refusal: unknown };

/** Who pays for what a group uses, and whose budgets it counts for; each undefined where nothing is. */
export interface GroupShares {
  payers?: UsagePayers | undefined;
  entities?: EntityBudgets | undefined;
}

/** Counters by their id. */
export type Counters = ReadonlyMap<string, Counter>;

export const counterId = ({ customerUid, resourceKey, featureUid }: CounterKey): string =>
  `${customerUid}/${resourceKey}/${featureUid}`;

/** Among those of all environments. */
export const counterIdIn = (environmentId: string, key: CounterKey): string =>
  `${environmentId}/${counterId(key)}`;

export const filed = (environmentId: string, batch: ReportBatch): FiledBatch =>
  batch.map(({ asked: report, at }) => {
    const { idempotencyKey } = report;
    const id = counterIdIn(environmentId, report);
    const keyId = idempotencyKey === null ? null : `${id}/${idempotencyKey}`;
    return { asked: { report, counterId: id, keyId }, at };
  });

/**
 * Counts the reports in their order, each seeing those before it. A refusal tells which report, and leaves the counters as
 * they were: who stands behind counts as if the batch had never come. Credits are taken, and usage is attributed, once all of it is counted.
 */
export async function countBatch(
  batch: FiledBatch,
  counters: Counters,
  now: Date,
  { payers, entities }: GroupShares = {},
): Promise<BatchOutcome> {
  const putBack = batch.length > 1 ? pictureOf(batch, counters) : undefined;
  const turns = { payment: payers?.turn(), attribution: entities?.turn() };
  try {
    const counted = await eachPlaced(batch, (each) => countOne(each, counters, now, turns));
    turns.attribution?.take();
    return { counted: turns.payment ? paid(counted, turns.payment) : counted };
  } catch (refusal) {
    putBack?.();
    if (!(refusal instanceof DomainError)) throw refusal;
    return { refusal };
  }
}

function countOne(
  { report, counterId: id }: FiledReport,
  counters: Counters,
  now: Date,
  turns: ReportTurns,
): CountedReport {
  const counter = counters.get(id);
  if (!counter) throw new Error('A counter was not read');
  const uid = newUid();
  const measurement = count(report, counter, uid, now, turns);
  return { report, counter, measurement, isFresh: measurement.uid === uid };
}

function paid(counted: readonly CountedReport[], turn: PaymentTurn): CountedReport[] {
  turn.take();
  return counted.map((each) =>
    isPaid(each.report) ? { ...each, credits: turn.told(each.report, each.measurement.uid) } : each,
  );
}

/** Their reports are held against these budgets. @param spends by id */
export function attach(
  reports: readonly FiledReport[],
  counters: Counters,
  spends: ReadonlyMap<string, Spend>,
): void {
  for (const { report, counterId: id } of reports) {
    if (!report.spending) continue;
    const { customerUid, resourceKey, spending } = report;
    const spend = spends.get(spendId({ customerUid, resourceKey, place: spending.budget.place }));
    const counter = counters.get(id);
    if (counter) counter.spend = spend;
  }
}

/** @returns what makes the counters as they are now */
function pictureOf(batch: FiledBatch, counters: Counters): () => void {
  const pictures = new Map<Counter, Partial<Counter>>();
  const spends = new Map<Spend, Spend>();
  for (const { asked } of batch) {
    const counter = counters.get(asked.counterId);
    if (!counter || pictures.has(counter)) continue;
    const { level, lastSetAt, lastEventAt, rules, totals, known, spend } = counter;
    if (spend && !spends.has(spend)) spends.set(spend, { ...spend, reachedBy: spend.reachedBy });
    pictures.set(counter, {
      level,
      lastSetAt,
      lastEventAt,
      rules,
      totals: new Map(totals),
      known: new Map(known),
    });
  }
  return () => {
    pictures.forEach((picture, counter) => Object.assign(counter, picture));
    spends.forEach((picture, spend) => Object.assign(spend, picture));
  };
}
