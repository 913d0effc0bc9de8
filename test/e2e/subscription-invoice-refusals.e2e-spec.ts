import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { createCustomer, feature, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { informed, invoiced, InvoiceStory } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('what is refused of subscriptions under INVOICE', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const customer = (id: string) => createCustomer(story.api, id);
  const provision = (body: Json) => story.api.rest('POST', '/subscriptions', body);
  const silent = async (): Promise<void> => {
    expect(await story.invoices()).toEqual([]);
    expect(await story.all()).toEqual([]);
  };

  it('V9, U2: CustomerHasNoEmailAddress where there is nobody to send it to, through both doors', async () => {
    await customer('bob');
    const body = { customerId: 'bob', planId: 'pro', ...invoiced() };
    expect(await provision(body)).toRefuse('CustomerHasNoEmailAddress', /bob.*email/);
    const document =
      'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }';
    expect(await story.api.graphql(document, { input: body })).toRefuse('CustomerHasNoEmailAddress');
    await expectOk(story.api.rest('PATCH', '/customers/bob', { email: 'bob@example.com' }));
    await expectOk(provision(body));
  });

  it('V9, X7: it is who pays that needs one: of the request, of what it takes the place of, of a delegation', async () => {
    await customer('bob');
    await customer('parent');
    const ofBob = (planId: string, more: Json) => provision({ customerId: 'bob', planId, ...more });
    expect(await ofBob('pro', invoiced({ payingCustomerId: 'parent' }))).toRefuse(
      'CustomerHasNoEmailAddress',
      /parent/,
    );
    await expectOk(ofBob('pro', { payingCustomerId: 'ada', ...invoiced() }));
    await story.sell('top', 99);
    expect(await ofBob('top', { payingCustomerId: 'parent' })).toRefuse(
      'CustomerHasNoEmailAddress',
      /parent/,
    );
    const { id } = await story.begun('pro', invoiced());
    const delegate = (targetCustomerId: string) =>
      story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId });
    expect(await delegate('parent')).toRefuse('CustomerHasNoEmailAddress', /parent/);
    await expectOk(story.api.rest('PATCH', '/customers/parent', { email: 'p@example.com' }));
    await expectOk(delegate('parent'));
  });

  it('V9, X7: of one that pays for what is collected elsewhere, once that is to be invoiced', async () => {
    await customer('parent');
    await story.begun('basic', { payingCustomerId: 'parent' });
    expect(await story.ask('pro', invoiced())).toRefuse('CustomerHasNoEmailAddress', /parent/);
    await expectOk(story.api.rest('PATCH', '/customers/parent', { email: 'p@example.com' }));
    await expectOk(story.ask('pro', invoiced()));
    expect(await story.last('parent')).toMatchObject({ customerExternalId: 'parent' });
  });

  it('contracts-billing V12: BillingIntegrationMissing where nobody sells, and for CHARGE', async () => {
    await expectOk(story.api.rest('POST', '/contracts/legal-entities/seller/archive'));
    expect(await story.ask('pro', invoiced())).toRefuse('BillingIntegrationMissing', /legal entity/);
    const document =
      'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }';
    const input = { customerId: 'ada', planId: 'pro', ...invoiced() };
    expect(await story.api.graphql(document, { input })).toRefuse('BillingIntegrationMissing');
    expect(await story.ask('pro', { paymentCollectionMethod: 'CHARGE' })).toRefuse(
      'BillingIntegrationMissing',
    );
    await silent();
  });

  it.each<[string, Json, RegExp]>([
    ['taxRateIds', { taxRateIds: ['txr_1'] }, /billingInformation\.taxRateIds/],
    ['an account', { chargeOnBehalfOfAccount: 'acct_1' }, /billingInformation\.chargeOnBehalfOfAccount/],
    ['an integration', { integrationId: 'stripe-1' }, /billingInformation\.integrationId/],
  ])('V13: %s of a provider is UnsupportedParameter', async (_, billingInformation, message) => {
    expect(await story.ask('pro', informed(billingInformation))).toRefuse('UnsupportedParameter', message);
    expect(await story.ask('pro', { billingInformation })).toRefuse('UnsupportedParameter', message);
    await silent();
    const { id } = await story.begun('pro', invoiced());
    expect(await story.patch(id, { billingInformation })).toRefuse('UnsupportedParameter', message);
  });

  it('V13: null and nothing of a provider ask for nothing', async () => {
    const nothing = { taxRateIds: [], chargeOnBehalfOfAccount: null, integrationId: null };
    await expectOk(story.ask('pro', informed(nothing)));
  });

  it.each<[string, Json, ErrorCode, RegExp]>([
    ['a percentage above 100', { taxPercentage: 100.1 }, 'BadUserInput', /taxPercentage/],
    ['a percentage below 0', { taxPercentage: -1 }, 'BadUserInput', /taxPercentage/],
    ['days below 0', { invoiceDaysUntilDue: -1 }, 'BadUserInput', /invoiceDaysUntilDue/],
    ['days that are no whole number', { invoiceDaysUntilDue: 1.5 }, 'BadUserInput', /invoiceDaysUntilDue/],
    ['another proration', { prorationBehavior: 'SOMETIMES' }, 'BadUserInput', /prorationBehavior/],
    ['an unknown key', { vat: 1 }, 'BadUserInput', /vat/],
    [
      'a country that is none',
      { billingAddress: { line1: 'A', city: 'B', country: 'XX' } },
      'InvalidAddressError',
      /billingInformation\.billingAddress/,
    ],
    [
      'a tax id that looks like none',
      { taxIds: [{ type: 'eu_vat', value: '7' }] },
      'InvalidTaxId',
      /billingInformation\.taxIds/,
    ],
  ])('V13: %s', async (_, billingInformation, code, message) => {
    expect(await story.ask('pro', informed(billingInformation))).toRefuse(code, message);
    await silent();
    const { id } = await story.begun('pro', invoiced());
    expect(await story.patch(id, { billingInformation })).toRefuse(code, message);
  });

  it('V13: isBackdated needs a start gone by', async () => {
    const backdated = informed({ isBackdated: true });
    for (const more of [{}, { startDate: on('2026-04-20') }, { startDate: on('2026-04-10') }])
      expect(await story.ask('pro', { ...backdated, ...more })).toRefuse(
        'InvalidArgumentError',
        /isBackdated/,
      );
    await silent();
    await expectOk(story.ask('pro', informed({ isBackdated: false })));
  });

  it.each<[string, Json]>([
    ['taxPercentage', { taxPercentage: 0 }],
    ['invoiceDaysUntilDue', { invoiceDaysUntilDue: 30 }],
    ['isInvoicePaid', { isInvoicePaid: true }],
    ['prorationBehavior', { prorationBehavior: 'NONE' }],
    ['metadata', { metadata: { a: '1' } }],
    ['taxIds', { taxIds: [{ type: 'eu_vat', value: 'DE123456789' }] }],
    ['billingAddress', { billingAddress: { line1: 'A', city: 'B', postalCode: '1', country: 'DE' } }],
  ])('V13: %s is UnsupportedParameter where nothing is billed here', async (field, billingInformation) => {
    const message = new RegExp(`billingInformation\\.${field}.*NONE`);
    expect(await story.ask('pro', { billingInformation })).toRefuse('UnsupportedParameter', message);
    const { id } = await story.begun('pro');
    expect(await story.patch(id, { billingInformation })).toRefuse('UnsupportedParameter', message);
    expect(await story.ask('agreed', { billingInformation })).toRefuse('UnsupportedParameter', message);
  });

  it('V7: a plan without a price is collected by nobody', async () => {
    for (const planId of ['free', 'agreed'])
      expect(await story.ask(planId, invoiced())).toRefuse('UnsupportedParameter', /paymentCollectionMethod/);
    await silent();
  });

  it('V5, V13: of a plan that runs neither the method nor how it began is said anew', async () => {
    const { id } = await story.billed();
    expect(await story.ask('team', { paymentCollectionMethod: 'NONE' })).toRefuse(
      'BadUserInput',
      /paymentCollectionMethod/,
    );
    for (const said of [{ isInvoicePaid: true }, { isBackdated: true }])
      expect(await story.patch(id, { billingInformation: said })).toRefuse('BadUserInput', /begins/);
    expect(await story.bills()).toHaveLength(1);
  });

  it('O4: values of its own go with what is collected elsewhere only', async () => {
    const entitlements = [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH' })];
    expect(await story.ask('pro', invoiced({ entitlements }))).toRefuse('BadUserInput', /entitlements/);
    await silent();
    const { id } = await story.begun('pro', invoiced());
    expect(await story.patch(id, { entitlements })).toRefuse('BadUserInput', /entitlements/);
    expect(await story.ask('pro', { entitlements })).toRefuse('BadUserInput', /entitlements/);
  });

  it('O4, V13: what has values of its own goes over to INVOICE without them', async () => {
    const entitlements = [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH' })];
    await story.begun('basic', { entitlements });
    const { subscription } = await story.begun('pro', invoiced());
    expect(subscription['subscriptionEntitlements']).toEqual([]);
  });

  it('contracts-billing C3: what is billed here joins no contract, neither later nor with it', async () => {
    const { id } = await story.begun('pro', invoiced());
    const create = (contractId: string, subscription: Json) =>
      story.api.rest('POST', '/contracts', {
        ...{ contractId, customerId: 'ada', setupBilling: false, subscriptions: [subscription] },
      });
    expect(await create('one', { existingSubscriptionId: id })).toRefuse('InvalidArgumentError');
    await createCustomer(story.api, 'bob', { email: 'bob@example.com' });
    const newSubscription = { customerId: 'bob', planId: 'pro', ...invoiced() };
    const body = { customerId: 'bob', setupBilling: false, subscriptions: [{ newSubscription }] };
    expect(await story.api.rest('POST', '/contracts', body)).toRefuse('InvalidArgumentError');
    expect(await story.invoices('bob')).toEqual([]);
    const contract = { contractId: 'two', customerId: 'ada', setupBilling: false };
    await expectOk(story.api.rest('POST', '/contracts', contract));
    const attach = { subscriptionIds: [id] };
    expect(await story.api.rest('POST', '/contracts/two/subscriptions', attach)).toRefuse(
      'InvalidArgumentError',
    );
    expect((await story.get(id))['contractId']).toBeNull();
  });

  it('contracts-billing V8: a provision that is refused late takes no number', async () => {
    await story.begun('pro', invoiced());
    const refused: Json[] = [
      informed({ taxIds: [{ type: 'eu_vat', value: '7' }] }),
      invoiced({ appliedCoupon: { couponId: 'nobody' } }),
      invoiced({ charges: units(3), billingPeriod: 'WEEKLY' }),
      invoiced({ cancellationDate: on('2026-04-01') }),
    ];
    for (const more of refused) expect((await story.ask('team', more)).status).toBeGreaterThanOrEqual(400);
    await story.billed();
    expect((await story.invoices()).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      'INV-000001',
      'INV-000002',
    ]);
  });
});
