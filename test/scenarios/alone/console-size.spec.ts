import type { Browser, CDPSession } from 'playwright-core';
import { createCustomer, createFeature, createPlan, createProduct, feature } from '../../support/catalog';
import { launchBrowser } from '../../support/chromium';
import { expectOk, type ApiClient } from '../../support/client';
import { ConsoleTab } from '../../support/console-tab';
import { createTestDatabase, execute, type TestDatabase } from '../../support/database';
import { inBrowser } from '../../support/in-browser';
import { scaled } from '../../support/scenario-scale';
import { ServiceProcess } from '../../support/service-process';

// Domain: access-and-events

jest.setTimeout(3_600_000);

const customers = scaled(100_000, 2000);
const entitlements = scaled(300, 60);
const ledgerRows = scaled(100_000, 2000);
const navigations = scaled(200, 40);
const atOnce = 50;
/** What a tab holds more after all of them; a screen that is not let go holds a megabyte. */
const mostGrowthMb = 4;

const screens = [
  ...['/', '/customers', '/customers/holder', '/customers/holder/wallets?currency=tokens'],
  ...['/plans', '/plans/wide', '/matrix', '/features', '/subscriptions', '/activity'],
];

inBrowser('the console before much', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Browser;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    await sell(service.api);
    await fill();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.kill();
    await database?.drop();
  });

  async function sell(api: ApiClient): Promise<void> {
    await createProduct(api, 'maps');
    await createPlan(api, { id: 'wide', productId: 'maps' });
    for (let begin = 0; begin < entitlements; begin += atOnce) {
      const ids = Array.from({ length: Math.min(atOnce, entitlements - begin) }, (_, n) => `f-${begin + n}`);
      for (const id of ids) await createFeature(api, id, 'metered');
      const granted = ids.map((id) => feature(id, { usageLimit: 100, resetPeriod: 'MONTH' }));
      await expectOk(api.rest('POST', '/plans/wide/entitlements', { entitlements: granted }));
    }
    await expectOk(api.rest('POST', '/plans/wide/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await createCustomer(api, 'holder', { name: 'Holder' });
    await expectOk(api.rest('POST', '/subscriptions', { customerId: 'holder', planId: 'wide' }));
    const currencyId = 'tokens';
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: currencyId, displayName: 'Tokens' }));
    const grant = { customerId: 'holder', currencyId, displayName: 'Given', grantType: 'PAID', amount: 1e6 };
    await expectOk(api.rest('POST', '/credits/grants', grant));
  }

  /** More of what there is one of, behind the back of the service. */
  const fill = (): Promise<void> =>
    execute(
      database.url,
      `insert into customer select (jsonb_populate_record(c, jsonb_build_object('uid', gen_random_uuid(),
          'id', 'customer-' || lpad(n::text, 6, '0'), 'name', 'Buyer ' || n, 'email', 'buyer-' || n || '@example.com'))).*
         from customer c, generate_series(1, ${customers}) n where c.id = 'holder'`,
      `set engine.member = 'on'`,
      `insert into credit_ledger_entry select (jsonb_populate_record(e, jsonb_build_object('uid', gen_random_uuid(), 'seq', e.seq + n))).*
         from credit_ledger_entry e, generate_series(1, ${ledgerRows}) n where e.seq = 1`,
      'analyze customer, credit_ledger_entry',
    );

  const since = (begin: number): number => Math.round(performance.now() - begin);

  it('its first screen, its screens one by one, and the answer of a filter; times are told, not judged', async () => {
    const tab = await ConsoleTab.open(browser, service.url);
    let begin = performance.now();
    await tab.page.goto(`${service.url}/console`);
    await tab.page.getByLabel('Server key').waitFor();
    const told = [`sign-in ${since(begin)} ms`];
    await tab.signIn(service.serverKey);
    for (const path of screens) {
      begin = performance.now();
      await tab.goTo(path);
      told.push(`${path} ${since(begin)} ms`);
    }
    await tab.goTo('/customers');
    begin = performance.now();
    await tab.page.getByLabel('Name').fill(`Buyer ${customers}`);
    await tab.page.getByText(`buyer-${customers}@example.com`).waitFor();
    told.push(`filter, 120 ms of it its pause, ${since(begin)} ms`);
    process.stdout.write(`console-size.spec: ${customers} customers, ${told.join(', ')}\n`);
    expect(tab.seen.complaints).toEqual([]);
    await tab.close();
  });

  it(`after ${navigations} navigations the tab holds what it held`, async () => {
    const tab = await ConsoleTab.open(browser, service.url);
    await tab.signIn(service.serverKey);
    const session = await tab.context.newCDPSession(tab.page);
    const walk = async (steps: number): Promise<void> => {
      for (let step = 0; step < steps; step++) await tab.goTo(screens[step % screens.length] as string);
      await tab.goTo('/');
    };
    // Each screen has loaded what it needs.
    await walk(2 * screens.length);
    const before = await heldBy(session);
    await walk(navigations);
    const after = await heldBy(session);
    process.stdout.write(
      `console-size.spec: ${navigations} navigations: heap ${before.heapMb.toFixed(1)} to ${after.heapMb.toFixed(1)} MB, ` +
        `nodes ${before.nodes} to ${after.nodes}, listeners ${before.listeners} to ${after.listeners}\n`,
    );
    expect(after.heapMb - before.heapMb).toBeLessThan(mostGrowthMb);
    await tab.close();
  });
});

interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** What a tab holds, when all that nothing holds any more is cleared away. */
async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.enable');
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1024 / 1024, nodes, listeners };
}
