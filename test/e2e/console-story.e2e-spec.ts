import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/chromium';
import { expectOk, type ApiClient } from '../support/client';
import { ConsoleTab } from '../support/console-tab';
import { inBrowser } from '../support/in-browser';

// Domain: access-and-events

/** What a newcomer does in their first five minutes, by the console alone. README, "The same by hand". */
inBrowser('the first five minutes in the console', () => {
  let app: TestApp;
  let api: ApiClient;
  let browser: Browser;
  let tab: ConsoleTab;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CONSOLE_ENABLED: 'true' } });
    ({ api } = app.a);
    browser = await launchBrowser();
    tab = await ConsoleTab.open(browser, app.url);
    await tab.signIn(app.a.serverKey);
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  const field = (name: RegExp | string) => tab.window.getByLabel(name);
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await field(new RegExp(`^${name}`)).fill(value);
  };
  const more = () => tab.window.getByText(/^More fields/).click();

  it('defines what is sold: a product and a metered feature', async () => {
    await tab.place('Products');
    await tab.press('New product');
    await fill({ Id: 'maps', 'Display name': 'Maps and routes' });
    await tab.press('Make it', tab.window);
    await tab.heading('Maps and routes').waitFor();
    await tab.place('Features');
    await tab.press('New feature');
    await fill({ Id: 'api-calls', 'Display name': 'API calls' });
    await field(/^Feature type/).selectOption('NUMBER');
    await more();
    await field(/^Meter type/).selectOption('INCREMENTAL');
    await tab.press('Make it', tab.window);
    await tab.heading('API calls').waitFor();
  });

  it.each([
    ['starter', 'Starter', '1000', '10'],
    ['pro', 'Pro', '50000', '49'],
  ])('makes the plan %s, prices and publishes it', async (id, name, limit, amount) => {
    await tab.place('Plans');
    await tab.press('New plan');
    await fill({ Id: id, 'Display name': name, 'Product id': 'maps' });
    await more();
    await field(/^Pricing type/).selectOption('PAID');
    await tab.press('Make a draft', tab.window);
    await tab.heading(name).waitFor();
    await tab.press('Add entitlements');
    const first = tab.window.getByRole('group', { name: 'Entitlement 1' });
    await first.getByLabel(/^Id/).fill('api-calls');
    await first.getByLabel(/^Usage limit/).fill(limit);
    await first.getByLabel('Reset period', { exact: true }).selectOption('MONTH');
    await tab.press('Add', tab.window);
    await tab.page.getByRole('cell', { name: /each month/ }).waitFor();
    await tab.press('Set prices');
    await tab.press('+ Add pricing model', tab.window);
    const model = tab.window.getByRole('group', { name: 'Pricing model 1' });
    await model.getByLabel(/^Billing model/).selectOption('FLAT_FEE');
    const period = tab.window.getByRole('group', { name: 'Price period 1' });
    await period.getByLabel(/^Billing period/).selectOption('MONTHLY');
    await tab.press('+ Price', period);
    await period.getByLabel(/^Amount/).fill(amount);
    await period.getByLabel(/^Currency/).selectOption('usd');
    await tab.press('Set prices', tab.window);
    await tab.page.getByRole('cell', { name: `US$${amount}.00 each month` }).waitFor();
    await tab.press('Publish');
    await tab.press('Publish', tab.window);
    await tab.page.getByText('Published', { exact: true }).waitFor();
    await tab.pictureForReaders('console-plan');
  });

  it('says who issues the invoices', async () => {
    await tab.place('Legal entities');
    await tab.press('New legal entity');
    await fill({ Name: 'Maps Inc' });
    await tab.press('Make it', tab.window);
    await tab.page.getByRole('heading', { name: 'Maps Inc' }).waitFor();
  });

  it('subscribes a customer, having seen what it costs', async () => {
    await tab.place('Customers');
    await tab.press('New customer');
    await fill({ Id: 'acorn' });
    await more();
    await fill({ Name: 'Acorn Cartography', 'E-?mail': 'accounts@acorn.example' });
    await tab.press('Make it', tab.window);
    await tab.heading('Acorn Cartography').waitFor();
    await tab.press('Subscribe');
    await fill({ 'Plan id': 'starter' });
    await more();
    await field(/^Billing period/).selectOption('MONTHLY');
    await field(/^Payment collection method/).selectOption('INVOICE');
    await tab.press('Preview', tab.window);
    await tab.window.getByText('Now: US$10.00').waitFor();
    expect(await expectOk<{ id: string }>(api.rest('GET', '/customers/acorn'))).toMatchObject({
      id: 'acorn',
    });
    await tab.press('Confirm', tab.window);
    await tab.page.getByText('0 of 1,000').waitFor();
  });

  it('uses it up, and sees why no more fits', async () => {
    await tab.press('Report usage');
    await fill({ 'Feature id': 'api-calls', Value: '1000' });
    await tab.press('Report', tab.window);
    await tab.page.getByText('1,000 of 1,000').waitFor();
    await tab.press(/^Why/);
    await tab.window.getByText('1,000 each month').waitFor();
    await tab.pictureForReaders('console-why');
    await tab.page.keyboard.press('Escape');
    await tab.window.waitFor({ state: 'detached' });
  });

  it('upgrades, with the proration seen before', async () => {
    app.clock.advance({ days: 15 });
    await tab.press('Subscribe');
    await fill({ 'Plan id': 'pro' });
    await more();
    await field(/^Billing period/).selectOption('MONTHLY');
    await field(/^Payment collection method/).selectOption('INVOICE');
    await tab.press('Preview', tab.window);
    await tab.window.getByText(/^Unused: Starter/).waitFor();
    // Below a long form: it has come into view.
    expect(await tab.inView(tab.window.getByText(/^Now: /))).toBe(true);
    await tab.window.getByRole('button', { name: 'Confirm' }).hover();
    expect(await tab.hindrances()).toEqual([]);
    await tab.pictureForReaders('console-preview');
    await tab.press('Confirm', tab.window);
    await tab.page.getByText(/of 50,000/).waitFor();
  });

  it('sees the invoices, with a reason for each line', async () => {
    await tab.page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await tab.settled();
    await tab.page.getByRole('cell', { name: 'US$10.00' }).first().waitFor();
  });

  it('asks who would notice a draft before it is published', async () => {
    await tab.goTo('/plans/pro');
    await tab.press('Edit in a draft');
    await tab.press('Begin a draft', tab.window);
    await tab.press('Who would notice?');
    await tab.press('Find out', tab.window);
    await tab.window.getByText('Customers who would be moved').waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.window.waitFor({ state: 'detached' });
  });

  it('sees on the overview how it goes, as plots and as tables', async () => {
    await tab.place('Overview');
    const revenue = tab.page.getByRole('figure').filter({ hasText: 'Revenue in USD' });
    await revenue.getByRole('img').waitFor();
    await tab.pictureForReaders('console-overview');
    const figures = tab.page.getByRole('region', { name: 'Figures' });
    expect(await figures.getByText('Scheduled in USD').count()).toBe(1);
    const active = tab.page.getByRole('figure').filter({ hasText: 'Active subscriptions' });
    await tab.press('As a table', active);
    expect(await active.getByRole('row').last().getByRole('cell').last().innerText()).toBe('1');
    await tab.press('Last week', figures);
    await tab.settled();
    expect(await active.getByRole('row').count()).toBe(8);
  });

  it('P6: sees on the overview what all customers used of a feature, day by day', async () => {
    const usage = tab.page.getByRole('region', { name: 'Usage' });
    await usage.getByLabel('Feature').fill('api-calls');
    await tab.press('Last month', usage);
    const plot = usage.getByRole('figure').filter({ hasText: 'Usage of api-calls by all customers' });
    await plot.getByRole('img').waitFor();
    await tab.press('As a table', plot);
    await tab.settled();
    expect(await plot.getByRole('row').count()).toBe(31);
    expect(await plot.getByRole('cell', { name: '1,000', exact: true }).count()).toBe(1);
    expect(new URL(tab.page.url()).searchParams.get('feature')).toBe('api-calls');
  });

  it('asked nobody else, and complained of nothing', () => {
    expect(tab.elsewhere()).toEqual([]);
    expect(tab.seen.complaints).toEqual([]);
  });
});
