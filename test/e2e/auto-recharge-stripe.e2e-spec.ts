import { DueWalks } from '#libs/messaging/due-work';
import type { TestApp } from '../support/app';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { topUp } from '../support/credit-story';
import { giveCredits, grantsOf, useCredits } from '../support/credits';
import { createBuyers, createIssuer } from '../support/issuers';
import { attachMethod } from '../support/payment-methods';
import { flatFee, monthly } from '../support/priced-plans';
import { accountSecrets } from '../support/stripe-account';
import { createStripeApp, type StripeApp } from '../support/stripe-app';

// Domain: credits

const tokens = { customerId: 'acorn', currencyId: 'tokens' };
const query = '/credits/auto-recharge?customerId=acorn&currencyId=tokens';

describe('wallets that are recharged by Stripe', () => {
  let stripe: StripeApp;
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    stripe = await createStripeApp();
    ({ app } = stripe);
    stripe.double.addMethod('pm_stolen', {
      ...{ type: 'card', charge: 'DECLINES' },
      decline: { code: 'card_declined', decline_code: 'stolen_card' },
    });
  });
  afterAll(() => stripe.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    await createBuyers(api, 'acorn');
    await createIssuer(api, 'acme');
    const credentials = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: accountSecrets };
    await expectOk(api.rest('POST', '/integrations', credentials));
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    await createProduct(api, 'main');
    const pricingModels = [flatFee(10), topUp({ pricePeriods: [monthly(0.1)] })];
    const patch = { charges: { pricingType: 'PAID', pricingModels } };
    await publishPlan(api, { id: 'topped', productId: 'main', pricingType: null, patch });
    await subscribe(api, 'acorn', 'topped', { paymentCollectionMethod: 'NONE' });
    await giveCredits(api, { ...tokens, amount: 21 });
    const terms = { isEnabled: true, thresholdValue: 20, targetBalance: 50 };
    const body = { ...tokens, ...terms, paymentCollectionMethod: 'CHARGE' };
    await expectOk(api.rest('PUT', '/credits/auto-recharge', body));
  });

  /** A recharge, its payment, and what became of it. */
  const work = async (): Promise<void> => {
    for (const name of ['recharge-credits', 'collect-payments', 'recharge-credits'])
      await app.nest
        .get(DueWalks)
        .all.find((walk) => walk.name === name)
        ?.goOn();
  };
  const bought = async (): Promise<unknown[][]> =>
    (await grantsOf(api, 'acorn'))
      .filter(({ displayName }) => displayName === 'Automatic recharge')
      .map(({ amount, status }) => [amount, status]);
  const isEnabled = async (): Promise<unknown> => (await expectOk<Json>(api.rest('GET', query)))['isEnabled'];

  it('A5, A6: a card that pays', async () => {
    await attachMethod(api, 'pm_card_visa');
    await useCredits(api, 2, tokens);
    await work();
    expect([await bought(), await isEnabled()]).toEqual([[[31, 'ACTIVE']], true]);
  });

  it('A5: one that is declined is tried again, one that is stolen disables it at once', async () => {
    await attachMethod(api, 'pm_card_chargeCustomerFail');
    await useCredits(api, 2, tokens);
    await work();
    expect([await bought(), await isEnabled()]).toEqual([[[31, 'VOIDED']], true]);
    await attachMethod(api, 'pm_stolen');
    await useCredits(api, 2, tokens);
    await work();
    expect([await bought(), await isEnabled()]).toEqual([
      [
        [33, 'VOIDED'],
        [31, 'VOIDED'],
      ],
      false,
    ]);
  });
});
