import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/chromium';
import { expectOk, type ApiClient } from '../support/client';
import { ConsoleTab, telephone } from '../support/console-tab';
import { creditCustomer, useCredits } from '../support/credits';
import { inBrowser } from '../support/in-browser';
import { collectedPlace, owe } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';

// Domain: access-and-events

inBrowser('what needs attention, on the overview of the console', () => {
  let app: TestApp;
  let api: ApiClient;
  let browser: Browser;
  let tab: ConsoleTab;
  let key: string;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CONSOLE_ENABLED: 'true' } });
    browser = await launchBrowser();
    const place = await collectedPlace(app);
    ({ api, serverKey: key } = place);
    await payBy(api, 'declines');
    await expectOk(api.rest('POST', chargePath(await owe(app, place))));
    await creditCustomer(api, 'ada@b|c');
    await useCredits(api, 15, { customerId: 'ada@b|c' });
    tab = await ConsoleTab.open(browser, app.url);
    await tab.signIn(key);
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  const part = (name: string) => tab.page.getByRole('region', { name });
  const overview = async () => {
    await tab.place('Overview');
    await tab.settled();
  };

  it('P5: a payment that fails leads to the open invoices of its customer', async () => {
    const fails = part('Payments that fail');
    await fails.getByText('US$100.00').waitFor();
    expect(await tab.hindrances()).toEqual([]);
    await fails.getByRole('link', { name: /^acorn/ }).click();
    await tab.page.getByRole('cell', { name: 'US$100.00' }).first().waitFor();
    expect(await tab.page.getByLabel('State').inputValue()).toBe('OPEN');
  });

  it('P5: a wallet in overdraft leads to the credits of its customer, and goes once it is settled', async () => {
    await overview();
    const wallets = part('Wallets in overdraft');
    await wallets.getByText('-15').waitFor();
    await wallets.getByRole('link', { name: 'ada@b|c: tokens' }).click();
    await tab.heading('ada@b|c').waitFor();
    expect(await tab.page.getByLabel('Currency').inputValue()).toBe('tokens');
    await tab.press('Grant credits');
    for (const [name, value] of Object.entries({
      Amount: '20',
      'Currency id': 'tokens',
      'Display name': 'Gift',
    }))
      await tab.window.getByLabel(new RegExp(`^${name}`)).fill(value);
    await tab.window.getByLabel(/^Grant type/).selectOption('PROMOTIONAL');
    await tab.press('Grant', tab.window);
    await tab.page.getByRole('cell', { name: 'Gift' }).waitFor();
    await overview();
    await wallets.getByText('None.').waitFor();
  });

  it('P5: both fit a telephone, and are not there for who may not read them', async () => {
    const phone = await ConsoleTab.open(browser, app.url, telephone);
    await phone.signIn(key);
    await phone.page.getByRole('region', { name: 'Payments that fail' }).getByText('US$100.00').waitFor();
    expect(await phone.overflow()).toBe(0);
    await phone.close();
    const scopes = ['customers:read'];
    const { secret } = await expectOk<{ secret: string }>(
      api.rest('POST', '/api-keys', { displayName: 'few', scopes }),
    );
    const other = await ConsoleTab.open(browser, app.url);
    await other.signIn(secret);
    await other.heading('Overview').waitFor();
    await other.settled();
    for (const name of ['Payments that fail', 'Wallets in overdraft'])
      expect(await other.page.getByRole('region', { name }).count()).toBe(0);
    await other.close();
  });

  it('asked nobody else, and complained of nothing', () => {
    expect(tab.elsewhere()).toEqual([]);
    expect(tab.seen.complaints).toEqual([]);
  });
});
