import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { launchBrowser } from '../support/chromium';
import { expectOk, expectPage } from '../support/client';
import { inBrowser } from '../support/in-browser';
import { collectedPlace, owe, type ToldPayment } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';
import { pathOf, SandboxDesk, type OpenedCheckout } from '../support/sandbox-pages';

/** Where the vendor has the payer come back to: another origin than ours. */
class Shop {
  private constructor(private readonly server: Server) {}

  static async open(): Promise<Shop> {
    const server = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Shop</title><h1>The shop</h1>');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Shop(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }
}

inBrowser('pages of the sandbox in a browser', () => {
  let app: TestApp;
  let shop: Shop;
  let browser: Browser;
  let context: BrowserContext;
  let tab: Page;
  let desk: SandboxDesk;
  let requested: string[];
  let complaints: string[];

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    shop = await Shop.open();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    await app.close();
  });
  beforeEach(async () => {
    const place = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
    desk = new SandboxDesk(app, place.environmentId);
    await newTab({ viewport: { width: 1280, height: 800 } });
  });
  afterEach(() => context.close());

  async function newTab(options: Parameters<Browser['newContext']>[0]): Promise<void> {
    await context?.close();
    context = await browser.newContext({ ...options, javaScriptEnabled: options?.javaScriptEnabled ?? true });
    tab = await context.newPage();
    requested = [];
    complaints = [];
    tab.on('request', (request) => void requested.push(request.url()));
    tab.on('console', (message) => void complaints.push(message.text()));
    tab.on('pageerror', (error) => void complaints.push(error.message));
  }

  const open = (more: Parameters<SandboxDesk['open']>[0] = {}): Promise<OpenedCheckout> =>
    desk.open({ successUrl: `${shop.url}/thanks`, cancelUrl: `${shop.url}/cart`, ...more });
  const ask = (ref: string) => desk.within((provider) => provider.askCheckout(ref));
  /** Which addresses were asked for, but for those of this service. */
  const elsewhere = () => requested.filter((url) => !url.startsWith(`${app.url}/`));
  const choose = (label: RegExp) => tab.getByRole('radio', { name: label }).check();
  const press = (name: RegExp) => tab.getByRole('button', { name }).click();
  const overflow = () =>
    tab.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('pays, and is led back to the vendor', async () => {
    const { url, ref } = await open();
    await tab.goto(url);
    await choose(/ending 4242/);
    await press(/^Pay USD/);
    await tab.waitForURL(`${shop.url}/thanks`);
    expect(await ask(ref)).toMatchObject({ state: 'COMPLETE', payment: { state: 'SUCCEEDED' } });
    expect(elsewhere().filter((each) => !each.endsWith('/favicon.ico'))).toEqual([`${shop.url}/thanks`]);
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  it('is declined, told so, and pays by another method', async () => {
    const { url } = await open();
    await tab.goto(url);
    await choose(/ending 0002/);
    await press(/^Pay USD/);
    expect(await tab.getByRole('alert').textContent()).toMatch(/declined/);
    expect(await tab.title()).toMatch(/^Not paid/);
    expect(elsewhere()).toEqual([]);
    await choose(/ending 4242/);
    await press(/^Pay USD/);
    await tab.waitForURL(`${shop.url}/thanks`);
  });

  it('confirms on the way', async () => {
    const { url } = await open();
    await tab.goto(url);
    await choose(/ending 3155/);
    await press(/^Pay USD/);
    await press(/^Confirm$/);
    await tab.waitForURL(`${shop.url}/thanks`);
    expect(complaints).toEqual([]);
  });

  it('goes back without paying', async () => {
    const { url, ref } = await open();
    await tab.goto(url);
    await press(/^Cancel and go back$/);
    await tab.waitForURL(`${shop.url}/cart`);
    expect(await ask(ref)).toEqual({ state: 'OPEN' });
    expect(complaints).toEqual([]);
  });

  it('needs no more than a keyboard, and no script', async () => {
    await newTab({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
    const { url, ref } = await open();
    await tab.goto(url);
    const press = (key: string) => tab.keyboard.press(key);
    await press('Tab');
    await press('ArrowDown');
    await press('Tab');
    await press('Enter');
    expect(await tab.getByRole('alert').textContent()).toMatch(/declined/);
    await press('Tab');
    await press('ArrowUp');
    await press('Space');
    await press('Tab');
    await press('Space');
    await tab.waitForURL(`${shop.url}/thanks`);
    expect(await ask(ref)).toMatchObject({ state: 'COMPLETE', payment: { method: { last4: '4242' } } });
  });

  it('shows where the focus is', async () => {
    const { url } = await open();
    await tab.goto(url);
    for (const name of ['INPUT', 'BUTTON', 'BUTTON']) {
      await tab.keyboard.press('Tab');
      const [focused, outline] = await tab.evaluate<[string, string]>(
        '[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineWidth]',
      );
      expect([focused, outline]).toEqual([name, '3px']);
    }
  });

  it('fits a telephone, whatever is written on it', async () => {
    await newTab({ viewport: { width: 390, height: 844 } });
    const description = `${'A long name '.repeat(20)}${'x'.repeat(300)}`;
    const { url, ref } = await open({ description });
    await tab.goto(url);
    expect(await overflow()).toBe(0);
    await choose(/ending 0002/);
    await press(/^Pay USD/);
    expect(await overflow()).toBe(0);
    await choose(/ending 3155/);
    await press(/^Pay USD/);
    expect(await overflow()).toBe(0);
    await desk.within((provider) => provider.closeCheckout(ref));
    await tab.goto(url);
    expect(await overflow()).toBe(0);
    await tab.goto(`${app.url}/pay/done`);
    expect(await overflow()).toBe(0);
  });

  it('is written in colours that can be read', async () => {
    const { url } = await open();
    await tab.goto(url);
    await choose(/ending 0002/);
    await press(/^Pay USD/);
    const pairs = await tab.evaluate<[string, string][]>(`
      [...document.querySelectorAll('h1, p, legend, label, button, a')].map((element) => {
        let behind = element;
        while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
        return [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
      })`);
    expect(pairs.length).toBeGreaterThan(10);
    for (const [ink, paper] of pairs) expect(contrast(ink, paper)).toBeGreaterThan(4.5);
  });

  it('confirms a payment of an invoice, where its address says', async () => {
    const place = await collectedPlace(app);
    await payBy(place.api, 'needs_action');
    const invoiceId = await owe(app, place);
    const told = await expectOk<ToldPayment>(place.api.rest('POST', chargePath(invoiceId)));
    await tab.goto(app.url + pathOf(String(told['actionUrl'])));
    await press(/^Confirm$/);
    expect(await tab.getByRole('status').textContent()).toMatch(/was made/);
    const { state } = await expectOk<{ state: string }>(
      place.api.rest('GET', `/customers/acorn/invoices/${invoiceId}`),
    );
    expect([state, elsewhere(), complaints]).toEqual(['PAID', [], []]);
  });

  describe('for what is bought', () => {
    let story: ChargeStory;

    beforeEach(async () => {
      story = await ChargeStory.begin(app);
      await expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));
    });

    /** @returns the address of the page */
    async function buy(): Promise<string> {
      const checkoutOptions = { successUrl: `${shop.url}/thanks`, cancelUrl: `${shop.url}/cart` };
      const told = await expectOk<Json>(story.ask('pro', charged({ id: 'pro-1', checkoutOptions })));
      expect(told).toMatchObject({ id: 'pro-1', status: 'PAYMENT_REQUIRED', subscription: null });
      return app.url + pathOf(String(told['checkoutUrl']));
    }
    const isNotMade = async () => {
      expect(await story.api.rest('GET', '/subscriptions/pro-1')).toRefuse('SubscriptionNotFound');
      const all = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada'));
      expect([all.data, await story.bills()]).toEqual([[], []]);
    };
    const methodOfAda = async () =>
      (await expectOk<Json>(story.api.rest('GET', '/customers/ada')))['defaultPaymentMethod'];

    it('customers-subscriptions V9: declined, then paid by keyboard alone on a telephone: it runs, by the method that was chosen', async () => {
      await newTab({ viewport: { width: 390, height: 844 } });
      await tab.goto(await buy());
      const press = async (...keys: string[]) => {
        for (const key of keys) await tab.keyboard.press(key);
      };
      await press('Tab', 'ArrowDown', 'Tab', 'Enter');
      expect(await tab.getByRole('alert').textContent()).toMatch(/declined/);
      expect(await overflow()).toBe(0);
      await isNotMade();
      await press('Tab', 'ArrowDown', 'Tab', 'Enter');
      await tab.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
      expect(await overflow()).toBe(0);
      await isNotMade();
      await press('Tab', 'Enter');
      await tab.waitForURL(`${shop.url}/thanks`);
      expect(await story.get('pro-1')).toMatchObject({
        ...{ status: 'ACTIVE', planId: 'pro', paymentCollection: 'NOT_REQUIRED' },
      });
      expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
      expect(await methodOfAda()).toMatchObject({ cardLast4Digits: '3155' });
      expect(complaints.filter((each) => !each.includes('402'))).toEqual([]);
    });

    it('customers-subscriptions V9, V10: abandoned, nothing is made of it, neither then nor once its day is over', async () => {
      const page = await buy();
      await tab.goto(page);
      await press(/^Cancel and go back$/);
      await tab.waitForURL(`${shop.url}/cart`);
      await isNotMade();
      await story.to('2026-04-12');
      await tab.goto(page);
      expect(await tab.getByRole('heading').textContent()).toBe('This page was closed');
      await isNotMade();
      expect(await methodOfAda()).toBeNull();
    });
  });
});

/** Of two colours `rgb(…)`: WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
