import { createTestApp, type TestApp } from '../support/app';
import { forAll, inWords, radiusCatalog, radiusOf } from '../support/blast-radius';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { bringIntoForce } from '../support/catalog-door';
import { entitled } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';

// Domain: entitlements-usage

const meterOf = (name: string) => ({
  aggregation: { function: name, ...(name === 'UNIQUE' && { field: 'user' }) },
  filters: [],
});

describe.each([
  ['COUNT', 3, 1],
  ['UNIQUE', 2, 1],
])('the blast radius of a feature that a meter of %s feeds', (name, used, later) => {
  let app: TestApp;
  let api: ApiClient;

  const catalog = (usageLimit: number) => {
    const document = radiusCatalog();
    const calls = document['features'].find(({ id }) => id === 'calls');
    Object.assign(calls as Json, { meter: meterOf(name) });
    Object.assign(entitled(document.plans, 'base', 0), { usageLimit });
    return document;
  };
  const words = async () => inWords((await radiusOf(api, catalog(1), forAll)).changes);

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await bringIntoForce(api, catalog(100));
    await createCustomer(api, 'ann');
    await subscribe(api, 'ann', 'base');
  });
  afterAll(() => app.close());

  it('A16, W1: tells present usage of the window that runs, from events', async () => {
    const send = (key: string, user: string) => {
      const event = { customerId: 'ann', eventName: 'call', idempotencyKey: key, dimensions: { user } };
      return expectOk(api.rest('POST', '/events', { events: [event] }));
    };
    expect(await words()).toEqual(['ann calls: 100 → 1, uses 0']);
    await send('1', 'ann');
    await send('2', 'ben');
    await send('3', 'ann');
    expect(await words()).toEqual([`ann calls: 100 → 1, uses ${used}, below`]);
    app.clock.advance({ days: 40 });
    expect(await words()).toEqual(['ann calls: 100 → 1, uses 0']);
    await send('4', 'ann');
    expect(await words()).toEqual([`ann calls: 100 → 1, uses ${later}`]);
  });
});
