import { newUid } from '#libs/kernel/ids';
import { Jobs } from '#libs/messaging/jobs';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { PaymentNotices } from '#modules/billing/payments';
import { SandboxCheckouts } from '../../src/modules/billing/payments/sandbox/sandbox-checkouts.repository';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { moveClock } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { collectedPlace, owe, type ToldPayment } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';
import { pathOf, Payer, SandboxDesk } from '../support/sandbox-pages';

const successUrl = 'https://shop.example/thanks';
const cancelUrl = 'https://shop.example/cart';
const visa = { ref: 'pm_sandbox_pays', type: 'CARD', last4: '4242', expiryMonth: 12, expiryYear: 2034 };
const alertOf = (text: string): string | undefined => /role="alert">([^<]*)</.exec(text)?.[1];

// Domain: contracts-billing
describe('pages of the sandbox', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let desk: SandboxDesk;
  let payer: Payer;

  beforeAll(async () => {
    app = await createTestApp();
    payer = new Payer(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
    desk = new SandboxDesk(app, place.environmentId);
  });
  afterEach(() => jest.restoreAllMocks());

  const ask = (ref: string) => desk.within((provider) => provider.askCheckout(ref));
  const close = (ref: string) => desk.within((provider) => provider.closeCheckout(ref));
  const moved = (): Promise<{ method_ref: string; amount: string; currency: string }[]> =>
    app.dataSource.query(
      `select method_ref, amount::float::text as amount, currency from sandbox_payment where environment_id = $1`,
      [place.environmentId],
    );

  describe('on which something is paid', () => {
    it('shows what is paid and by what it can be paid, and that no money moves', async () => {
      const { path } = await desk.open();
      const { status, text } = await payer.see(path);
      expect(status).toBe(200);
      expect(text).toContain('<html lang="en">');
      expect(text).toContain('Pro, a month');
      expect(text.replaceAll('\u00a0', ' ')).toContain('USD 49.00');
      expect(text).toContain('no money moves');
      expect([...text.matchAll(/<label>.*?>([^<]+)<\/label>/g)].map(([, label]) => label)).toEqual([
        'Card ending 4242 — pays',
        'Card ending 0002 — is declined',
        'Card ending 3155 — asks you to confirm',
        'Bank account ending 6789 — pays an hour later',
        'Bank account ending 1116 — is declined an hour later',
      ]);
    });

    it('is found by an address that nobody guesses, the same for the same key', async () => {
      const order = desk.order();
      const [first, second] = await Promise.all([desk.open(order), desk.open(order)]);
      const other = await desk.open();
      expect(second).toEqual(first);
      expect(first.path).toMatch(new RegExp(`^/pay/${place.environmentId}/[\\w-]{43}$`));
      expect(other.path).not.toBe(first.path);
      expect(first.path).not.toContain(first.ref.slice('cs_sandbox_'.length));
    });

    it('is paid, and leads where the vendor wants the payer', async () => {
      const { path, ref } = await desk.open();
      expect(await ask(ref)).toEqual({ state: 'OPEN' });
      expect(await payer.pay(path, 'pays')).toMatchObject({ status: 303, location: successUrl });
      expect(await ask(ref)).toEqual({
        state: 'COMPLETE',
        payment: { state: 'SUCCEEDED', ref: expect.stringMatching(/^pi_sandbox_/) as string, method: visa },
      });
      expect(await moved()).toEqual([{ method_ref: 'pm_sandbox_pays', amount: '49', currency: 'usd' }]);
    });

    it('a method that is declined leaves it open for another one', async () => {
      const { path, ref } = await desk.open();
      const declined = await payer.pay(path, 'declines');
      expect([declined.status, alertOf(declined.text)]).toEqual([402, expect.stringMatching(/declined/)]);
      expect(declined.text).toMatch(/value="pm_sandbox_declines" checked/);
      expect(await ask(ref)).toEqual({ state: 'OPEN' });
      expect(await payer.pay(path, 'pays')).toMatchObject({ status: 303, location: successUrl });
      expect(await moved()).toHaveLength(1);
    });

    it('a method that asks to be confirmed pays once it is', async () => {
      const { path, ref } = await desk.open();
      const step = await payer.pay(path, 'needs_action');
      expect([step.status, step.text]).toEqual([200, expect.stringContaining('Confirm this payment')]);
      const refused = await payer.pay(path, 'needs_action', 'refuse');
      expect([refused.status, alertOf(refused.text)]).toEqual([402, expect.stringMatching(/refused/)]);
      expect([await ask(ref), await moved()]).toEqual([{ state: 'OPEN' }, []]);
      expect(await payer.pay(path, 'needs_action', 'confirm')).toMatchObject({ status: 303 });
      expect(await ask(ref)).toMatchObject({ state: 'COMPLETE', payment: { state: 'SUCCEEDED' } });
    });

    it.each([
      ['pays_late', 'SUCCEEDED'],
      ['fails_late', 'FAILED'],
    ])('by a method that %s it is being paid, and %s an hour later', async (method, later) => {
      const { path, ref } = await desk.open();
      expect(await payer.pay(path, method)).toMatchObject({ status: 303, location: successUrl });
      expect(await ask(ref)).toMatchObject({ state: 'COMPLETE', payment: { state: 'PROCESSING' } });
      app.clock.advance({ hours: 1 });
      expect(await ask(ref)).toMatchObject({ state: 'COMPLETE', payment: { state: later } });
    });

    it('who goes back goes where the vendor said, and may come again', async () => {
      const { path, ref } = await desk.open();
      expect(await payer.send(path, { act: 'leave' })).toMatchObject({ status: 303, location: cancelUrl });
      expect(await ask(ref)).toEqual({ state: 'OPEN' });
      expect(await payer.see(path)).toMatchObject({ status: 200 });
    });

    it('is paid once, however often its form is sent', async () => {
      const { path } = await desk.open();
      const answers = await Promise.all(Array.from({ length: 6 }, () => payer.pay(path, 'pays')));
      expect(answers.map(({ status, location }) => [status, location])).toEqual(
        answers.map(() => [303, successUrl]),
      );
      expect(await payer.send(path, { act: 'leave' })).toMatchObject({ location: successUrl });
      expect(await moved()).toHaveLength(1);
      const { status, text } = await payer.see(path);
      expect([status, text]).toEqual([200, expect.stringContaining(`<a href="${successUrl}">`)]);
      expect(text).not.toContain('<form');
    });

    it('expires by the clock of its environment, and says so', async () => {
      const { path, ref } = await desk.open({ expiresAt: desk.inMinutes(30) });
      await moveClock(place, desk.inMinutes(29.99));
      expect(await payer.see(path)).toMatchObject({ status: 200 });
      await moveClock(place, desk.inMinutes(30));
      expect(await ask(ref)).toEqual({ state: 'EXPIRED' });
      for (const page of [await payer.see(path), await payer.pay(path, 'pays')]) {
        expect([page.status, page.text]).toEqual([410, expect.stringContaining(`<a href="${cancelUrl}">`)]);
        expect(page.text).toContain('expired');
      }
      expect(await moved()).toEqual([]);
    });

    it('nobody pays on one that was closed; one that was paid is not closed any more', async () => {
      const { path, ref } = await desk.open();
      expect(await close(ref)).toEqual({ state: 'EXPIRED' });
      expect(await payer.pay(path, 'pays')).toMatchObject({ status: 410 });
      expect((await payer.see(path)).text).toContain('This page was closed');
      expect([await ask(ref), await moved()]).toEqual([{ state: 'EXPIRED' }, []]);
      const paid = await desk.open();
      await payer.pay(paid.path, 'pays');
      expect(await close(paid.ref)).toMatchObject({ state: 'COMPLETE', payment: { state: 'SUCCEEDED' } });
    });

    it('asks again for a form that says nothing that can be done', async () => {
      const { path } = await desk.open();
      for (const form of [
        '',
        'act=pay',
        'act=constructor&method=pm_sandbox_pays',
        'act=pay&method=pm_nobody',
      ]) {
        const page = await payer.send(path, form);
        expect([page.status, alertOf(page.text)]).toEqual([400, 'Choose how you pay.']);
      }
      expect(await moved()).toEqual([]);
    });

    it('leads nowhere but to addresses of the web', async () => {
      for (const url of ['javascript:alert(1)', 'shop.example', 'https://', 'https://a;b/', "https://a'b/"]) {
        await expect(desk.open({ successUrl: url })).rejects.toThrow(/successUrl must be an address/);
        await expect(desk.open({ cancelUrl: url })).rejects.toThrow(/cancelUrl must be an address/);
      }
    });

    it('shows what it was told as text, never as markup', async () => {
      const description = `<script>alert(1)</script>"'&`;
      const url = `https://shop.example/?a="><script>alert(2)</script>&b='`;
      const { path, ref } = await desk.open({ description, successUrl: url, cancelUrl: url });
      const pages = [await payer.see(path), await payer.pay(path, 'declines')];
      pages.push(
        await payer.pay(path, 'needs_action'),
        await payer.send(path, { act: '"><script>', method: '"><script>' }),
      );
      await close(ref);
      pages.push(await payer.see(path));
      for (const { text } of pages) {
        expect(text).not.toContain('<script');
        expect(text).toContain('&#60;script&#62;alert(1)');
      }
    });
  });

  describe('on which a payment is confirmed', () => {
    let api: ApiClient;
    let invoiceId: string;
    let path: string;
    let paymentId: string;

    beforeEach(async () => {
      place = await collectedPlace(app);
      ({ api } = place);
      desk = new SandboxDesk(app, place.environmentId);
      await payBy(api, 'needs_action');
      invoiceId = await owe(app, place);
      const told = await expectOk<ToldPayment>(api.rest('POST', chargePath(invoiceId)));
      expect(told).toMatchObject({ state: 'ACTION_REQUIRED' });
      expect(told['actionUrl']).toMatch(/^http:\/\/localhost:3000\/pay\/[\w-]+\/confirmations\/[\w-]{43}$/);
      path = pathOf(String(told['actionUrl']));
      paymentId = told.id;
    });

    const payments = async () =>
      (await expectPage<ToldPayment>(api.rest('GET', `/customers/acorn/invoices/${invoiceId}/payments`)))
        .data;
    const invoice = () => expectOk<Json>(api.rest('GET', `/customers/acorn/invoices/${invoiceId}`));

    it('V14: confirmed, the invoice is paid before the payer sees that', async () => {
      const page = await payer.see(path);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Confirm this payment')]);
      expect(page.text).toContain('Invoice ');
      // Nobody comes upon it later: what is seen is what the page did itself.
      jest.spyOn(app.nest.get(Jobs), 'ask').mockResolvedValue();
      const done = await payer.send(path, { act: 'confirm' });
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('The payment was made')]);
      expect(await payments()).toMatchObject([{ state: 'SUCCEEDED', actionUrl: null }]);
      expect(await invoice()).toMatchObject({ state: 'PAID' });
    });

    it('V14: refused, it has failed, and stays so', async () => {
      const done = await payer.send(path, { act: 'refuse' });
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('The payment was not made')]);
      expect(await payments()).toMatchObject([{ state: 'FAILED' }]);
      expect((await payer.send(path, { act: 'confirm' })).text).toContain('The payment was not made');
      expect((await payer.see(path)).text).toContain('The payment was not made');
      expect(await invoice()).toMatchObject({ state: 'OPEN' });
    });

    it('what is not waited for any more can be confirmed no more', async () => {
      const [{ ref }] = await app.dataSource.query<[{ ref: string }]>(
        'select ref from payment where uid = $1',
        [paymentId],
      );
      await desk.within((provider) => provider.cancel(ref));
      expect((await payer.send(path, { act: 'confirm' })).text).toContain('not waited for any more');
    });

    it('a form that says neither changes nothing', async () => {
      expect((await payer.send(path, { act: '__proto__' })).text).toContain('Confirm this payment');
      expect(await payments()).toMatchObject([{ state: 'ACTION_REQUIRED' }]);
    });

    it('the hint belongs to the transaction of the page, and a job looks where nobody could at once', async () => {
      const { nest } = app;
      const jobs = nest.get(Jobs);
      const asked: [string, boolean][] = [];
      const real = jobs.ask.bind(jobs);
      jest.spyOn(jobs, 'ask').mockImplementation(async (name, payload, key) => {
        asked.push([name, nest.get(UnitOfWork).isOpen]);
        await real(name, payload, key);
      });
      jest.spyOn(nest.get(PaymentNotices), 'look').mockRejectedValueOnce(new Error('a fault'));
      expect((await payer.send(path, { act: 'confirm' })).status).toBe(200);
      expect(asked).toContainEqual(['look-after-payment', true]);
      await eventually(async () => expect(await invoice()).toMatchObject({ state: 'PAID' }));
    });

    it('a page that is paid hints at its payment; one of a payment that is not there at nothing', async () => {
      const { environmentId } = place;
      const look = jest.spyOn(app.nest.get(PaymentNotices), 'look');
      for (const paymentUid of [newUid(), 'nobody']) {
        const strange = await desk.open({ about: { environmentId, paymentUid } });
        expect(await payer.pay(strange.path, 'pays')).toMatchObject({ status: 303 });
      }
      expect(look).not.toHaveBeenCalled();
      const checkout = await desk.open({ about: { environmentId, paymentUid: paymentId } });
      await payer.pay(checkout.path, 'declines');
      expect(look).not.toHaveBeenCalled();
      await payer.pay(checkout.path, 'pays');
      expect(look).toHaveBeenCalledWith({ environmentId, paymentUid: paymentId });
    });
  });

  describe('whoever asks', () => {
    it('learns nothing from an address that is not one', async () => {
      const { path } = await desk.open();
      const [, reference = ''] = /\/([^/]+)$/.exec(path) ?? [];
      const other = await app.newEnvironment();
      const missing = await payer.see(`/pay/${place.environmentId}/${'x'.repeat(43)}`);
      expect(missing.status).toBe(404);
      const paths = [
        `/pay/${other.environmentId}/${reference}`,
        `/pay/${place.environmentId}/confirmations/${reference}`,
        `/pay/${place.environmentId}/${reference}x`,
        `/pay/${place.environmentId}/%00`,
        `/pay/nobody/${reference}`,
      ];
      for (const each of paths) {
        expect((await payer.see(each)).text).toBe(missing.text);
        expect(await payer.pay(each, 'pays')).toMatchObject({ status: 404, text: missing.text });
      }
      expect(await moved()).toEqual([]);
    });

    it('is held off by the browser from all that a page need not do', async () => {
      const { path } = await desk.open({ cancelUrl: 'http://cart.example:8080/back' });
      const style = /<style>([^]*)<\/style>/;
      for (const page of [await payer.see(path), await payer.pay(path, 'declines')]) {
        const policy = String(page.headers['content-security-policy']);
        expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action /);
        expect(policy).toContain("form-action 'self' https://shop.example http://cart.example:8080;");
        expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'");
        expect(page.headers).toMatchObject({
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        });
        expect(page.headers['set-cookie']).toBeUndefined();
        expect(page.text.replace(style, '')).not.toMatch(/<script|style=|src=|@import|<link| on\w+=/);
      }
      const gone = await payer.see('/pay/nobody/nothing');
      expect(gone.headers['content-security-policy']).toContain("form-action 'self';");
    });

    it('sends a form, a short one, by GET or POST', async () => {
      const { path } = await desk.open();
      const long = await payer.send(path, `act=pay&method=pm_sandbox_pays&more=${'x'.repeat(4096)}`);
      const json = await payer.send(path, '{"act":"pay"}', 'application/json');
      expect([long.status, json.status]).toEqual([413, 415]);
      for (const { text } of [long, json]) expect(text).toMatch(/^<!doctype html>/);
      const wrong = await app.anonymous.send('DELETE', path);
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      expect(await moved()).toEqual([]);
    });

    it('is told of a fault by a page that tells nothing of it', async () => {
      const { path } = await desk.open();
      jest.spyOn(app.nest.get(SandboxCheckouts), 'at').mockRejectedValueOnce(new Error('relation is gone'));
      const { status, text, headers } = await payer.see(path);
      expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(text).toContain('Something went wrong');
      expect(text).not.toContain('relation');
      expect(app.logLines.join('\n')).toContain('relation is gone');
    });

    it('finds a page of ours where the vendor names none', async () => {
      const pages = [await payer.see('/pay/done'), await payer.see('/pay/canceled')];
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      expect(pages.map(({ text }) => /<h1>(.*)<\/h1>/.exec(text)?.[1])).toEqual([
        'Thank you',
        'Nothing was paid',
      ]);
      // Payers of a real account come there, too.
      for (const { text } of pages) expect(text).not.toMatch(/sandbox/i);
    });

    it('leaves no address of a page in the log', async () => {
      const { path } = await desk.open();
      await payer.see(path);
      await payer.pay(path, 'pays');
      const [, reference = ''] = /\/([^/]+)$/.exec(path) ?? [];
      expect(app.logLines.join('\n')).not.toContain(reference);
    });
  });
});

describe('pages of the sandbox, guessed at', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ rateLimits: true });
  });
  afterAll(() => app.close());

  it('who looks for them is told to wait, as who tries keys is', async () => {
    const guess = () => app.nest.inject({ url: `/pay/${app.a.environmentId}/${'y'.repeat(43)}` });
    for (let n = 0; n < 60; n++) expect((await guess()).statusCode).toBe(404);
    const { statusCode, headers, body } = await guess();
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(headers['retry-after']).toBeDefined();
    expect(body).toContain('Wait a minute');
  });
});
