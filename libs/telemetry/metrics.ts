import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BoundedLabel } from './bounded-label';
import { MemoryMetrics } from './memory-metrics';
import { lately } from './lately';
import { activityWords, ledgerWords, ProofMetrics } from './proof-metrics';
import { add, countTallies, type Tally } from './tally';
import { tellGauge } from './told-gauge';
import { ExportMetrics } from './export-metrics';
import { ReplicaMetrics } from './replica-metrics';
import { WebhookMetrics } from './webhook-metrics';

/** Connections of a database pool. */
export interface PoolState {
  total: number;
  idle: number;
  /** Callers without a connection. */
  waiting: number;
}

/** Of a use case, by how they ended. */
interface Runs {
  readonly runs: Tally;
  seconds: number;
}

const eventDaysKnownMs = 5000;

const namesUpTo = (most: number) => new BoundedLabel(most, (value) => value);

const poolStates = ['total', 'idle', 'waiting'] as const;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

// Seconds. The bars of the hot routes lie in single milliseconds, lock waits end at 5 s.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** `together` on the first attempt; `again` and `locked` where another writer came between; `apart` where one spoils the rest; `shared` for those who count for budgets, or from wallets. */
export type GroupWay = 'together' | 'again' | 'locked' | 'apart' | 'shared';

/** Of raw events. `unattributed`: kept, and counted nowhere; `refused`: too many wait, told to come again. */
export type EventOutcome = 'counted' | 'unattributed' | 'late' | 'repeated' | 'refused';

/** Partitions of raw events. */
export interface EventDaysState {
  /** Whole days ahead that have one. */
  daysLeft: number;
  /** Rows without one. */
  strayRows: number;
}

/**
 * What the process measures about itself, for Prometheus. Labels name routes, use cases and kinds only: never a path as
 * sent, a key, a customer or an environment. Source: security.md H-14. A scrape has 200 kB at most: what has buckets knows no
 * route, what knows a route or a use case has a class of status or outcome only, and how many are known is bounded. What every
 * request counts is added up here and brought to the registry when it is asked for: to find a counter by its labels costs more.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly routes = new BoundedLabel(240, (): Tally => ({}));
  private readonly useCases = new BoundedLabel(220, (): Runs => ({ runs: {}, seconds: 0 }));
  private readonly codes = namesUpTo(200);
  private readonly handlers = namesUpTo(100);
  private readonly taskKinds = namesUpTo(100);
  private readonly faultCodes = namesUpTo(50);

  private readonly requestTimes = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, by class of status.',
    labelNames: ['method', 'status'] as const,
    buckets,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'use_case_refusals_total',
    help: 'Use cases that were refused, by code.',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });
  private readonly limited = new Counter({
    name: 'rate_limited_total',
    help: 'Calls refused by a rate limit.',
    labelNames: ['bucket_kind'] as const,
    registers: [this.registry],
  });
  private readonly shed = new Counter({
    name: 'shed_requests_total',
    help: 'Requests refused with 503 because more came than could be served.',
    registers: [this.registry],
  });
  private readonly deliveries = new Counter({
    name: 'outbox_deliveries_total',
    help: 'Outbox events brought to a handler.',
    labelNames: ['handler', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly groups = new Counter({
    name: 'group_commits_total',
    help: 'Groups of requests that were committed together: at once, again after another writer, under locks, or each apart.',
    labelNames: ['way'] as const,
    registers: [this.registry],
  });
  private readonly resyncs = new Counter({
    name: 'stream_resyncs_total',
    help: 'Streams that were told to read everything anew.',
    registers: [this.registry],
  });
  private readonly cutStreams = new Counter({
    name: 'streams_cut_total',
    help: 'Streams that were cut because their caller did not read them.',
    registers: [this.registry],
  });
  private readonly groupSizes = new Histogram({
    name: 'group_commit_requests',
    help: 'Requests that were committed together.',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250],
    registers: [this.registry],
  });
  private readonly events = new Counter({
    name: 'raw_events_total',
    help: 'Raw events by what became of them: counted, unattributed, late, repeated or refused.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });
  private readonly taskSubjects = new Counter({
    name: 'task_subjects_total',
    help: 'Subjects of background tasks that had their turn: done, the code of a refusal, or fault.',
    labelNames: ['kind', 'outcome'] as const,
    registers: [this.registry],
  });
  readonly memory = new MemoryMetrics(this.registry);
  readonly webhooks = new WebhookMetrics(this.registry);
  readonly dataExport = new ExportMetrics(this.registry);
  readonly replica = new ReplicaMetrics(this.registry);
  readonly ledgers = new ProofMetrics(this.registry, ledgerWords);
  readonly activityLogs = new ProofMetrics(this.registry, activityWords);
  private readonly databaseFaults = new Counter({
    name: 'database_faults_total',
    help: 'Statements that the database could not run, by SQLSTATE or code of the socket; the log names the operations.',
    labelNames: ['code'] as const,
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
    this.tellTallies();
  }

  private tellTallies(): void {
    const { registry, routes, useCases } = this;
    const requests = {
      name: 'http_requests_total',
      help: 'Requests by route and class of status.',
      labelNames: ['method', 'route', 'status'],
    };
    countTallies(registry, requests, function* () {
      for (const [name, tally] of routes.all()) {
        const [method = name, route = name] = name.split(' ');
        for (const [status, count] of Object.entries(tally)) yield [{ method, route, status }, count];
      }
    });
    const runs = {
      name: 'use_case_runs_total',
      help: 'Use cases by how they ended: ok, refused or fault.',
      labelNames: ['use_case', 'outcome'],
    };
    countTallies(registry, runs, function* () {
      for (const [name, tally] of useCases.all()) {
        for (const [outcome, count] of Object.entries(tally.runs)) yield [{ use_case: name, outcome }, count];
      }
    });
    const times = {
      name: 'use_case_seconds_total',
      help: 'Time in use cases, however they ended.',
      labelNames: ['use_case'],
    };
    countTallies(registry, times, function* () {
      for (const [name, { seconds }] of useCases.all()) yield [{ use_case: name }, seconds];
    });
  }

  /** For the Content-Type of `render()`. */
  get contentType(): string {
    return this.registry.contentType;
  }

  /** @param route the pattern of the route, never the path as sent */
  observeRequest(verb: string, route: string, code: number, seconds: number): void {
    const method = methods.has(verb) ? verb : 'other';
    const status = `${Math.floor(code / 100)}xx`;
    this.requestTimes.observe({ method, status }, seconds);
    add(this.routes.of(`${method} ${route}`), status);
  }

  /** Starts the clock of a use case; call the answer with `ok`, a refusal's code, or `fault`. */
  startUseCase(name: string): (outcome: string) => void {
    const startedAt = performance.now();
    const useCase = this.useCases.of(name);
    return (told) => {
      const outcome = told === 'ok' || told === 'fault' ? told : 'refused';
      add(useCase.runs, outcome);
      useCase.seconds += (performance.now() - startedAt) / 1000;
      if (outcome === 'refused') this.refusals.inc({ code: this.codes.of(told) });
    };
  }

  /** @param bucketKind `operation`, `entity` or `address`, never the bucket itself */
  rateLimited(bucketKind: string): void {
    this.limited.inc({ bucket_kind: bucketKind });
  }

  requestShed(): void {
    this.shed.inc();
  }

  outboxHandled(handler: string): void {
    this.deliveries.inc({ handler: this.handlers.of(handler), outcome: 'handled' });
  }

  outboxFailed(handler: string): void {
    this.deliveries.inc({ handler: this.handlers.of(handler), outcome: 'failed' });
  }

  /** @param requests that came at once */
  groupCommitted(way: GroupWay, requests: number): void {
    this.groups.inc({ way });
    this.groupSizes.observe(requests);
  }

  streamResynced(): void {
    this.resyncs.inc();
  }

  streamCut(): void {
    this.cutStreams.inc();
  }

  eventsTold(outcome: EventOutcome, count: number): void {
    this.events.inc({ outcome }, count);
  }

  /** @param outcome `done`, the code of a refusal, or `fault` */
  taskSubject(kind: string, outcome: string, count = 1): void {
    this.taskSubjects.inc({ kind: this.taskKinds.of(kind), outcome }, count);
  }

  /** @param code SQLSTATE or code of the socket */
  databaseFault(code: string): void {
    this.databaseFaults.inc({ code: this.faultCodes.of(code) });
  }

  logLineDropped(): void {
    this.droppedLogLines.inc();
  }

  /** Read at each scrape. */
  setInServiceGauge(read: () => number): void {
    this.gauge(
      'requests_in_service',
      'Requests of the interface that were let in and have no answer yet.',
      read,
    );
  }

  /** In seconds. */
  setChangeAgeGauge(read: () => number): void {
    const what =
      'How long ago the last poll began that told which changes other processes have made; checks read the tables past 1 s.';
    this.gauge('change_poll_age_seconds', what, read);
  }

  setOpenStreamsGauge(read: () => number): void {
    this.gauge('open_streams', 'Callers who are told what changes.', read);
  }

  /** In seconds. */
  setStreamAgeGauge(read: () => number): void {
    const what =
      'How long ago the streams of this process were last told all that had changed; 0 without a stream.';
    this.gauge('stream_round_age_seconds', what, read);
  }

  /** Reports that wait in this process for the group before theirs. */
  setGroupWaitingGauge(read: () => number): void {
    this.gauge(
      'group_commit_waiting',
      'Requests that wait for the group before theirs to be committed.',
      read,
    );
  }

  /** Events that were taken in and have no answer yet, with the bytes of their bodies; and requests that wait for the group before theirs. */
  setEventsInFlightGauges(read: () => { events: number; bytes: number }): void {
    this.gauge(
      'events_in_flight',
      'Raw events that were taken in and have no answer yet.',
      () => read().events,
    );
    this.gauge('event_bytes_in_flight', 'Bytes of the bodies that they came in.', () => read().bytes);
  }

  setEventGroupsWaitingGauge(read: () => number): void {
    this.gauge(
      'event_commit_waiting',
      'Requests with raw events that wait for the group before theirs to be committed.',
      read,
    );
  }

  /** The database is asked at a scrape, once for all that come within some seconds; while it is away, nothing is known. */
  setEventDaysGauges(read: () => Promise<EventDaysState>): void {
    const recently = lately(read, eventDaysKnownMs);
    this.gauge(
      'raw_event_days_left',
      'Whole days ahead for which there is a partition of raw events.',
      async () => (await recently())?.daysLeft ?? NaN,
    );
    this.gauge(
      'raw_event_stray_rows',
      'Raw events that lie in no partition of their day, up to ten thousand.',
      async () => (await recently())?.strayRows ?? NaN,
    );
  }

  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    tellGauge(this.registry, name, help, read);
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
