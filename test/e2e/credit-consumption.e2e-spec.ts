import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';
import {
  consumptionBody,
  creditCustomer,
  giveCredits,
  grantsOf,
  ledgerOf,
  ledgerRows,
  proofOf,
  useCredits,
} from '../support/credits';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: credits

const path = '/credits/consumption';
const dayMs = 24 * 3_600_000;
const mutation = `mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) {
  amount currencyId customerId timestamp resourceId
  credit { currencyId currentUsage timestamp usageLimit usagePeriodEnd } } }`;
const asyncMutation = 'mutation($input: ConsumeCreditsAsyncInput!) { consumeCreditsAsync(input: $input) }';
const nobody = `customerId: "nobody", currencyId: "none", amount: 1, idempotencyKey: "x"`;

describe('consumption of credits', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    await creditCustomer(api);
  });

  const use = (body: Json, headers = {}) => api.rest('POST', path, body, headers);
  const useAll = (consumptions: Json[], headers = {}) =>
    api.rest('POST', `${path}/async`, { consumptions }, headers);
  const overGraphql = (input: Json) => api.graphql(mutation, { input });
  const allOverGraphql = (consumptions: Json[]) => api.graphql(asyncMutation, { input: { consumptions } });
  const fromNow = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();
  const consumed = async (): Promise<string[]> =>
    (await ledgerRows(api)).filter((row) => row.startsWith('CONSUMED'));

  type Refusal = Parameters<ReturnType<typeof expect>['toRefuse']>;
  const allRefuse = (answers: (RestAnswer | GraphqlAnswer)[], ...refusal: Refusal): void => {
    for (const answer of answers) expect(answer).toRefuse(...refusal);
  };
  /** One by one, as one of several, and both over GraphQL. */
  const refuses = async (more: Json, ...[code, message]: Refusal): Promise<void> => {
    const body = consumptionBody(1, more);
    allRefuse([await use(body), await overGraphql(body)], code, message);
    const several = [consumptionBody(1), body];
    const place = /consumptions\[1\]/;
    allRefuse([await useAll(several), await allOverGraphql(several)], code, place);
    allRefuse([await useAll(several)], code, message);
    expect(await consumed()).toEqual([]);
  };

  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [],
    writes: [
      {
        rest: ['POST', path, consumptionBody(1, { customerId: 'nobody', currencyId: 'none' })],
        graphql: `mutation { consumeCredits(input: { ${nobody} }) { amount } }`,
      },
      {
        rest: ['POST', `${path}/async`, { consumptions: [consumptionBody(1, { customerId: 'nobody' })] }],
        graphql: `mutation { consumeCreditsAsync(input: { consumptions: [{ ${nobody} }] }) }`,
      },
    ],
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await creditCustomer(to, id);
      await giveCredits(to, { customerId: id });
      return useCredits(to, 1, { customerId: id });
    },
    read: (from, id) => ledgerOf(from, id),
    routes: [
      ['GET', (id) => `/credits/ledger?customerId=${id}`],
      ['GET', (id) => `/credits/ledger/proof?customerId=${id}&currencyId=tokens`],
    ],
    documents: [
      `mutation($id: String!) { consumeCredits(input: {
         customerId: $id, currencyId: "tokens", amount: 1, idempotencyKey: "x" }) { amount } }`,
      `mutation($id: String!) { consumeCreditsAsync(input: { consumptions: [{
         customerId: $id, currencyId: "tokens", amount: 1, idempotencyKey: "x" }] }) }`,
      'query($id: String!) { creditLedgerEntries(customerId: $id) { totalCount } }',
      'query($id: String!) { proveCreditLedger(customerId: $id, currencyId: "tokens") { holds } }',
    ],
  });

  it('N7: a key is one of its environment, customer and currency', async () => {
    await creditCustomer(api, 'd', 'other');
    const { api: elsewhere } = await app.newEnvironment();
    await creditCustomer(elsewhere);
    const body = consumptionBody(5, { idempotencyKey: 'same' });
    for (const [by, more] of [
      [api, {}],
      [api, { customerId: 'd' }],
      [api, { currencyId: 'other' }],
      [elsewhere, {}],
    ] as const) {
      const { credit } = await expectOk<Json>(by.rest('POST', path, { ...body, ...more }));
      expect(credit).toMatchObject({ currentUsage: 5 });
    }
  });

  describe('one by one', () => {
    it('N1, N8: tells what was taken, and the wallet after it, through both doors', async () => {
      await giveCredits(api, { amount: 50 });
      app.clock.advance({ minutes: 1 });
      const now = app.clock.now().toISOString();
      const dimensions = { model: 'large', tokens: 12.5, cached: true };
      const credit = { currencyId: 'tokens', currentUsage: 7.5, usageLimit: 50, timestamp: now };
      const told = { amount: 7.5, currencyId: 'tokens', customerId: 'c', timestamp: now, resourceId: null };
      const first = await expectOk(use(consumptionBody(7.5, { dimensions })));
      expect(first).toEqual({ ...told, credit: { ...credit, usagePeriodEnd: null } });
      const second = await expectOk(overGraphql(consumptionBody(2.5, { dimensions })));
      const after = { ...credit, currentUsage: 10, usagePeriodEnd: null };
      expect(second).toEqual({ ...told, amount: 2.5, credit: after });
      expect(await consumed()).toEqual(['CONSUMED Given -7.5 → 42.5', 'CONSUMED Given -2.5 → 40']);
    });

    it('N8: the wallet is told as it is in all, and never older than before', async () => {
      await giveCredits(api, { amount: 10 });
      await giveCredits(api, { amount: 20, grantType: 'PROMOTIONAL' });
      const stamps: string[] = [];
      for (const [amount, currentUsage] of [
        [15, 15],
        [20, 35],
      ] as const) {
        app.clock.advance({ seconds: 1 });
        const { credit } = await useCredits(api, amount);
        expect(credit).toMatchObject({ usageLimit: 30, currentUsage });
        stamps.push((credit as { timestamp: string }).timestamp);
      }
      expect(stamps[1]! > stamps[0]!).toBe(true);
    });

    it('L1: takes from a wallet of its own, whatever the resource has', async () => {
      await giveCredits(api, { amount: 9, resourceId: 'site' });
      await giveCredits(api, { amount: 5 });
      const told = await useCredits(api, 2, { resourceId: 'site' });
      expect(told).toMatchObject({ resourceId: 'site', credit: { usageLimit: 5, currentUsage: 2 } });
    });

    it('N2: priority, then the end, then promotions: the worked example', async () => {
      const end = (days: number): string => fromNow(days * dayMs);
      const names = { A: 'A', B: 'B', C: 'C' };
      await giveCredits(api, { displayName: names.A, amount: 50, priority: 1, expireAt: end(30) });
      const promotion = { grantType: 'PROMOTIONAL', priority: 1, expireAt: end(30) };
      await giveCredits(api, { displayName: names.B, amount: 20, ...promotion });
      await giveCredits(api, {
        displayName: names.C,
        amount: 100,
        ...promotion,
        priority: 2,
        expireAt: end(10),
      });
      await useCredits(api, 60);
      expect(await consumed()).toEqual(['CONSUMED B -20 → 150', 'CONSUMED A -40 → 110']);
    });

    it('N4: what is lacking is owed', async () => {
      await giveCredits(api, { amount: 10 });
      const { credit } = await useCredits(api, 25);
      expect(credit).toMatchObject({ usageLimit: 10, currentUsage: 25 });
      expect(await consumed()).toEqual(['CONSUMED Given -10 → 0', 'CONSUMED Overdraft -15 → -15']);
      const overdraft = (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      expect(overdraft).toMatchObject({
        amount: 0,
        consumedAmount: 15,
        cost: { amount: 0 },
        status: 'ACTIVE',
      });
    });

    it('N4: nobody needs a grant to be owed by', async () => {
      expect((await useCredits(api, 3))['credit']).toMatchObject({ usageLimit: 0, currentUsage: 3 });
    });

    it('N3: what is told late takes from no grant whose end is noted, and is owed until one pays that can be used', async () => {
      await giveCredits(api, { displayName: 'ended', amount: 10, expireAt: fromNow(dayMs) });
      app.clock.advance({ days: 2 });
      // Who reads has the end noted.
      expect((await ledgerOf(api))[0]).toMatchObject({ eventType: 'CREDITS_EXPIRED' });
      await giveCredits(api, { displayName: 'running', amount: 10 });
      const late = fromNow(-1.5 * dayMs);
      expect(await useCredits(api, 4, { createdAt: late })).toMatchObject({ timestamp: late });
      expect(await ledgerRows(api)).toEqual([
        ...['GRANTED ended 10 → 10', 'EXPIRED ended -10 → 0', 'GRANTED running 10 → 10'],
        ...['CONSUMED Overdraft -4 → 6', 'TRANSFER_SOURCE Overdraft 4 → 10'],
        ...['TRANSFER_TARGET running -4 → 6', 'VOIDED Overdraft 0 → 6'],
      ]);
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('N3: what was used before the end, and is told after it before anybody noted it, was still there', async () => {
      await giveCredits(api, { amount: 10, expireAt: fromNow(dayMs) });
      app.clock.advance({ days: 2 });
      await useCredits(api, 4, { createdAt: fromNow(-1.5 * dayMs) });
      expect(await ledgerRows(api)).toEqual([
        ...['GRANTED Given 10 → 10', 'CONSUMED Given -4 → 6', 'EXPIRED Given -6 → 0'],
      ]);
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('N3: what is used at the end itself is not of it', async () => {
      const expireAt = fromNow(dayMs);
      await giveCredits(api, { amount: 10, expireAt });
      app.clock.travelTo(expireAt);
      await useCredits(api, 4);
      expect(await consumed()).toEqual(['CONSUMED Overdraft -4 → -4']);
    });

    it('entitlements-usage A4: from 90 days ago to 5 minutes ahead', async () => {
      await giveCredits(api);
      const [oldest, latest] = [fromNow(-90 * dayMs), fromNow(5 * 60_000)];
      expect(await useCredits(api, 1, { createdAt: oldest })).toMatchObject({ timestamp: oldest });
      expect(await useCredits(api, 1, { createdAt: latest })).toMatchObject({ timestamp: latest });
    });

    it.each([-90 * dayMs - 1, 5 * 60_000 + 1])(
      'entitlements-usage A4: %d ms from now is BadUserInput',
      async (ms) => {
        await refuses({ createdAt: fromNow(ms) }, 'BadUserInput', /createdAt/);
      },
    );

    it.each([0, 0.999999999, -1])('N1: an amount of %d is BadUserInput', async (amount) => {
      await refuses({ amount }, 'BadUserInput', /amount/);
    });

    it('N1: refuses what it does not know', async () => {
      for (const field of ['amount', 'currencyId', 'customerId', 'idempotencyKey'])
        expect(await use(consumptionBody(1, { [field]: undefined }))).toRefuse(
          'BadUserInput',
          new RegExp(field),
        );
      await refuses({ idempotencyKey: '' }, 'BadUserInput', /idempotencyKey/);
      await refuses({ idempotencyKey: 'x'.repeat(256) }, 'BadUserInput', /idempotencyKey/);
      await refuses({ dimensions: { a: {} } }, 'BadUserInput', /dimensions/);
      expect(await use(consumptionBody(1, { units: 1 }))).toRefuse('BadUserInput', /units/);
      expect(await use(consumptionBody(1, { createdAt: 'soon' }))).toRefuse('BadUserInput', /createdAt/);
      await refuses({ customerId: 'nobody' }, 'CustomerNotFound', /nobody/);
      await refuses({ currencyId: 'none' }, 'CustomCurrencyNotFound', /none/);
    });

    it('N1: of an archived customer nothing is taken', async () => {
      await creditCustomer(api, 'gone');
      await expectOk(api.rest('POST', '/customers/gone/archive'));
      await refuses({ customerId: 'gone' }, 'EntityIsArchivedError', /gone/);
    });

    it('Y4: keeps 9 decimals, half to even; more than 10^15 is AmountTooLarge', async () => {
      await refuses({ amount: 1e15 + 1 }, 'AmountTooLarge', /amount/);
      expect(await useCredits(api, 1.1234567885)).toMatchObject({ amount: 1.123456788 });
      expect(await useCredits(api, 1.1234567895)).toMatchObject({ amount: 1.12345679 });
      expect(await useCredits(api, 1e15)).toMatchObject({ amount: 1e15 });
    });

    it('N9, entitlements-usage Q12: with enforceLimit never more than is there', async () => {
      await giveCredits(api, { amount: 10 });
      const enforced = (amount: number): Json => consumptionBody(amount, { enforceLimit: true });
      const answers = [await use(enforced(10.000000001)), await overGraphql(enforced(11))];
      allRefuse(answers, 'EntitlementLimitExceededError', /InsufficientCredits/);
      expect(await consumed()).toEqual([]);
      expect(await expectOk(use(enforced(10)))).toMatchObject({ credit: { currentUsage: 10 } });
      expect(await use(enforced(1))).toRefuse('EntitlementLimitExceededError', /InsufficientCredits/);
      await useCredits(api, 5, { enforceLimit: false });
      await giveCredits(api, { amount: 6 });
      expect(await use(enforced(2))).toRefuse('EntitlementLimitExceededError', /1 are left/);
    });

    it('entitlements-usage Q12: a refusal uses its key up for nobody', async () => {
      const body = consumptionBody(5, { enforceLimit: true });
      expect(await use(body)).toRefuse('EntitlementLimitExceededError');
      await giveCredits(api, { amount: 5 });
      expect(await expectOk(use(body))).toMatchObject({ credit: { currentUsage: 5, usageLimit: 5 } });
    });

    it('entitlements-usage Q12: credits that have ended by now are not there', async () => {
      await giveCredits(api, { amount: 5, expireAt: fromNow(dayMs) });
      app.clock.advance({ days: 1 });
      expect(await use(consumptionBody(1, { enforceLimit: true }))).toRefuse('EntitlementLimitExceededError');
    });

    it('N9: refuses whatever is more than is left, also where it was used before the wallet had it', async () => {
      await giveCredits(api, { amount: 5 });
      const createdAt = fromNow(-dayMs);
      const body = (amount: number): Json => consumptionBody(amount, { createdAt, enforceLimit: true });
      expect(await use(body(6))).toRefuse('EntitlementLimitExceededError');
      expect(await expectOk(use(body(5)))).toMatchObject({ credit: { currentUsage: 5, usageLimit: 5 } });
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 0 });
    });
  });

  describe('repeated', () => {
    it('N7: a key that is repeated takes nothing and is answered as the first time', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(4);
      const first = await use(body);
      app.clock.advance({ hours: 1 });
      await useCredits(api, 1);
      for (const more of [
        {},
        { createdAt: fromNow(-1000) },
        { dimensions: { model: 'other' } },
        { resourceId: undefined, enforceLimit: true },
      ]) {
        const again = await use({ ...body, ...more });
        expect([again.status, again.body]).toEqual([first.status, first.body]);
      }
      expect(await expectOk(overGraphql(body))).toEqual((first.body as { data: Json }).data);
      expect(await consumed()).toEqual(['CONSUMED Given -4 → 6', 'CONSUMED Given -1 → 5']);
    });

    it('N7, entitlements-usage Q12: also where it would be refused by now', async () => {
      await giveCredits(api, { amount: 4 });
      const body = consumptionBody(4, { enforceLimit: true });
      const first = await use(body);
      expect((await use(body)).text).toBe(first.text);
      expect(await use({ ...body, idempotencyKey: 'another' })).toRefuse('EntitlementLimitExceededError');
    });

    it('N7: with another amount it names another consumption', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(4);
      await expectOk(use(body));
      const other = { ...body, amount: 5 };
      allRefuse(
        [await use(other), await overGraphql(other)],
        'BadUserInput',
        /^amount: idempotencyKey .* 4 credits/,
      );
      allRefuse([await useAll([other]), await allOverGraphql([other])], 'BadUserInput', /consumptions\[0\]/);
      expect(await consumed()).toHaveLength(1);
    });

    it('N7: of many at once under one key one takes, and all are answered alike', async () => {
      await giveCredits(api, { amount: 100 });
      const body = consumptionBody(3);
      const answers = await Promise.all(Array.from({ length: 32 }, () => use(body)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await consumed()).toEqual(['CONSUMED Given -3 → 97']);
    });

    it('catalog C11: an Idempotency-Key replays, and refuses another body', async () => {
      await giveCredits(api, { amount: 10 });
      const headers = { 'idempotency-key': 'use' };
      const body = consumptionBody(4);
      const first = await use(body, headers);
      const again = await use(body, headers);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await use(consumptionBody(4), headers)).toRefuse('BadUserInput', /Idempotency-Key/);
      const several = { 'idempotency-key': 'several' };
      const one = [consumptionBody(1)];
      const replayed = [await useAll(one, several), await useAll(one, several)];
      expect(replayed.map(({ status }) => status)).toEqual([201, 201]);
      expect(replayed[1]?.headers.get('idempotent-replayed')).toBe('true');
      expect(await consumed()).toEqual(['CONSUMED Given -4 → 6', 'CONSUMED Given -1 → 5']);
    });

    it('catalog C11: where it is refused under an Idempotency-Key, it may be asked again', async () => {
      const headers = { 'idempotency-key': 'refused' };
      const body = consumptionBody(4, { enforceLimit: true });
      expect(await use(body, headers)).toRefuse('EntitlementLimitExceededError');
      await giveCredits(api, { amount: 4 });
      expect(await expectOk(use(body, headers))).toMatchObject({ credit: { currentUsage: 4 } });
    });
  });

  describe('many together', () => {
    it('N1: are taken one after the other, through both doors', async () => {
      await creditCustomer(api, 'd', 'other');
      await giveCredits(api, { amount: 10 });
      const several = [
        consumptionBody(4),
        consumptionBody(7, { currencyId: 'other' }),
        consumptionBody(2, { customerId: 'd', dimensions: { model: 'large' } }),
        consumptionBody(5),
      ];
      const answer = await useAll(several);
      expect(answer.status).toBe(201);
      const rows = await ledgerOf(api, 'c', '&currencyId=tokens&eventType=CREDITS_CONSUMED');
      expect(rows.map(({ amount, endingBalance }) => [amount, endingBalance])).toEqual([
        [-5, 1],
        [-4, 6],
      ]);
      expect((await ledgerOf(api, 'c', '&currencyId=other')).map(({ amount }) => amount)).toEqual([-7]);
      expect((await ledgerOf(api, 'd')).map(({ amount }) => amount)).toEqual([-2]);
      await expectOk(allOverGraphql([consumptionBody(1), consumptionBody(1)]));
      expect((await ledgerOf(api, 'c', '&currencyId=tokens'))[0]).toMatchObject({ endingBalance: -1 });
    });

    it('N1: an empty list takes nothing; 1,000 are taken, 1,001 are too many', async () => {
      expect((await useAll([])).status).toBe(201);
      await giveCredits(api, { amount: 3000 });
      const several = (count: number): Json[] => Array.from({ length: count }, () => consumptionBody(2));
      await expectOk(useAll(several(1000)));
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 1000, seq: 1001 });
      expect(await useAll(several(1001))).toRefuse('BadUserInput', /consumptions/);
      expect(await proofOf(api)).toMatchObject({ holds: true, rows: 1001 });
    });

    it('N1: all or none, and the message names the element', async () => {
      await giveCredits(api);
      const several = Array.from({ length: 300 }, (_, n) =>
        consumptionBody(1, n === 217 ? { customerId: 'nobody' } : {}),
      );
      const refusal = ['CustomerNotFound', /^consumptions\[217\].*nobody/] as const;
      allRefuse([await useAll(several), await allOverGraphql(several)], ...refusal);
      expect(await consumed()).toEqual([]);
      await expectOk(useAll(several.slice(0, 217)));
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: -117 });
    });

    it('N1: what is lacking is owed; enforceLimit is no field of theirs', async () => {
      await giveCredits(api, { amount: 3 });
      expect(await useAll([consumptionBody(1, { enforceLimit: true })])).toRefuse(
        'BadUserInput',
        /enforceLimit/,
      );
      await expectOk(useAll([consumptionBody(2), consumptionBody(2)]));
      expect(await consumed()).toEqual([
        ...['CONSUMED Given -2 → 1', 'CONSUMED Given -1 → 0', 'CONSUMED Overdraft -1 → -1'],
      ]);
    });

    it('N7: a key that stands in one request twice is taken once; with two amounts the request is refused', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(2);
      await expectOk(useAll([body, consumptionBody(1), body]));
      expect((await consumed()).map((row) => row.split(' ')[2])).toEqual(['-2', '-1']);
      await expectOk(useAll([body, consumptionBody(1)]));
      expect((await consumed()).map((row) => row.split(' ')[2])).toEqual(['-2', '-1', '-1']);
      const fresh = consumptionBody(3);
      const twice = [consumptionBody(1), fresh, { ...fresh, amount: 4 }];
      const refusal = ['BadUserInput', /^consumptions\[2\].*amount/] as const;
      allRefuse([await useAll(twice), await allOverGraphql(twice)], ...refusal);
      expect(await consumed()).toHaveLength(3);
      // The first of them was not taken either.
      expect(await expectOk(use(fresh))).toMatchObject({ credit: { currentUsage: 7 } });
    });
  });

  describe('at once', () => {
    it('N6, N9, entitlements-usage Q12: 64 who want more than is there take exactly what is there', async () => {
      await giveCredits(api, { amount: 30, priority: 1 });
      await giveCredits(api, { amount: 10.5 });
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => use(consumptionBody(1, { enforceLimit: true }))),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(24);
      for (const answer of refused)
        expect(answer).toRefuse('EntitlementLimitExceededError', /InsufficientCredits/);
      const rows = await ledgerOf(api);
      expect(rows[0]).toMatchObject({ endingBalance: 0.5 });
      expect(rows.filter(({ endingBalance }) => Number(endingBalance) < 0)).toEqual([]);
      const usages = answers.flatMap(({ status, body }) =>
        status === 201
          ? [(body as { data: { credit: { currentUsage: number } } }).data.credit.currentUsage]
          : [],
      );
      expect(usages.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('N6: of requests that come together each is answered for itself', async () => {
      await giveCredits(api, { amount: 100 });
      const kinds = [
        () => use(consumptionBody(1)),
        () => use(consumptionBody(1000, { enforceLimit: true })),
        () => use(consumptionBody(1, { customerId: 'nobody' })),
        () => useAll([consumptionBody(1), consumptionBody(1, { currencyId: 'none' })]),
        () => useAll([consumptionBody(1), consumptionBody(1)]),
        () => use(consumptionBody(1), { 'idempotency-key': `alone-${Math.random()}` }),
      ];
      const answers = await Promise.all(
        Array.from({ length: 48 }, (_, n) => (kinds[n % kinds.length] as () => Promise<RestAnswer>)()),
      );
      const outcomes = answers.map(({ status, body }) => (status === 201 ? 'taken' : (body as Json)['code']));
      const [taken, lacking] = ['taken', 'EntitlementLimitExceededError'];
      const expected = [taken, lacking, 'CustomerNotFound', 'CustomCurrencyNotFound', taken, taken];
      expect(outcomes).toEqual(answers.map((_, n) => expected[n % expected.length]));
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 100 - 8 - 16 - 8 });
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });
  });
});
