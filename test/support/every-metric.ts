import { answerSubjects } from '#libs/telemetry/memory-metrics';
import { Metrics } from '#libs/telemetry/metrics';

/** What Prometheus knows of a metric. */
export interface ToldMetric {
  kind: string;
  labels: Set<string>;
}

const heldState = () => ({ customers: 1, bytes: 1 });
const proofs = () => Promise.resolve({ broken: 0, lateSeconds: 0 });

/** Each read as if its module had told where from, by the name of what it is told by. */
const gauges: Record<string, (metrics: Metrics) => void> = {
  setInServiceGauge: (metrics) => metrics.setInServiceGauge(() => 1),
  setChangeAgeGauge: (metrics) => metrics.setChangeAgeGauge(() => 0),
  setOpenStreamsGauge: (metrics) => metrics.setOpenStreamsGauge(() => 0),
  setStreamAgeGauge: (metrics) => metrics.setStreamAgeGauge(() => 0),
  setGroupWaitingGauge: (metrics) => metrics.setGroupWaitingGauge(() => 0),
  setEventsInFlightGauges: (metrics) => metrics.setEventsInFlightGauges(() => ({ events: 0, bytes: 0 })),
  setEventGroupsWaitingGauge: (metrics) => metrics.setEventGroupsWaitingGauge(() => 0),
  setEventDaysGauges: (metrics) =>
    metrics.setEventDaysGauges(() => Promise.resolve({ daysLeft: 7, strayRows: 0 })),
  setPoolGauges: (metrics) => metrics.setPoolGauges(() => ({ total: 1, idle: 1, waiting: 0 })),
};

/** What sets gauges of `Metrics` and is not in the list above. */
export const gaugesWithoutReader = (): string[] =>
  Object.getOwnPropertyNames(Metrics.prototype).filter((name) => name.startsWith('set') && !(name in gauges));

/** As the service would tell them once everything has happened in it. */
export async function everyMetricText(): Promise<string> {
  const metrics = new Metrics();
  for (const tell of Object.values(gauges)) tell(metrics);
  metrics.webhooks.setGauge(() => Promise.resolve(0));
  metrics.ledgers.setGauges(proofs);
  metrics.activityLogs.setGauges(proofs);
  metrics.observeRequest('GET', '/api/v1/customers/:customerId', 200, 0.004);
  metrics.startUseCase('getCustomer')('ok');
  metrics.startUseCase('getCustomer')('CustomerNotFound');
  metrics.rateLimited('operation');
  metrics.outboxHandled('webhooks');
  for (const way of ['together', 'again', 'locked', 'apart', 'shared'] as const)
    metrics.groupCommitted(way, 1);
  for (const about of answerSubjects) {
    metrics.memory.setGauges(about, heldState);
    for (const from of ['memory', 'poll', 'tables'] as const) metrics.memory.answered(about, from);
  }
  for (const outcome of ['counted', 'unattributed', 'late', 'repeated', 'refused'] as const)
    metrics.eventsTold(outcome, 1);
  metrics.taskSubject('MIGRATE', 'done');
  for (const outcome of ['delivered', 'failed', 'given_up'] as const) metrics.webhooks.attempted(outcome);
  metrics.dataExport.ended('SUCCEEDED', 1);
  for (const outcome of ['holds', 'broken', 'failed'] as const) {
    metrics.ledgers.proven(outcome, 1);
    metrics.activityLogs.proven(outcome, 1);
  }
  for (const outcome of ['replica', 'behind', 'busy', 'away', 'conflict', 'failed'] as const)
    metrics.replica.asked(outcome);
  metrics.replica.setLagGauge(() => 0);
  metrics.databaseFault('08006');
  return metrics.render();
}

/** By name; a histogram without the ends of the names of its series. */
export function metricsIn(text: string): Map<string, ToldMetric> {
  const metrics = new Map<string, ToldMetric>();
  for (const [, name = '', kind = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    metrics.set(name, { kind, labels: new Set() });
  for (const [, series = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)\{(.*)\} \S+$/gm)) {
    const metric = metrics.get(series) ?? metrics.get(series.replace(/_(bucket|sum|count)$/, ''));
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metric?.labels.add(label);
  }
  return metrics;
}
