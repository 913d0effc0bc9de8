import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature, createProduct } from '../support/catalog';
import { launchBrowser } from '../support/chromium';
import { expectPage } from '../support/client';
import { ConsoleTab, telephone } from '../support/console-tab';
import { inBrowser } from '../support/in-browser';
import { fillEveryKind } from '../support/every-kind';

// Domain: access-and-events

/** Pictures for people: out of git, made anew at each run. */
const pictures = join(__dirname, '../../node_modules/.cache/console-pictures');

const ofCustomer = [
  ...['', '/subscriptions', '/promotions', '/wallets', '/usage', '/invoices'],
  ...['/governance', '/details', '/activity'],
].map((part) => `/customers/buyer${part}`);

const screens = [
  ...[
    '/',
    '/?feature=calls',
    '/products',
    '/products/wide',
    '/features',
    '/features/feature-00001',
    '/plans',
    '/plans/plan-00000',
  ],
  ...['/addons', '/addons/addon-0', '/matrix', '/groups', '/catalog-file', '/coupons', '/currencies'],
  ...['/customers', ...ofCustomer, '/subscriptions', '/contracts', '/contracts/long', '/legal-entities'],
  ...['/events', '/activity', '/tasks', '/webhooks', '/keys', '/integrations', '/exports'],
  ...['/entity-types', '/environment', '/nowhere'],
];

const hostile = [
  '<img src=x onerror=alert(1)>',
  `"><script>alert(1)</script>`,
  '\u202Egnp.exe \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627',
  '\u{1F469}\u200D\u{1F680} \u{1F1E9}\u{1F1EA} e\u0301\u0301\u0301',
  'x'.repeat(255),
  '=HYPERLINK("http://example.com")',
];

inBrowser('each screen of the console', () => {
  let app: TestApp;
  let browser: Browser;
  let desk: ConsoleTab;
  let phone: ConsoleTab;
  let subscription: string;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CONSOLE_ENABLED: 'true' } });
    browser = await launchBrowser();
    await fillEveryKind(app);
    const { data } = await expectPage<{ id: string }>(app.a.api.rest('GET', '/subscriptions?limit=1'));
    subscription = data[0]?.id ?? '';
    mkdirSync(pictures, { recursive: true });
    desk = await ConsoleTab.open(browser, app.url);
    await desk.signIn(app.a.serverKey);
    phone = await ConsoleTab.open(browser, app.url, telephone);
    await phone.signIn(app.a.serverKey);
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  const named = (path: string): string => path.replaceAll('/', '-').replace(/^-$/, '-overview');
  /** What is wrong with a screen, by the path that shows it. */
  async function faultsOf(tab: ConsoleTab, path: string, size: string): Promise<string[]> {
    tab.seen.complaints.length = 0;
    await tab.goTo(path);
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    await tab.picture(join(pictures, size + named(path)));
    const wide = await tab.overflow();
    return [
      ...(wide > 0 ? [`${path}: ${wide} px wider than ${size}`] : []),
      ...(size === 'telephone' ? [] : await tab.hindrances()).map((each) => `${path}: ${each}`),
      ...(tab.seen.complaints.length > 0 ? [`${path}: ${tab.seen.complaints.join(' ')}`] : []),
      ...((await tab.page.getByRole('alert').count()) > 0
        ? [`${path}: ${await tab.page.getByRole('alert').first().textContent()}`]
        : []),
    ];
  }

  it.each(screens)(
    'P1: %s can be read at a desk, by ear and by keyboard, and complains of nothing',
    async (path) => {
      expect(await faultsOf(desk, path, 'desk')).toEqual([]);
    },
  );

  it.each(screens)('P1: %s fits a telephone', async (path) => {
    expect(await faultsOf(phone, path, 'telephone')).toEqual([]);
  });

  it('P1: a subscription is told on a screen of its own', async () => {
    expect(await faultsOf(desk, `/subscriptions/${subscription}`, 'desk')).toEqual([]);
  });

  it('P1: the screens can be read in the dark', async () => {
    await desk.press('Dark');
    const faults: string[] = [];
    for (const path of ['/', '/plans/plan-00000', '/customers/buyer', '/keys'])
      faults.push(...(await faultsOf(desk, path, 'dark')));
    await desk.press('Light');
    expect(faults).toEqual([]);
  });

  it('P1: plots are drawn whatever language the browser tells', async () => {
    const tab = await ConsoleTab.open(browser, app.url);
    // Of Chromium where the machine has none.
    await tab.page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })`,
    );
    await tab.signIn(app.a.serverKey);
    expect(await faultsOf(tab, '/', 'posix')).toEqual([]);
    expect(await tab.page.locator('canvas').count()).toBeGreaterThan(0);
    await tab.close();
  });

  it('P1: no foreign host was asked', () => {
    expect([...desk.elsewhere(), ...phone.elsewhere()]).toEqual([]);
  });

  it('P1: names are shown as they are, whatever they hold', async () => {
    const place = await app.newEnvironment();
    for (const [at, name] of hostile.entries()) {
      await createCustomer(place.api, `customer-${at}`, { name });
      await createProduct(place.api, `product-${at}`, { displayName: name });
      await createFeature(place.api, `feature-${at}`, 'metered', { displayName: name });
    }
    const tab = await ConsoleTab.open(browser, app.url, telephone);
    await tab.signIn(place.serverKey);
    for (const [at, name] of hostile.entries()) {
      for (const kind of ['customer', 'product', 'feature']) {
        await tab.goTo(`/${kind}s/${kind}-${at}`);
        await tab
          .heading(/./)
          .filter({ hasText: name.slice(0, 20) })
          .waitFor();
        expect(await tab.page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
        expect(await tab.overflow()).toBe(0);
      }
    }
    for (const list of ['customers', 'products', 'features']) {
      await tab.goTo(`/${list}`);
      const told = await tab.page.getByRole('cell').allTextContents();
      expect(told).toEqual(expect.arrayContaining(hostile));
      expect(await tab.page.locator('main img, main script').count()).toBe(0);
    }
    expect([tab.seen.complaints, tab.elsewhere()]).toEqual([[], []]);
    await tab.close();
  });

  it('P1: what one sees can be taken away, and is no formula to who opens it', async () => {
    const place = await app.newEnvironment();
    await createCustomer(place.api, 'one', { name: '=1+1' });
    const tab = await ConsoleTab.open(browser, app.url);
    await tab.signIn(place.serverKey, '/customers');
    const [file] = await Promise.all([tab.page.waitForEvent('download'), tab.press('CSV of these 1')]);
    const text = await (await file.createReadStream()).reduce((all, part) => `${all}${String(part)}`, '');
    expect(text).toContain('"one","\'=1+1"');
    await tab.close();
  });
});
