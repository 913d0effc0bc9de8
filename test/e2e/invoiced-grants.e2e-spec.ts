import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { useCredits } from '../support/credits';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { GrantStory } from '../support/grant-story';
import { invoiced, linesOf } from '../support/invoice-story';
import { chargePath } from '../support/payment-methods';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('credits that are paid by an invoice', () => {
  let app: TestApp;
  let story: GrantStory;

  storyForEach(GrantStory, (begun) => ({ app, story } = begun));

  const invoicePath = async (rest = ''): Promise<string> =>
    `/customers/ada/invoices/${(await story.last()).invoiceId}${rest}`;
  const paid = async () => expectOk(story.api.rest('POST', await invoicePath('/paid')));

  it('G4, contracts-billing V1: it waits, with an invoice of one line that its customer is told of', async () => {
    const told = await expectOk<Json>(
      story.askGrant(invoiced({ billingInformation: { invoiceDaysUntilDue: 14 } })),
    );
    const invoice = await story.last();
    expect(told).toMatchObject({
      ...{ status: 'PAYMENT_PENDING', paymentCollection: 'PROCESSING', consumedAmount: 0, voidedAt: null },
      invoiceId: invoice.invoiceId,
    });
    expect(told['latestInvoice']).toEqual({
      ...{ billingId: invoice.invoiceId, billingReason: 'OTHER', status: 'OPEN', currency: 'usd' },
      ...{ subTotal: 5, tax: 0, total: 5, requiresAction: false, errorMessage: null },
      ...{ paymentUrl: null, pdfUrl: null, dueDate: '2026-04-24T00:00:00.000Z' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect(invoice).toMatchObject({ state: 'OPEN', total: 5, amountDue: 5, contractExternalId: null });
    expect(linesOf(invoice)).toEqual([['Bought', 5]]);
    expect(invoice.lineItems[0]).toMatchObject({ quantity: 100, unitPrice: 0.05, explanation: null });
    expect(await story.rows()).toEqual([]);
    const [event] = await eventsAbout(app, invoice.invoiceId);
    expect(event).toMatchObject({
      type: 'invoice.finalized',
      payload: { invoice: { creditGrantId: told['id'], subscriptionId: null, contractId: null } },
    });
  });

  it('G4: where no price of one credit tells the amount, the line tells how it comes about', async () => {
    await story.grant(invoiced({ amount: 3, cost: { amount: 10, currency: 'usd' } }));
    const { lineItems } = await story.last();
    expect(lineItems).toMatchObject([{ amount: 10, quantity: 3, unitPrice: null, explanation: '3 for 10' }]);
    expect(await story.printed(await story.last())).toContain('Bought');
  });

  it('G3, G4, N5: marked as paid it begins, and settles what is owed; its events tell how it is billed', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { creditThresholds: [] }));
    await useCredits(story.api, 30, { customerId: 'ada' });
    const id = await story.grant(invoiced());
    expect(await story.rows()).toEqual(['CONSUMED Overdraft -30 → -30']);
    await story.to('2026-04-20');
    await paid();
    expect(await story.states(id)).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    expect(await story.granted(id)).toMatchObject({
      ...{ consumedAmount: 30, effectiveAt: '2026-04-20T00:00:00.000Z' },
      latestInvoice: { errorMessage: null },
    });
    expect(await story.rows()).toEqual([
      ...['CONSUMED Overdraft -30 → -30', 'GRANTED Bought 100 → 70', 'TRANSFER_SOURCE Overdraft 30 → 100'],
      ...['TRANSFER_TARGET Bought -30 → 70', 'VOIDED Overdraft 0 → 70'],
    ]);
    expect(await story.proof()).toMatchObject({ holds: true, rows: 5 });
    await useCredits(story.api, 70, { customerId: 'ada' });
    expect(await story.eventsOf(id)).toEqual([
      'credit_grant.created',
      'credit_grant.updated',
      'credit_grant.depleted',
    ]);
    const [created, updated, depleted] = (await eventsAbout(app, id)).map(({ payload }) => payload);
    const open = { invoiceId: expect.any(String), latestInvoice: { status: 'OPEN' } };
    expect(created).toMatchObject({ creditGrant: { status: 'PAYMENT_PENDING', ...open } });
    expect(updated).toMatchObject({ creditGrant: { status: 'ACTIVE', latestInvoice: { status: 'PAID' } } });
    expect(depleted).toMatchObject({ creditGrant: { latestInvoice: { status: 'PAID' } } });
  });

  it('G3: paid before it begins it is SCHEDULED, and begins when it was to', async () => {
    const id = await story.grant(invoiced({ effectiveAt: '2026-05-01T00:00:00Z' }));
    expect(await story.states(id)).toEqual(['PAYMENT_PENDING', 'PROCESSING', 'OPEN']);
    await paid();
    expect(await story.states(id)).toEqual(['SCHEDULED', 'NOT_REQUIRED', 'PAID']);
    expect(await story.rows()).toEqual([]);
    await story.to('2026-05-01');
    expect(await story.states(id)).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    expect(await story.rows()).toEqual(['GRANTED Bought 100 → 100']);
  });

  it('G4: with isInvoicePaid, and under NONE, it can be used at once', async () => {
    const isPaid = await story.grant(invoiced({ billingInformation: { isInvoicePaid: true } }));
    expect(await story.states(isPaid)).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    const elsewhere = await story.grant({ paymentCollectionMethod: 'NONE' });
    expect(await story.states(elsewhere)).toEqual(['ACTIVE', 'NOT_REQUIRED', undefined]);
    expect(await story.granted(elsewhere)).toMatchObject({ invoiceId: null, latestInvoice: null });
    const free = await story.grant(invoiced({ cost: { amount: 0, currency: 'usd' } }));
    expect(await story.states(free)).toEqual(['ACTIVE', 'NOT_REQUIRED', undefined]);
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 5, 0]]);
  });

  it('G3: it waits as long as its invoice, not a day: a credit note voids it', async () => {
    const id = await story.grant(invoiced());
    await story.to('2026-06-01');
    expect(await story.states(id)).toEqual(['PAYMENT_PENDING', 'PROCESSING', 'OPEN']);
    await expectOk(story.api.rest('POST', await invoicePath('/credit-note'), {}));
    expect(await story.states(id)).toEqual(['VOIDED', 'NOT_REQUIRED', 'CANCELED']);
    expect(await story.granted(id)).toMatchObject({ voidedAt: '2026-06-01T00:00:00.000Z' });
    expect(await story.eventsOf(id)).toEqual(['credit_grant.created', 'credit_grant.voided']);
    expect(await story.rows()).toEqual([]);
    expect(await story.api.rest('POST', await invoicePath('/paid'))).toRefuse('InvalidArgumentError');
  });

  it('G5: voided while it waits, nothing is owed of it any more; voided once it is paid, the money stays', async () => {
    const id = await story.grant(invoiced());
    expect(await expectOk<Json>(story.voidGrant(id))).toMatchObject({
      ...{ status: 'VOIDED', paymentCollection: 'NOT_REQUIRED', latestInvoice: { status: 'CANCELED' } },
    });
    expect(await story.voidGrant(id)).toRefuse('CreditGrantAlreadyVoided');
    expect(await story.rows()).toEqual([]);
    const second = await story.grant(invoiced());
    await paid();
    await expectOk(story.voidGrant(second));
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'CANCELED', 5, 0],
      ['2026-04-10', 'PAID', 5, 0],
    ]);
    expect(await story.rows()).toEqual(['GRANTED Bought 100 → 100', 'VOIDED Bought -100 → 0']);
  });

  it('G5: voided and paid at once, one comes after the other, and money and credits agree', async () => {
    let begun = 0;
    for (let round = 0; round < 6; round++) {
      const id = await story.grant(invoiced());
      const path = await invoicePath('/paid');
      const [voided, marked] = await Promise.all([story.voidGrant(id), story.api.rest('POST', path)]);
      expect(voided.status).toBeLessThan(300);
      const isPaid = marked.status < 300;
      if (isPaid) begun++;
      else expect(marked).toRefuse('InvalidArgumentError', /canceled/);
      expect(await story.states(id)).toEqual(['VOIDED', 'NOT_REQUIRED', isPaid ? 'PAID' : 'CANCELED']);
    }
    expect(await story.rows()).toHaveLength(2 * begun);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('G3: not paid by its own end it is VOIDED, and nothing is owed for what nobody can use', async () => {
    const id = await story.grant(invoiced({ expireAt: '2026-04-20T00:00:00Z' }));
    await story.to('2026-04-20');
    expect(await story.states(id)).toEqual(['VOIDED', 'NOT_REQUIRED', 'CANCELED']);
    expect(await story.granted(id)).toMatchObject({ voidedAt: '2026-04-20T00:00:00.000Z' });
    expect(await story.eventsOf(id)).toEqual(['credit_grant.created', 'credit_grant.voided']);
  });

  /** As if the books were behind: the clock has passed its end, and nothing has been done about that yet. */
  const letItBeLate = (id: string) =>
    app.dataSource.query(`update credit_grant set pending_until = '2026-04-10T00:00:00Z' where id = $1`, [
      id,
    ]);

  it('G3: what is over is told as VOIDED before the books say so, and is not marked as paid any more', async () => {
    const id = await story.grant(invoiced());
    await letItBeLate(id);
    expect(await story.states(id)).toEqual(['VOIDED', 'NOT_REQUIRED', 'OPEN']);
    expect(await story.granted(id)).toMatchObject({ voidedAt: '2026-04-10T00:00:00.000Z' });
    expect(await story.api.rest('POST', await invoicePath('/paid'))).toRefuse('InvalidArgumentError');
    expect(await story.voidGrant(id)).toRefuse('CreditGrantAlreadyVoided');
    expect(
      await story.api.rest('PATCH', `/credits/grants/${id}`, { expireAt: '2027-01-01T00:00:00Z' }),
    ).toRefuse('BadUserInput', /voided/);
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 5, 5]]);
    await story.at('2026-04-10T00:01:00.000Z');
    expect(await story.bills()).toEqual([['2026-04-10', 'CANCELED', 5, 0]]);
    expect(await story.eventsOf(id)).toEqual(['credit_grant.created', 'credit_grant.voided']);
  });

  it('G6: its terms change while it waits, and stand in no ledger', async () => {
    const id = await story.grant(invoiced({ expireAt: '2026-04-20T00:00:00Z' }));
    const change = (body: Json) => story.api.rest('PATCH', `/credits/grants/${id}`, body);
    await expectOk(change({ expireAt: '2026-05-20T00:00:00Z', priority: 3 }));
    await story.to('2026-04-21');
    expect(await story.states(id)).toEqual(['PAYMENT_PENDING', 'PROCESSING', 'OPEN']);
    expect(await story.rows()).toEqual([]);
    await paid();
    expect(await story.granted(id)).toMatchObject({ status: 'ACTIVE', priority: 3 });
    expect(await story.rows()).toEqual(['GRANTED Bought 100 → 100']);
  });

  it('G4, customers-subscriptions R4: what was given back before is used for it', async () => {
    const plan = await story.begun('pro', invoiced());
    await expectOk(story.api.rest('POST', await invoicePath('/paid')));
    await story.givenBack(plan.id);
    const id = await story.grant(invoiced());
    expect(await story.states(id)).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    expect(await story.last()).toMatchObject({ total: 5, amountDue: 0, state: 'PAID' });
  });

  it('G4: its invoice is charged too; declined, it can be paid still', async () => {
    const id = await story.grant(invoiced());
    await story.payBy('declines');
    const charge = async () =>
      expectOk(story.api.rest('POST', chargePath((await story.last()).invoiceId, 'ada')));
    await charge();
    expect(await story.states(id)).toEqual(['PAYMENT_PENDING', 'FAILED', 'OPEN']);
    expect(await story.granted(id)).toMatchObject({ latestInvoice: { errorMessage: expect.any(String) } });
    await story.payBy('pays');
    await charge();
    expect(await story.states(id)).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
  });

  it('G4: refuses what cannot be billed', async () => {
    const ask = (more: Json) => story.askGrant(invoiced(more));
    expect(await ask({ cost: { amount: 5.001, currency: 'usd' } })).toRefuse('BadUserInput', /cost\.amount/);
    expect(await ask({ billingInformation: { billingAddress: { country: 'XX' } } })).toRefuse(
      'InvalidAddressError',
      /billingInformation\.billingAddress/,
    );
    for (const invoiceDaysUntilDue of [1.5, -1, 3651])
      expect(await ask({ billingInformation: { invoiceDaysUntilDue } })).toRefuse(
        'BadUserInput',
        /billingInformation\.invoiceDaysUntilDue/,
      );
    const information = { billingInformation: { invoiceDaysUntilDue: 14 } };
    expect(await ask({ ...information, paymentCollectionMethod: 'NONE' })).toRefuse(
      'UnsupportedParameter',
      /billingInformation\.invoiceDaysUntilDue/,
    );
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: null }));
    expect(await ask({})).toRefuse('CustomerHasNoEmailAddress');
    expect(await story.grants()).toEqual([]);
    expect(await story.bills()).toEqual([]);
  });

  it('G4, contracts-billing V12: needs somebody who sells', async () => {
    await expectOk(story.api.rest('POST', '/contracts/legal-entities/seller/archive'));
    expect(await story.askGrant(invoiced())).toRefuse('BillingIntegrationMissing');
  });

  it('G4: through GraphQL too', async () => {
    const document = `mutation { createCreditGrant(input: { customerId: "ada", currencyId: "tokens", displayName: "Bought",
      grantType: PAID, amount: 100, cost: { amount: 5, currency: usd }, paymentCollectionMethod: INVOICE,
      billingInformation: { invoiceDaysUntilDue: 14, billingAddress: { line1: "Way 1", city: "Berlin", postalCode: "10115", country: "DE" } } })
      ${everyField(app, 'CreditGrant')} }`;
    const told = await expectOk<Json>(story.api.graphql(document));
    expect(told).toMatchObject({ status: 'PAYMENT_PENDING', latestInvoice: { status: 'OPEN', total: 5 } });
    expect(await story.printed(await story.last())).toContain('Berlin');
  });
});
