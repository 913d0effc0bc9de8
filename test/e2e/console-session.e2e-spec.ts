import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct } from '../support/catalog';
import { launchBrowser } from '../support/chromium';
import { expectOk, expectPage } from '../support/client';
import { ConsoleTab } from '../support/console-tab';
import { inBrowser } from '../support/in-browser';

// Domain: access-and-events

inBrowser('who is signed in to the console', () => {
  let app: TestApp;
  let browser: Browser;
  let tab: ConsoleTab;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CONSOLE_ENABLED: 'true' } });
    browser = await launchBrowser();
    await createProduct(app.a.api, 'maps');
    await createCustomer(app.a.api, 'acorn');
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });
  beforeEach(async () => {
    tab = await ConsoleTab.open(browser, app.url);
  });
  afterEach(() => tab.close());

  /** Everything that outlives the memory of the tab, or is seen from outside of it. */
  const kept = async (): Promise<string> => {
    const stored = await tab.page.evaluate<string>(
      `(async () => JSON.stringify([
        Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href, history.state,
        (await indexedDB.databases()).map(({ name }) => name), await caches.keys(), document.title,
      ]))()`,
    );
    return stored + JSON.stringify(await tab.context.cookies()) + tab.seen.requested.join(' ');
  };

  it('P1: the key is in the memory of the tab, and in no storage, address or log', async () => {
    await tab.signIn(app.a.serverKey);
    await tab.place('Customers');
    await tab.page.getByRole('link', { name: 'acorn' }).click();
    await tab.heading('acorn').waitFor();
    await tab.settled();
    expect(await kept()).not.toContain(app.a.serverKey);
    expect(tab.seen.complaints.join(' ')).not.toContain(app.a.serverKey);
    expect(app.logLines.join('\n')).not.toContain(app.a.serverKey);
  });

  it('P1: a reload forgets it, and leads on to where it was', async () => {
    await tab.signIn(app.a.serverKey, '/products?status=ARCHIVED');
    await tab.heading('Products').waitFor();
    await tab.page.reload();
    await tab.page.getByLabel('Server key').fill(app.a.serverKey);
    await tab.press('Sign in');
    await tab.heading('Products').waitFor();
    expect(new URL(tab.page.url()).search).toBe('?status=ARCHIVED');
  });

  it('P1: to sign out forgets what was read, too', async () => {
    await tab.signIn(app.a.serverKey, '/customers');
    await tab.page.getByRole('link', { name: 'acorn' }).waitFor();
    await tab.press('Sign out');
    await tab.page.getByLabel('Server key').waitFor();
    expect(await tab.page.content()).not.toContain('acorn');
    const asked = tab.seen.requested.length;
    await tab.page.waitForTimeout(300);
    expect(tab.seen.requested.slice(asked)).toEqual([]);
    expect(await kept()).not.toContain(app.a.serverKey);
  });

  it('P1: what is no key is refused in the words of the service', async () => {
    await tab.page.goto(`${app.url}/console`);
    await tab.press('Sign in');
    expect(await tab.page.getByRole('alert').textContent()).toMatch(/server-/);
    await tab.page.getByLabel('Server key').fill('server-nonsense');
    await tab.press('Sign in');
    await tab.page.getByText('Unauthenticated').waitFor();
    await tab.page.getByLabel('Server key').fill(app.a.publishableKey);
    await tab.press('Sign in');
    await tab.page.getByText('IdentityForbidden').waitFor();
  });

  it('P1: a key that is revoked ends the session, and it says so', async () => {
    const key = await app.a.scopedKey('products:read');
    await tab.signIn(key, '/products');
    await tab.page.getByRole('link', { name: 'maps' }).waitFor();
    const { data: keys } = await expectPage<{ id: string; kind: string }>(
      app.a.api.rest('GET', '/api-keys?limit=100'),
    );
    for (const { id } of keys.filter(({ kind }) => kind === 'SCOPED'))
      await expectOk(app.a.api.rest('POST', `/api-keys/${id}/revoke`));
    await tab.page.getByRole('link', { name: 'maps' }).click();
    await tab.page.getByText(/does not take this key any more/).waitFor();
  });

  it('P2: what a key may not do is not offered, and refused all the same', async () => {
    await tab.signIn(await app.a.scopedKey('products:read', 'customers:read'));
    const places = await tab.page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link')
      .allTextContents();
    expect(places).toEqual(['Overview', 'Products', 'Customers']);
    await tab.place('Products');
    await tab.page.getByRole('link', { name: 'maps' }).waitFor();
    expect(await tab.page.getByRole('button', { name: 'New product' }).count()).toBe(0);
    await tab.goTo('/keys');
    await tab.page.getByText('IdentityForbidden').waitFor();
  });

  describe('while the service is not well', () => {
    const api = '**/api/**';
    const line = () =>
      tab.page
        .getByRole('status')
        .filter({ hasText: /service/i })
        .first();
    const complaintsOfOurs = () =>
      tab.seen.complaints.filter((each) => !each.startsWith('Failed to load resource'));

    beforeEach(() => tab.signIn(app.a.serverKey));

    it('P1: away: each screen says so, and recovers by itself', async () => {
      await tab.context.route(api, (route) => route.abort('connectionrefused'));
      await tab.place('Products');
      await line()
        .filter({ hasText: /does not answer/ })
        .waitFor();
      await tab.context.unroute(api);
      await tab.page.getByRole('link', { name: 'maps' }).waitFor();
      expect(await tab.page.getByText(/does not answer/).count()).toBe(0);
      expect(complaintsOfOurs()).toEqual([]);
    });

    it('P1: too many requests: it waits for as long as it is asked to', async () => {
      let refused = 0;
      await tab.context.route(api, (route) => {
        refused += 1;
        const headers = { 'retry-after': '2', 'content-type': 'application/json' };
        const body = JSON.stringify({ message: 'Too many requests', code: 'RateLimitExceeded' });
        return route.fulfill({ status: 429, headers, body });
      });
      await tab.place('Products');
      await line()
        .filter({ hasText: /asks to wait/ })
        .waitFor();
      const before = refused;
      await tab.page.waitForTimeout(1_000);
      expect(refused).toBe(before);
      await tab.context.unroute(api);
      await tab.page.getByRole('link', { name: 'maps' }).waitFor();
      expect(complaintsOfOurs()).toEqual([]);
    });

    it('P1: slow: it says that it waits', async () => {
      await tab.context.route(api, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 4_500));
        await route.continue();
      });
      await tab.place('Products');
      await line()
        .filter({ hasText: /takes long/ })
        .waitFor();
      await tab.page.getByRole('link', { name: 'maps' }).waitFor();
      await tab.context.unroute(api);
    });

    it('P1: a change is made once, though its answer was lost', async () => {
      let lost = 0;
      await tab.context.route('**/api/v1/products', async (route) => {
        if (route.request().method() !== 'POST' || lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort('connectionreset');
      });
      await tab.place('Products');
      await tab.press('New product');
      await tab.window.getByLabel(/^Id/).fill('once');
      await tab.window.getByLabel(/^Display name/).fill('Made once');
      await tab.press('Make it', tab.window);
      await tab.heading('Made once').waitFor();
      expect(lost).toBe(1);
      const { data: made } = await expectPage<unknown>(
        app.a.api.rest('GET', '/activity?type=product.created&entityId=once'),
      );
      expect(made).toHaveLength(1);
    });
  });
});
