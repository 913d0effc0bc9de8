import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature, createProduct } from '../support/catalog';
import { launchBrowser } from '../support/chromium';
import { ConsoleTab } from '../support/console-tab';
import { inBrowser } from '../support/in-browser';

// Domain: access-and-events

inBrowser('the search of the console', () => {
  let app: TestApp;
  let browser: Browser;
  let tab: ConsoleTab;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CONSOLE_ENABLED: 'true' } });
    browser = await launchBrowser();
    await createProduct(app.a.api, 'maps', { displayName: 'Acorn maps' });
    await createFeature(app.a.api, 'acorn-calls', 'metered');
    await createCustomer(app.a.api, 'acorn', { name: 'Acorn Cartography' });
    tab = await ConsoleTab.open(browser, app.url);
    await tab.signIn(app.a.serverKey);
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  const input = () => tab.page.getByRole('combobox', { name: 'Search' });

  it('P3: by keyboard alone: / leads to it, what begins with the letters is told, Enter opens it', async () => {
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('aco');
    const hits = tab.page.getByRole('option');
    await hits.nth(2).waitFor();
    expect(await hits.allTextContents()).toEqual([
      expect.stringMatching(/Acorn Cartography.*Customer/),
      expect.stringMatching(/Acorn maps.*Product/),
      expect.stringMatching(/acorn-calls.*Feature/),
    ]);
    // While the hits are open, what is around them is silent to who reads by ear, and whoever leaves them closes them.
    expect((await tab.hindrances()).filter((each) => !each.startsWith('aria-hidden-focus'))).toEqual([]);
    await tab.page.keyboard.press('Enter');
    await tab.heading('Acorn Cartography').waitFor();
  });

  it('P3: nothing found is said, and what is typed is asked for as it is', async () => {
    await input().fill('<b>100%</b>');
    await tab.page.getByText('Nothing begins with “<b>100%</b>”.').waitFor();
    await tab.page.keyboard.press('Escape');
  });

  it('P3: a field that names an object offers those that begin so', async () => {
    await tab.place('Plans');
    await tab.press('New plan');
    await tab.window.getByLabel(/^Product id/).fill('acorn');
    const offered = tab.window.locator('datalist option');
    await offered.first().waitFor({ state: 'attached' });
    expect(await offered.evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual([
      'maps',
    ]);
    expect([tab.seen.complaints, tab.elsewhere()]).toEqual([[], []]);
  });
});
