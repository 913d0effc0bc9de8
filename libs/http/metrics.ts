import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BoundedLabel } from './bounded-label';

/** Connections of a database pool. */
export interface PoolState {
  total: number;
  idle: number;
  /** Callers without a connection. */
  waiting: number;
}

const poolStates = ['total', 'idle', 'waiting'] as const;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

// Seconds. The bars of the hot routes lie in single milliseconds, lock waits end at 5 s, graceful shutdown at 10 s.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What the process measures about itself, for Prometheus. Labels name routes, use cases and kinds only: never a path as
 * sent, a key, a customer or an environment. Source: security.md H-14
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly routes = new BoundedLabel(1000);
  private readonly useCases = new BoundedLabel(1000);
  private readonly handlers = new BoundedLabel(200);
  private readonly taskKinds = new BoundedLabel(200);

  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [this.registry],
  });
  private readonly useCaseRuns = new Histogram({
    name: 'use_case_duration_seconds',
    help: 'Time in a use case, by how it ended: ok, the code of a refusal, or fault.',
    labelNames: ['use_case', 'outcome'] as const,
    buckets,
    registers: [this.registry],
  });
  private readonly limited = new Counter({
    name: 'rate_limited_total',
    help: 'Calls refused by a rate limit.',
    labelNames: ['bucket_kind'] as const,
    registers: [this.registry],
  });
  private readonly deliveries = new Counter({
    name: 'outbox_deliveries_total',
    help: 'Outbox events brought to a handler.',
    labelNames: ['handler', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly taskSubjects = new Counter({
    name: 'task_subjects_total',
    help: 'Subjects of background tasks that had their turn: done, the code of a refusal, or fault.',
    labelNames: ['kind', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly droppedLogLines = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines thrown away because nobody read the log.',
    registers: [this.registry],
  });

  constructor() {
    // Among them nodejs_eventloop_lag_seconds and its percentiles.
    collectDefaultMetrics({ register: this.registry });
  }

  /** For the Content-Type of `render()`. */
  get contentType(): string {
    return this.registry.contentType;
  }

  /** @param route the pattern of the route, never the path as sent */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    const labels = { method: methods.has(method) ? method : 'other', route: this.routes.of(route), status };
    this.requests.observe(labels, seconds);
  }

  /** Starts the clock of a use case; call the answer with `ok`, a refusal's code, or `fault`. */
  startUseCase(useCase: string): (outcome: string) => void {
    const startedAt = performance.now();
    return (outcome) =>
      this.useCaseRuns.observe(
        { use_case: this.useCases.of(useCase), outcome },
        (performance.now() - startedAt) / 1000,
      );
  }

  /** @param bucketKind `operation`, `entity` or `address`, never the bucket itself */
  rateLimited(bucketKind: string): void {
    this.limited.inc({ bucket_kind: bucketKind });
  }

  outboxHandled(handler: string): void {
    this.deliveries.inc({ handler: this.handlers.of(handler), outcome: 'handled' });
  }

  outboxFailed(handler: string): void {
    this.deliveries.inc({ handler: this.handlers.of(handler), outcome: 'failed' });
  }

  /** @param outcome `done`, the code of a refusal, or `fault` */
  taskSubject(kind: string, outcome: string, count = 1): void {
    this.taskSubjects.inc({ kind: this.taskKinds.of(kind), outcome }, count);
  }

  logLineDropped(): void {
    this.droppedLogLines.inc();
  }

  /** The pool is read at each scrape. A later call replaces the pool, as when the database was reconnected. */
  setPoolGauges(read: () => PoolState): void {
    const name = 'database_pool_connections';
    this.registry.removeSingleMetric(name);
    new Gauge({
      name,
      help: 'Connections of the database pool; waiting counts callers without one.',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const pool = read();
        for (const state of poolStates) this.set({ state }, pool[state]);
      },
    });
  }

  /** The Prometheus text format. */
  render(): Promise<string> {
    return this.registry.metrics();
  }
}
