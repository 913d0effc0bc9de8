import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer } from '../support/catalog';
import { launchBrowser } from '../support/chromium';
import { expectOk } from '../support/client';
import { ConsoleTab } from '../support/console-tab';
import { inBrowser } from '../support/in-browser';
import { SignInIssuer } from '../support/sign-in-issuer';

// Domain: access-and-events

inBrowser('a user in the console', () => {
  let app: TestApp;
  let issuer: SignInIssuer;
  let browser: Browser;
  let tab: ConsoleTab;

  beforeAll(async () => {
    issuer = await SignInIssuer.start(() => app.clock.now());
    const variables = { CONSOLE_ENABLED: 'true', ...issuer.variables };
    app = await createTestApp({ listen: true, variables });
    browser = await launchBrowser();
    const { accountId } = app.a;
    const add = (subject: string, environments: Record<string, 'SUPPORT' | 'VIEWER'>) =>
      app.environments.addMember({ accountId, subject, role: 'MEMBER', environments });
    await add('support', { [app.a.environmentId]: 'SUPPORT' });
    await add('viewer', { [app.a.environmentId]: 'VIEWER', [app.b.environmentId]: 'VIEWER' });
    await createCustomer(app.a.api, 'of-a');
    await createCustomer(app.b.api, 'of-b');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await issuer?.close();
  });
  beforeEach(async () => {
    issuer.isRefusing = false;
    tab = await ConsoleTab.open(browser, app.url);
  });
  afterEach(() => tab.close());

  const signIn = async (subject: string, path = '') => {
    issuer.subject = subject;
    await tab.page.goto(`${app.url}/console${path}`);
    await tab.press(/^Sign in at/);
  };
  const kept = () =>
    tab.page.evaluate<string>(
      'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href])',
    );

  it('P1, A3: comes back to where they were, and is offered what the role may do', async () => {
    await signIn('support', '/customers?status=ACTIVE');
    await tab.page.getByRole('link', { name: 'of-a' }).waitFor();
    expect(new URL(tab.page.url()).search).toBe('?status=ACTIVE');
    await tab.page.getByRole('button', { name: 'New customer' }).waitFor();
    await tab.place('Products');
    await tab.heading('Products').waitFor();
    expect(await tab.page.getByRole('button', { name: 'New product' }).count()).toBe(0);
    await tab.place('Members');
    await tab.page.getByRole('cell', { name: 'viewer', exact: true }).waitFor();
    expect(await kept()).not.toMatch(/eyJ|code|verifier/);
    expect(tab.seen.complaints).toEqual([]);
  });

  it('P1, A8: chooses where to go, and goes to another environment', async () => {
    await signIn('viewer', '/customers');
    await tab.page.getByRole('heading', { name: 'Where to?' }).waitFor();
    expect(await tab.hindrances()).toEqual([]);
    await tab.page.locator('main button').first().click();
    await tab.page.getByRole('link', { name: 'of-a' }).waitFor();
    await tab.page.getByLabel('Environment').selectOption(app.b.environmentId);
    await tab.page.getByRole('link', { name: 'of-b' }).waitFor();
    expect(await tab.page.getByRole('link', { name: 'of-a' }).count()).toBe(0);
  });

  it('P1: whoever the issuer refuses is told so, and may try again', async () => {
    issuer.isRefusing = true;
    await signIn('support');
    await tab.page.getByRole('alert').filter({ hasText: 'access_denied' }).waitFor();
    issuer.isRefusing = false;
    await tab.press(/^Sign in at/);
    await tab.heading('Overview').waitFor();
  });

  it('P1, B5: an answer to a question that this tab did not ask opens nothing', async () => {
    await tab.page.goto(`${app.url}/console?code=stolen&state=foreign`);
    await tab.page.getByRole('alert').waitFor();
    expect(await tab.page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    expect(issuer.refused).toEqual([]);
  });

  it('P1, A7: a stranger is told that they are no member, and becomes one by an invitation', async () => {
    await signIn('stranger');
    await tab.page.getByText('AccessDeniedError').waitFor();
    expect(await tab.hindrances()).toEqual([]);
    await tab.page.getByLabel(/Were you invited/).fill('nonsense');
    await tab.press('Accept the invitation');
    await tab.page.getByText('MemberInvitationError').waitFor();
    const body = {
      email: 'new@example.com',
      role: 'MEMBER',
      environments: [{ environmentId: app.a.environmentId, role: 'VIEWER' }],
    };
    const owner = app.anonymous.as({ token: await issuer.tokenOf(app.ownerSubject) });
    const { token } = await expectOk<{ token: string }>(owner.rest('POST', '/members', body));
    await tab.page.getByLabel(/Were you invited/).fill(token);
    await tab.press('Accept the invitation');
    await tab.heading('Overview').waitFor();
  });

  it('P1: the issuer is the only other host that the page may ask', async () => {
    const { headers } = await app.anonymous.send('GET', '/console');
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${issuer.url};`);
  });
});
