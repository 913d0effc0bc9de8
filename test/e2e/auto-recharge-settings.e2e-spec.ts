import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { RechargeStory } from '../support/recharge-story';
import { needsPermission } from '../support/suites/permission-suite';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const untouched: Json = {
  ...{ id: null, createdAt: null, updatedAt: null, customerId: 'ada', currencyId: 'tokens' },
  ...{ isEnabled: false, thresholdType: 'CREDIT_AMOUNT', thresholdValue: 0, targetBalance: 0 },
  ...{ maxSpendLimit: null, grantExpirationPeriod: '1_YEAR', paymentCollectionMethod: null },
};
const fields = `id customerId currencyId isEnabled thresholdType thresholdValue targetBalance maxSpendLimit grantExpirationPeriod
  paymentCollectionMethod`;

describe('how a wallet is to be recharged', () => {
  let app: TestApp;
  let story: RechargeStory;

  storyForEach(RechargeStory, (begun) => ({ app, story } = begun));

  it('A1: untouched, where nobody has said anything', async () => {
    expect(await story.recharge()).toEqual(untouched);
  });

  it('A1: said, it is told; what is left out is as untouched', async () => {
    await story.subscribed();
    const all = {
      ...{ thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 1.5, targetBalance: 50.5, maxSpendLimit: 99.99 },
      ...{ grantExpirationPeriod: '1_MONTH', paymentCollectionMethod: 'CHARGE' },
    };
    const first = await story.said(all);
    const at = '2026-04-10T00:00:00.000Z';
    const made = { id: expect.any(String), createdAt: at, updatedAt: at };
    expect(first).toEqual({ ...untouched, ...all, ...made, isEnabled: true });
    expect(await story.recharge()).toEqual(first);
    await story.at('2026-04-11T00:00:00.000Z');
    const second = await story.said();
    expect(second).toMatchObject({
      ...untouched,
      ...{ id: first['id'], createdAt: first['createdAt'], isEnabled: true },
      ...{ thresholdValue: 20, targetBalance: 50, updatedAt: '2026-04-11T00:00:00.000Z' },
    });
    expect(await story.recharge()).toEqual(second);
  });

  it('A1, access-and-events W6, W10: the same again changes nothing and is told nobody', async () => {
    await story.subscribed();
    await story.give(100);
    const first = await story.said();
    await story.at('2026-04-11T00:00:00.000Z');
    expect(await story.said()).toEqual(first);
    expect(await story.events()).toEqual([
      {
        ...{ type: 'configuration.changed', autoRecharge: first },
        outcome: { isEnabled: true, reason: 'REQUESTED' },
      },
    ]);
    await story.said({ isEnabled: false });
    expect((await story.events()).slice(1)).toMatchObject([{ outcome: { isEnabled: false } }]);
  });

  it('A1: said by many at once for the first time, there is one', async () => {
    await story.subscribed();
    const told = await Promise.all(Array.from({ length: 6 }, () => story.said()));
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });

  it('A1: through GraphQL too', async () => {
    await story.subscribed();
    const asked = `customerId: "ada", currencyId: "tokens"`;
    const document = `mutation { updateCreditAutoRecharge(input: { ${asked}, isEnabled: true, thresholdValue: 20, targetBalance: 50,
      grantExpirationPeriod: _1_MONTH }) { ${fields} } }`;
    const said = await expectOk<Json>(story.api.graphql(document));
    expect(said).toMatchObject({ isEnabled: true, grantExpirationPeriod: '_1_MONTH', thresholdValue: 20 });
    const read = `query { creditAutoRecharge(${asked}) { ${fields} } }`;
    expect(await expectOk<Json>(story.api.graphql(read))).toEqual(said);
    expect(await story.api.graphql(document.replace('targetBalance: 50', 'targetBalance: 20'))).toRefuse(
      'BadUserInput',
    );
    expect(await story.api.graphql(read.replace('"ada"', '"nobody"'))).toRefuse('CustomerNotFound');
  });

  it('A1, catalog C10: an older state is refused', async () => {
    await story.subscribed();
    await story.said();
    const etag = String((await story.askRecharge()).headers.get('etag'));
    await expectOk(story.say({ targetBalance: 60 }, { 'If-Match': etag }));
    expect(await story.say({ targetBalance: 70 }, { 'If-Match': etag })).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
  });

  it.each<[string, Json, ErrorCode, RegExp]>([
    ['A3: a target at the threshold', { targetBalance: 20 }, 'BadUserInput', /targetBalance .*20 credits/],
    [
      'A3: a target below what the money of the threshold is worth',
      { thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 5 },
      'BadUserInput',
      /targetBalance .*50 credits/,
    ],
    ['A1: a threshold below 0', { thresholdValue: -1 }, 'BadUserInput', /^thresholdValue/],
    ['A1: a target of nothing', { thresholdValue: 0, targetBalance: 0 }, 'BadUserInput', /^targetBalance/],
    ['A1: a cap of nothing', { maxSpendLimit: 0 }, 'BadUserInput', /^maxSpendLimit .*null/],
    ['A1, Y4: a target too large', { targetBalance: 1e15 + 1 }, 'AmountTooLarge', /^targetBalance/],
    ['A1, Y4: a threshold too large', { thresholdValue: 1e16 }, 'AmountTooLarge', /^thresholdValue/],
    [
      'A1, catalog R9: a sum too large',
      { thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 1e9 },
      'AmountTooLarge',
      /^thresholdValue/,
    ],
    ['A1, catalog R9: a cap too large', { maxSpendLimit: 1e9 }, 'AmountTooLarge', /^maxSpendLimit/],
    ['A1: another type', { thresholdType: 'EURO_AMOUNT' }, 'BadUserInput', /thresholdType/],
    ['A1: another period', { grantExpirationPeriod: '1_WEEK' }, 'BadUserInput', /grantExpirationPeriod/],
    ['A7: INVOICE', { paymentCollectionMethod: 'INVOICE' }, 'InvalidArgumentError', /CHARGE or NONE/],
    ['A1: an unknown customer', { customerId: 'nobody' }, 'CustomerNotFound', /nobody/],
    ['A1: an unknown currency', { currencyId: 'gems' }, 'CustomCurrencyNotFound', /gems/],
  ])('%s is refused', async (_what, more, code, message) => {
    await story.subscribed();
    expect(await story.say(more)).toRefuse(code, message);
    expect(await story.recharge()).toEqual(untouched);
  });

  it('A1: nobody is told of what there is not', async () => {
    expect(await story.askRecharge('customerId=nobody&currencyId=tokens')).toRefuse('CustomerNotFound');
    expect(await story.askRecharge('customerId=ada&currencyId=gems')).toRefuse('CustomCurrencyNotFound');
    expect(await story.askRecharge('customerId=ada')).toRefuse('BadUserInput', /currencyId/);
  });

  it('A1, Y2, customers-subscriptions U7: not of whom and what is archived', async () => {
    await createCustomer(story.api, 'gone');
    await expectOk(story.api.rest('POST', '/customers/gone/archive'));
    expect(await story.say({ customerId: 'gone' })).toRefuse('EntityIsArchivedError');
    expect(await story.askRecharge('customerId=gone&currencyId=tokens')).toMatchObject({ status: 200 });
    const currency = { id: 'old', displayName: 'Old' };
    await expectOk(story.api.rest('POST', '/credits/custom-currencies', currency));
    await expectOk(story.api.rest('POST', '/credits/custom-currencies/old/archive'));
    expect(await story.say({ currencyId: 'old' })).toRefuse('EntityIsArchivedError');
  });

  it('A7: enabled it needs a top-up price in a live subscription', async () => {
    expect(await story.say()).toRefuse('InvalidArgumentError', /top-up price/);
    expect(await story.said({ isEnabled: false })).toMatchObject({ isEnabled: false });
    await story.begun('free');
    expect(await story.say()).toRefuse('InvalidArgumentError', /top-up price/);
    await story.subscribed();
    expect(await story.said()).toMatchObject({ isEnabled: true });
  });

  it('A7: a subscription under INVOICE says INVOICE, unless the request says otherwise', async () => {
    await story.subscribed({ paymentCollectionMethod: 'INVOICE' });
    expect(await story.say()).toRefuse('InvalidArgumentError', /INVOICE/);
    expect(await story.said({ paymentCollectionMethod: 'NONE' })).toMatchObject({ isEnabled: true });
  });

  it('A7: a threshold of money needs one price of a credit', async () => {
    const tiers = [{ upTo: 100, unitPrice: { amount: 0.1 } }, { unitPrice: { amount: 0.05 } }];
    await story.sellTopUps('tiered', { billingPeriod: 'MONTHLY', tiers }, { tiersMode: 'GRADUATED' });
    await story.subscribed({}, 'tiered');
    const ofMoney = { thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 1 };
    expect(await story.say(ofMoney)).toRefuse('InvalidArgumentError', /thresholdType/);
    await story.said({ targetBalance: 150 });
    await story.work();
    expect(await story.purchases()).toEqual([[150, 12.5, 'ACTIVE']]);
  });

  const query = '/credits/auto-recharge?customerId=ada&currencyId=tokens';
  const asked = 'customerId: "ada", currencyId: "tokens"';
  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [{ rest: ['GET', query], graphql: `query { creditAutoRecharge(${asked}) { id } }` }],
    writes: [
      {
        rest: [
          'PUT',
          '/credits/auto-recharge',
          { customerId: 'ada', currencyId: 'tokens', isEnabled: false },
        ],
        graphql: `mutation { updateCreditAutoRecharge(input: { ${asked}, isEnabled: false, thresholdValue: 1, targetBalance: 2 }) { id } }`,
      },
    ],
  });
});
