import { Metrics } from './metrics';
import { startMetricsServer, type MetricsServer } from './metrics-server';

const linesOf = async (metrics: Metrics, name: string): Promise<string[]> =>
  (await metrics.render()).split('\n').filter((line) => line.startsWith(name));

describe('metrics', () => {
  it('measure requests by method and class of status, and count them by route pattern', async () => {
    const metrics = new Metrics();
    metrics.observeRequest('GET', '/api/v1/customers/:customerId', 200, 0.004);
    metrics.observeRequest('GET', '/api/v1/customers/:customerId', 200, 0.2);
    metrics.observeRequest('POST', '/api/v1/customers', 409, 0.1);

    expect(await linesOf(metrics, 'http_requests_total')).toEqual([
      'http_requests_total{method="GET",route="/api/v1/customers/:customerId",status="2xx"} 2',
      'http_requests_total{method="POST",route="/api/v1/customers",status="4xx"} 1',
    ]);
    expect(await linesOf(metrics, 'http_request_duration_seconds_count')).toEqual([
      'http_request_duration_seconds_count{method="GET",status="2xx"} 2',
      'http_request_duration_seconds_count{method="POST",status="4xx"} 1',
    ]);
    expect(await linesOf(metrics, 'http_request_duration_seconds_bucket')).toContain(
      'http_request_duration_seconds_bucket{le="0.005",method="GET",status="2xx"} 1',
    );
  });

  it('H-14: callers cannot invent time series', async () => {
    const metrics = new Metrics();
    for (let call = 0; call < 1500; call++) metrics.observeRequest(`VERB${call}`, `/raw/${call}`, 404, 0.001);
    const series = await linesOf(metrics, 'http_requests_total');

    expect(series).toHaveLength(241);
    expect(series.filter((line) => line.includes('method="other"'))).toHaveLength(241);
    expect(series.at(-1)).toContain('route="other",status="4xx"} 1260');
  });

  it('§2.11: have at most 200 kB, however many routes and use cases there are and however they end', async () => {
    const metrics = new Metrics();
    const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'];
    for (let n = 0; n < 5000; n++) {
      const path = `/api/v1/resources/:id/parts-of-them/${n}`;
      for (const status of [200, 404, 500])
        metrics.observeRequest(verbs[n % 8] ?? '', path, status, Math.random());
      for (const outcome of ['ok', 'fault', `Refusal${n}`])
        metrics.startUseCase(`useCaseOfAKind${n}`)(outcome);
      metrics.databaseFault(`X${n}`);
      metrics.taskSubject(`kind-of-task-${n}`, 'done');
      metrics.outboxHandled(`handler-of-events-${n}`);
    }
    expect((await metrics.render()).length).toBeLessThanOrEqual(200_000);
  });

  it('know nothing of the days of events while the database is away, and ask it once for those who ask together', async () => {
    const metrics = new Metrics();
    const read = jest.fn(() => Promise.reject(new Error('away')));
    metrics.setEventDaysGauges(read);
    await Promise.all([metrics.render(), metrics.render()]);
    expect(await linesOf(metrics, 'raw_event_days_left')).toEqual(['raw_event_days_left Nan']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('measure use cases by how they ended', async () => {
    const metrics = new Metrics();
    metrics.startUseCase('createAddon')('ok');
    metrics.startUseCase('createAddon')('DuplicatedEntityNotAllowed');

    expect(await linesOf(metrics, 'use_case_runs_total')).toEqual([
      'use_case_runs_total{use_case="createAddon",outcome="ok"} 1',
      'use_case_runs_total{use_case="createAddon",outcome="refused"} 1',
    ]);
    expect(await linesOf(metrics, 'use_case_refusals_total')).toEqual([
      'use_case_refusals_total{code="DuplicatedEntityNotAllowed"} 1',
    ]);
  });

  it('a use case is measured in seconds', async () => {
    const metrics = new Metrics();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
    const stop = metrics.startUseCase('createAddon');
    clock.mockReturnValue(1250);
    stop('ok');
    clock.mockRestore();

    expect(await linesOf(metrics, 'use_case_seconds_total')).toEqual([
      'use_case_seconds_total{use_case="createAddon"} 0.25',
    ]);
  });

  it('count refusals by kind of bucket, deliveries by handler, subjects of tasks, and lost log lines', async () => {
    const metrics = new Metrics();
    metrics.rateLimited('entity');
    metrics.rateLimited('entity');
    metrics.rateLimited('address');
    metrics.outboxHandled('webhooks');
    metrics.outboxFailed('webhooks');
    metrics.taskSubject('MIGRATE', 'done');
    metrics.taskSubject('MIGRATE', 'fault');
    metrics.logLineDropped();

    expect(await linesOf(metrics, 'rate_limited_total')).toEqual([
      'rate_limited_total{bucket_kind="entity"} 2',
      'rate_limited_total{bucket_kind="address"} 1',
    ]);
    expect(await linesOf(metrics, 'outbox_deliveries_total')).toEqual([
      'outbox_deliveries_total{handler="webhooks",outcome="handled"} 1',
      'outbox_deliveries_total{handler="webhooks",outcome="failed"} 1',
    ]);
    expect(await linesOf(metrics, 'task_subjects_total')).toEqual([
      'task_subjects_total{kind="MIGRATE",outcome="done"} 1',
      'task_subjects_total{kind="MIGRATE",outcome="fault"} 1',
    ]);
    expect(await linesOf(metrics, 'log_lines_dropped_total')).toEqual(['log_lines_dropped_total 1']);
  });

  it('read the pool at each scrape, and the newest pool after a reconnect', async () => {
    const metrics = new Metrics();
    const pool = { total: 10, idle: 7, waiting: 0 };
    metrics.setPoolGauges(() => pool);
    expect(await linesOf(metrics, 'database_pool_connections')).toEqual([
      'database_pool_connections{state="total"} 10',
      'database_pool_connections{state="idle"} 7',
      'database_pool_connections{state="waiting"} 0',
    ]);

    pool.waiting = 3;
    expect(await linesOf(metrics, 'database_pool_connections')).toContain(
      'database_pool_connections{state="waiting"} 3',
    );
    metrics.setPoolGauges(() => ({ total: 1, idle: 1, waiting: 0 }));
    expect(await linesOf(metrics, 'database_pool_connections{state="total"}')).toEqual([
      'database_pool_connections{state="total"} 1',
    ]);
  });

  it('tell the process: memory and the lag of the event loop', async () => {
    const metrics = new Metrics();

    expect(await linesOf(metrics, 'process_resident_memory_bytes ')).toHaveLength(1);
    expect(await linesOf(metrics, 'nodejs_eventloop_lag_p99_seconds ')).toHaveLength(1);
  });

  it('two services in one process do not share their numbers', async () => {
    const [one, other] = [new Metrics(), new Metrics()];
    one.rateLimited('entity');

    expect(await linesOf(other, 'rate_limited_total{')).toEqual([]);
  });
});

describe('the listener of METRICS_PORT', () => {
  let server: MetricsServer;
  const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`;

  beforeEach(async () => {
    const metrics = new Metrics();
    metrics.rateLimited('entity');
    server = await startMetricsServer(metrics, 0, '127.0.0.1');
  });
  afterEach(() => server.close());

  it('serves /metrics in the Prometheus format', async () => {
    const response = await fetch(at('/metrics'));

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('rate_limited_total{bucket_kind="entity"} 1');
  });

  it('serves nothing else', async () => {
    expect((await fetch(at('/'))).status).toBe(404);
    expect((await fetch(at('/metrics/x'))).status).toBe(404);
    const post = await fetch(at('/metrics'), { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('closes although a scraper keeps its connection', async () => {
    await (await fetch(at('/metrics'))).text();
    await server.close();

    await expect(fetch(at('/metrics'))).rejects.toThrow();
  });

  it('a port in use is told', async () => {
    await expect(startMetricsServer(new Metrics(), server.port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  });
});
