import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newUid } from '#libs/kernel/ids';
import type { CounterKey } from './counter';
import { count, type Counter, type Measurement, type UsageReport } from './usage-ledger';

/** Reports of one request, counted whole or not at all. Domain: entitlements-usage A2 */
export type ReportBatch = readonly Placed<UsageReport>[];

export interface CountedReport {
  report: UsageReport;
  measurement: Measurement;
  /** False where a repeated key gave its first measurement. */
  isFresh: boolean;
}

/** What became of a batch; `version` is the place of its write in the order of changes, where it wrote. */
export type BatchOutcome = { counted: CountedReport[]; version?: number } | { refusal: unknown };

/** Counters by their id. */
export type Counters = ReadonlyMap<string, Counter>;

export const counterId = ({ customerUid, resourceKey, featureUid }: CounterKey): string =>
  `${customerUid}/${resourceKey}/${featureUid}`;

/**
 * Counts the reports in their order, each seeing those before it. A refusal tells which report, and leaves the counters as
 * they were: who stands behind counts as if the batch had never come.
 */
export async function countBatch(batch: ReportBatch, counters: Counters, now: Date): Promise<BatchOutcome> {
  const putBack = batch.length > 1 ? pictureOf(batch, counters) : undefined;
  try {
    return { counted: await eachPlaced(batch, (report) => countOne(report, counters, now)) };
  } catch (refusal) {
    putBack?.();
    if (!(refusal instanceof DomainError)) throw refusal;
    return { refusal };
  }
}

function countOne(report: UsageReport, counters: Counters, now: Date): CountedReport {
  const counter = counters.get(counterId(report));
  if (!counter) throw new Error('A counter was not read');
  const uid = newUid();
  const measurement = count(report, counter, uid, now);
  return { report, measurement, isFresh: measurement.uid === uid };
}

/** @returns what makes the counters as they are now */
function pictureOf(batch: ReportBatch, counters: Counters): () => void {
  const touched = new Set(batch.flatMap(({ asked }) => counters.get(counterId(asked)) ?? []));
  const pictures = [...touched].map(
    (counter) =>
      [counter, { ...counter, totals: new Map(counter.totals), known: new Map(counter.known) }] as const,
  );
  return () => pictures.forEach(([counter, picture]) => Object.assign(counter, picture));
}
