import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { directChains } from '#libs/http/direct-routes';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { newSubscriber } from '../support/catalog';
import type { ApiClient, Method, RestAnswer } from '../support/client';
import { restOperations, type RestOperation } from '../support/every-operation';
import { sellEveryKind } from '../support/every-kind-sold';

let byTheRouter = 0;

/** Does nothing, but only the framework's router knows how to do it. */
@Injectable()
class Passing implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    byTheRouter++;
    return next.handle();
  }
}

/** What differs between two requests whoever answers them. */
const changing = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const drawn = /"(secret|lastFour)":"[^"]*"/g;
const ofTheProcess = new Set([
  'ratelimit-remaining',
  'date',
  'x-entitlements-version',
  'x-entitlements-staleness-ms',
  'etag',
]);

const told = ({ status, text, headers }: RestAnswer) => ({
  status,
  text: text.replace(changing, 'uid').replace(drawn, '"$1":""'),
  headers: [...headers].filter(([name]) => !ofTheProcess.has(name)),
});

describe('direct routes answer as the router does', () => {
  let app: TestApp;
  let router: OtherProcess;
  let operations: RestOperation[];

  beforeAll(async () => {
    app = await createTestApp({ rateLimits: 1000 });
    router = await app.startBeside({
      rateLimits: 1000,
      providers: [{ provide: APP_INTERCEPTOR, useClass: Passing }],
    });
    await sellEveryKind(app.a.api);
    operations = await restOperations(app);
  });
  afterAll(async () => {
    await router.close();
    await app.close();
  });

  /** One request to both. */
  const same = async (
    method: Method,
    url: string,
    { body, headers, as = (api) => api }: Sent = {},
  ): Promise<RestAnswer> => {
    const send = (api: ApiClient) =>
      as(api).send(method, url, body, { 'x-request-id': 'one-request', ...headers });
    const answer = await send(app.a.api);
    expect({ url, ...told(await send(router.api)) }).toEqual({ url, ...told(answer) });
    return answer;
  };
  interface Sent {
    body?: unknown;
    headers?: Record<string, string>;
    as?: (api: ApiClient) => ApiClient;
  }

  it('every operation of REST is called directly, unless something stands around it that only the router knows', () => {
    const chains = directChains(app.nest);
    const addresses = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect(addresses.filter((address) => !chains.has(address))).toEqual([]);
    expect(directChains(router.nest).size).toBe(0);
  });

  it('every operation: nobody, nothing, too much, no JSON, what cannot be', async () => {
    const before = byTheRouter;
    const statuses = new Set<number>();
    for (const { method, url } of operations) {
      const mayHaveBody = method !== 'GET' && method !== 'DELETE';
      const requests: Sent[] = [
        { as: (api) => api.as({}) },
        {},
        { headers: { 'if-match': 'x', 'x-min-version': 'x' } },
        ...(mayHaveBody ? [{ body: {} }, { body: { surplus: 1 } }, { body: '{' }, { body: '[]' }] : []),
      ];
      for (const request of requests) statuses.add((await same(method, url, request)).status);
      statuses.add((await same(method, `${url}?surplus=1&surplus=2`)).status);
      statuses.add((await same(method, url.replace('nobody', ''))).status);
      statuses.add((await same(method, url.replace('nobody', '%ff'))).status);
      statuses.add((await same(method, url.replace('nobody', 'x'.repeat(300)))).status);
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect(byTheRouter - before).toBeGreaterThan(operations.length);
  });

  it('checks and reports: granted, denied, counted, repeated, refused', async () => {
    const customer = await newSubscriber(app.a.api, 'plan');
    const checked = `/api/v1/customers/${customer}/entitlements`;
    for (const query of [
      '?featureId=calls',
      '?featureId=calls&requestedUsage=1000000',
      '?featureId=nothing',
      '?featureId=calls&resourceId=site',
      '?featureId=calls&currencyId=gold',
      '?featureId=calls&requestedUsage=-1',
      '?currencyId=gold',
      '',
    ]) {
      for (const method of ['GET', 'HEAD'] as const) await same(method, `${checked}/check${query}`);
      await same('GET', `${checked}/check${query}`, { headers: { 'x-min-version': '1' } });
    }
    await same('GET', checked);
    const reports: Sent[] = [
      { body: { usages: [] } },
      { body: { usages: [{ customerId: customer, featureId: 'calls', value: 1, surplus: 1 }] } },
      { body: { usages: [{ customerId: customer, featureId: 'nothing', value: 1 }] } },
      { body: { usages: [{ customerId: customer, featureId: 'calls', value: 0 }] } },
      {
        body: { usages: [{ customerId: customer, featureId: 'calls', value: 1 }] },
        headers: { 'idempotency-key': 'once' },
      },
      { body: { usages: [{ customerId: customer, featureId: 'calls', value: 1e9, enforceLimit: true }] } },
      {
        body: { usages: [{ customerId: customer, featureId: 'calls', value: 1 }] },
        headers: { 'if-match': '"a.1"' },
      },
    ];
    const [, , , , repeated] = reports as [Sent, Sent, Sent, Sent, Sent];
    // The first of both would be a report, and the second its repetition.
    await app.a.api.send('POST', '/api/v1/usage', repeated.body, repeated.headers);
    for (const request of reports) await same('POST', '/api/v1/usage', request);
    expect((await same('GET', `${checked}/check?featureId=calls`)).text).toContain('"currentUsage":1');
  });

  it('other forms of answers: pages, documents, what was there already, who may not', async () => {
    await same('GET', '/api/v1/features?limit=2');
    await same('GET', '/api/v1/plans/plan');
    await same('GET', '/api/v1/catalog/export');
    await same('GET', '/api/v1/catalog/export?format=yaml');
    const reader = await app.a.scopedKey('products:read');
    const as = (api: ApiClient): ApiClient => api.as({ key: reader });
    for (const { method, url } of operations) await same(method, url, { as });
  });
});
