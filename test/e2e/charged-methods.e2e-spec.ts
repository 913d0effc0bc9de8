import { createCustomer, type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk } from '../support/client';
import { informed, InvoiceStory, invoiced } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('by which method a subscription is collected', () => {
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ story } = begun));

  const methodOf = async (planId: string, more: Json = {}) =>
    (await story.begun(planId, more)).subscription['paymentCollectionMethod'];
  const preview = (body: Json) =>
    story.api.rest('POST', '/subscriptions/preview', { customerId: 'ada', planId: 'pro', ...body });
  const archiveSeller = () => expectOk(story.api.rest('POST', '/contracts/legal-entities/seller/archive'));

  it('V9: CHARGE where nobody says it, an integration collects and somebody sells', async () => {
    expect(await methodOf('pro')).toBe('CHARGE');
    const document =
      'mutation { createSubscription(input: { customerId: "bob", planId: "pro" }) { subscription { paymentCollectionMethod } } }';
    await createCustomer(story.api, 'bob');
    await story.payBy('pays', 'bob');
    expect(await expectOk(story.api.graphql(document))).toEqual({
      subscription: { paymentCollectionMethod: 'CHARGE' },
    });
  });

  it('V9: NONE where nobody says it and nobody sells', async () => {
    await archiveSeller();
    expect(await methodOf('pro')).toBe('NONE');
  });

  it('V9: what takes the place of another is collected as that was', async () => {
    await story.sell('top', 99);
    expect(await methodOf('pro', { paymentCollectionMethod: 'NONE' })).toBe('NONE');
    expect(await methodOf('top')).toBe('NONE');
  });

  it('V9: what takes the place of a FREE one is collected as what is new', async () => {
    expect(await methodOf('free')).toBe('NONE');
    expect(await methodOf('pro')).toBe('CHARGE');
  });

  it('V9, V13: with another method the rest of how it is billed goes on', async () => {
    await story.sell('top', 99);
    await story.begun('pro', informed({ taxPercentage: 10, invoiceDaysUntilDue: 7 }));
    expect(await methodOf('top', charged())).toBe('CHARGE');
    expect(await story.last()).toMatchObject({ subtotal: 50, tax: 5 });
  });

  it('V9: INVOICE needs an e-mail address, also after CHARGE; CHARGE needs none', async () => {
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: null }));
    await story.sell('top', 99);
    expect(await methodOf('pro', charged())).toBe('CHARGE');
    expect(await story.ask('top', invoiced())).toRefuse('CustomerHasNoEmailAddress', /ada/);
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: 'ada@example.com' }));
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: null }));
  });

  it('V9: BillingIntegrationMissing where nobody sells, through both doors', async () => {
    await archiveSeller();
    const refused = ['BillingIntegrationMissing', /CHARGE.*\/contracts\/legal-entities/] as const;
    expect(await story.ask('pro', charged())).toRefuse(...refused);
    const document = `mutation { createSubscription(input: {
      customerId: "ada", planId: "pro", paymentCollectionMethod: CHARGE }) { id } }`;
    expect(await story.api.graphql(document)).toRefuse(...refused);
    expect(await preview(charged())).toRefuse(...refused);
  });

  it('V9, O4: values of its own go with NONE', async () => {
    const values = { entitlements: [{ id: 'calls', type: 'FEATURE', usageLimit: 7, resetPeriod: 'MONTH' }] };
    expect(await story.ask('pro', values)).toRefuse('BadUserInput', /send paymentCollectionMethod NONE/);
    expect(await methodOf('pro', { ...values, paymentCollectionMethod: 'NONE' })).toBe('NONE');
  });

  it('V9: one that runs keeps its method', async () => {
    await story.begun('pro', charged());
    expect(await story.ask('pro', invoiced())).toRefuse('BadUserInput', /CHARGE; leave it out/);
    expect(await methodOf('pro', charged({ metadata: { a: 'b' } }))).toBe('CHARGE');
  });

  it('V4, V9: what is tried is bought by another method', async () => {
    const trial = { trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-04-20') } };
    expect(await methodOf('pro', { ...trial, ...invoiced() })).toBe('INVOICE');
    const bought = { trialOverrideConfiguration: { isTrial: false } };
    expect(await methodOf('pro', { ...bought, ...charged() })).toBe('CHARGE');
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: null }));
    expect(await story.ask('pro', { ...bought, ...invoiced() })).toRefuse('CustomerHasNoEmailAddress');
    expect(await methodOf('pro', { ...bought, paymentCollectionMethod: 'NONE' })).toBe('NONE');
  });

  it('W3: is previewed, and nothing is kept of it', async () => {
    const tax = { billingInformation: { taxPercentage: 10 } };
    const { immediateInvoice } = await expectOk<{ immediateInvoice: Json }>(preview(charged(tax)));
    expect(immediateInvoice).toMatchObject({ subTotal: 49, tax: 4.9 });
    expect(await story.invoices()).toEqual([]);
  });

  it('V13: the integration that collects may be named, under CHARGE', async () => {
    const named = (integrationId: string) => ({ billingInformation: { integrationId } });
    expect(await story.ask('pro', charged(named('other')))).toRefuse(
      'UnsupportedParameter',
      /billingInformation\.integrationId: pay is/,
    );
    expect(await story.ask('pro', invoiced(named('pay')))).toRefuse('UnsupportedParameter', /CHARGE/);
    const { id } = await story.begun('pro', charged(named('pay')));
    const before = await story.get(id);
    expect(await story.patched(id, named('pay'))).toEqual(before);
    expect(await story.patch(id, named('other'))).toRefuse('UnsupportedParameter', /pay is/);
  });

  it.each([
    [{ taxRateIds: ['txr_1'] }, /taxRateIds: .*taxPercentage/],
    [{ chargeOnBehalfOfAccount: 'acct_1' }, /chargeOnBehalfOfAccount: .*account of the integration/],
  ])('V13: %j is UnsupportedParameter', async (billingInformation, message) => {
    expect(await story.ask('pro', charged({ billingInformation }))).toRefuse('UnsupportedParameter', message);
  });

  it('X7: who is to pay has a payment method', async () => {
    await createCustomer(story.api, 'bob');
    const { id } = await story.begun('pro', charged());
    const delegate = () =>
      story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' });
    expect(await delegate()).toRefuse('PaymentMethodNotFoundError', /bob.*payment-method/);
    const document = `mutation { delegateSubscription(id: "${id}", input: { targetCustomerId: "bob" }) { id } }`;
    expect(await story.api.graphql(document)).toRefuse('PaymentMethodNotFoundError');
    await story.payBy('pays', 'bob');
    expect(await expectOk(delegate())).toMatchObject({ payingCustomerId: 'bob' });
  });
});

describe('where no integration collects', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  it('V9: CHARGE is BillingIntegrationMissing, and NONE is the default', async () => {
    const refused = ['BillingIntegrationMissing', /POST \/integrations/] as const;
    expect(await story.ask('pro', charged())).toRefuse(...refused);
    const body = { customerId: 'ada', planId: 'pro', ...charged() };
    expect(await story.api.rest('POST', '/subscriptions/preview', body)).toRefuse(...refused);
    const { subscription } = await story.begun('pro');
    expect(subscription).toMatchObject({ paymentCollectionMethod: 'NONE' });
  });
});
