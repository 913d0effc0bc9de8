import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { allRefuse, ConsumptionDoors } from '../support/consumption-doors';
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
const nobody = `customerId: "nobody", currencyId: "none", amount: 1, idempotencyKey: "x"`;

describe('consumption of credits', () => {
  let app: TestApp;
  let api: ApiClient;
  let doors: ConsumptionDoors;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    doors = new ConsumptionDoors(app, api);
    await creditCustomer(api);
  });

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
      const first = await expectOk(doors.use(consumptionBody(7.5, { dimensions })));
      expect(first).toEqual({ ...told, credit: { ...credit, usagePeriodEnd: null } });
      const second = await expectOk(doors.useByGraphql(consumptionBody(2.5, { dimensions })));
      const after = { ...credit, currentUsage: 10, usagePeriodEnd: null };
      expect(second).toEqual({ ...told, amount: 2.5, credit: after });
      expect(await doors.consumed()).toEqual(['CONSUMED Given -7.5 → 42.5', 'CONSUMED Given -2.5 → 40']);
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
      const end = (days: number): string => doors.fromNow(days * dayMs);
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
      expect(await doors.consumed()).toEqual(['CONSUMED B -20 → 150', 'CONSUMED A -40 → 110']);
    });

    it('N4: what is lacking is owed', async () => {
      await giveCredits(api, { amount: 10 });
      const { credit } = await useCredits(api, 25);
      expect(credit).toMatchObject({ usageLimit: 10, currentUsage: 25 });
      expect(await doors.consumed()).toEqual(['CONSUMED Given -10 → 0', 'CONSUMED Overdraft -15 → -15']);
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
      await giveCredits(api, { displayName: 'ended', amount: 10, expireAt: doors.fromNow(dayMs) });
      app.clock.advance({ days: 2 });
      // Who reads has the end noted.
      expect((await ledgerOf(api))[0]).toMatchObject({ eventType: 'CREDITS_EXPIRED' });
      await giveCredits(api, { displayName: 'running', amount: 10 });
      const late = doors.fromNow(-1.5 * dayMs);
      expect(await useCredits(api, 4, { createdAt: late })).toMatchObject({ timestamp: late });
      expect(await ledgerRows(api)).toEqual([
        ...['GRANTED ended 10 → 10', 'EXPIRED ended -10 → 0', 'GRANTED running 10 → 10'],
        ...['CONSUMED Overdraft -4 → 6', 'TRANSFER_SOURCE Overdraft 4 → 10'],
        ...['TRANSFER_TARGET running -4 → 6', 'VOIDED Overdraft 0 → 6'],
      ]);
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('N3: what was used before the end, and is told after it before anybody noted it, was still there', async () => {
      await giveCredits(api, { amount: 10, expireAt: doors.fromNow(dayMs) });
      app.clock.advance({ days: 2 });
      await useCredits(api, 4, { createdAt: doors.fromNow(-1.5 * dayMs) });
      expect(await ledgerRows(api)).toEqual([
        ...['GRANTED Given 10 → 10', 'CONSUMED Given -4 → 6', 'EXPIRED Given -6 → 0'],
      ]);
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('N3: what is used at the end itself is not of it', async () => {
      const expireAt = doors.fromNow(dayMs);
      await giveCredits(api, { amount: 10, expireAt });
      app.clock.travelTo(expireAt);
      await useCredits(api, 4);
      expect(await doors.consumed()).toEqual(['CONSUMED Overdraft -4 → -4']);
    });

    it('B-05, N3: of a grant that ends in the middle of a burst nothing is taken as of its end or later', async () => {
      const expireAt = doors.fromNow(dayMs);
      await giveCredits(api, { amount: 1000, expireAt });
      app.clock.travelTo(new Date(Date.parse(expireAt) - 40));
      const burst: Promise<Json>[] = [];
      for (let n = 0; n < 80; n++) {
        burst.push(useCredits(api, 1));
        // The clock goes on while those before are on their way.
        app.clock.advance({ ms: 1 });
        await new Promise(setImmediate);
      }
      await Promise.all(burst);
      const taken = (await ledgerOf(api)).filter(({ eventType }) => eventType === 'CREDITS_CONSUMED');
      const [grant] = (await grantsOf(api)).filter(({ grantType }) => grantType !== 'OVERDRAFT');
      const ofGrant = taken.filter(({ creditGrantId }) => creditGrantId === grant?.['id']);
      expect(ofGrant.filter(({ timestamp }) => String(timestamp) >= expireAt)).toEqual([]);
      expect(taken).toHaveLength(80);
      expect(ofGrant.length).toBeGreaterThan(0);
      expect(taken.length - ofGrant.length).toBeGreaterThan(0);
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('entitlements-usage A4: from 90 days ago to 5 minutes ahead', async () => {
      await giveCredits(api);
      const [oldest, latest] = [doors.fromNow(-90 * dayMs), doors.fromNow(5 * 60_000)];
      expect(await useCredits(api, 1, { createdAt: oldest })).toMatchObject({ timestamp: oldest });
      expect(await useCredits(api, 1, { createdAt: latest })).toMatchObject({ timestamp: latest });
    });

    it.each([-90 * dayMs - 1, 5 * 60_000 + 1])(
      'entitlements-usage A4: %d ms from now is BadUserInput',
      async (ms) => {
        await doors.refuse({ createdAt: doors.fromNow(ms) }, 'BadUserInput', /createdAt/);
      },
    );

    it.each([0, 0.999999999, -1])('N1: an amount of %d is BadUserInput', async (amount) => {
      await doors.refuse({ amount }, 'BadUserInput', /amount/);
    });

    it('N1: refuses what it does not know', async () => {
      for (const field of ['amount', 'currencyId', 'customerId', 'idempotencyKey'])
        expect(await doors.use(consumptionBody(1, { [field]: undefined }))).toRefuse(
          'BadUserInput',
          new RegExp(field),
        );
      await doors.refuse({ idempotencyKey: '' }, 'BadUserInput', /idempotencyKey/);
      await doors.refuse({ idempotencyKey: 'x'.repeat(256) }, 'BadUserInput', /idempotencyKey/);
      await doors.refuse({ dimensions: { a: {} } }, 'BadUserInput', /dimensions/);
      expect(await doors.use(consumptionBody(1, { units: 1 }))).toRefuse('BadUserInput', /units/);
      expect(await doors.use(consumptionBody(1, { createdAt: 'soon' }))).toRefuse(
        'BadUserInput',
        /createdAt/,
      );
      await doors.refuse({ customerId: 'nobody' }, 'CustomerNotFound', /nobody/);
      await doors.refuse({ currencyId: 'none' }, 'CustomCurrencyNotFound', /none/);
    });

    it('N1: of an archived customer nothing is taken', async () => {
      await creditCustomer(api, 'gone');
      await expectOk(api.rest('POST', '/customers/gone/archive'));
      await doors.refuse({ customerId: 'gone' }, 'EntityIsArchivedError', /gone/);
    });

    it('Y4: keeps 9 decimals, half to even; more than 10^15 is AmountTooLarge', async () => {
      await doors.refuse({ amount: 1e15 + 1 }, 'AmountTooLarge', /amount/);
      expect(await useCredits(api, 1.1234567885)).toMatchObject({ amount: 1.123456788 });
      expect(await useCredits(api, 1.1234567895)).toMatchObject({ amount: 1.12345679 });
      expect(await useCredits(api, 1e15)).toMatchObject({ amount: 1e15 });
    });

    it('N9, entitlements-usage Q12: with enforceLimit never more than is there', async () => {
      await giveCredits(api, { amount: 10 });
      const enforced = (amount: number): Json => consumptionBody(amount, { enforceLimit: true });
      const answers = [await doors.use(enforced(10.000000001)), await doors.useByGraphql(enforced(11))];
      allRefuse(answers, 'EntitlementLimitExceededError', /InsufficientCredits/);
      expect(await doors.consumed()).toEqual([]);
      expect(await expectOk(doors.use(enforced(10)))).toMatchObject({ credit: { currentUsage: 10 } });
      expect(await doors.use(enforced(1))).toRefuse('EntitlementLimitExceededError', /InsufficientCredits/);
      await useCredits(api, 5, { enforceLimit: false });
      await giveCredits(api, { amount: 6 });
      expect(await doors.use(enforced(2))).toRefuse('EntitlementLimitExceededError', /1 are left/);
    });

    it('N9, entitlements-usage Q9, Q12: a soft wallet refuses nothing while its subscription runs, as its check says', async () => {
      await createProduct(api, 'main');
      const soft = { type: 'CREDIT', id: 'tokens', amount: 5, cadence: 'MONTH', hasSoftLimit: true };
      await publishPlan(api, { id: 'soft', productId: 'main', entitlements: [soft] });
      const { id } = await subscribe(api, 'c', 'soft');
      const enforced = (amount: number): Json => consumptionBody(amount, { enforceLimit: true });
      expect(await expectOk(doors.use(enforced(14)))).toMatchObject({
        credit: { currentUsage: 14, usageLimit: 5 },
      });
      const { data } = await doors.useByGraphql(enforced(1));
      expect(data).toMatchObject({ consumeCredits: { credit: { currentUsage: 15, usageLimit: 5 } } });
      const check = '/customers/c/entitlements/check?currencyId=tokens&requestedUsage=1';
      expect(await expectOk(api.rest('GET', check))).toMatchObject({ isGranted: true, currentUsage: 15 });
      await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, { cancellationTime: 'IMMEDIATE' }));
      allRefuse(
        [await doors.use(enforced(1)), await doors.useByGraphql(enforced(1))],
        ...(['EntitlementLimitExceededError', /InsufficientCredits/] as const),
      );
      expect(await expectOk(api.rest('GET', check))).toMatchObject({ isGranted: false });
    });

    it('entitlements-usage Q12: a refusal uses its key up for nobody', async () => {
      const body = consumptionBody(5, { enforceLimit: true });
      expect(await doors.use(body)).toRefuse('EntitlementLimitExceededError');
      await giveCredits(api, { amount: 5 });
      expect(await expectOk(doors.use(body))).toMatchObject({ credit: { currentUsage: 5, usageLimit: 5 } });
    });

    it('entitlements-usage Q12: credits that have ended by now are not there', async () => {
      await giveCredits(api, { amount: 5, expireAt: doors.fromNow(dayMs) });
      app.clock.advance({ days: 1 });
      expect(await doors.use(consumptionBody(1, { enforceLimit: true }))).toRefuse(
        'EntitlementLimitExceededError',
      );
    });

    it('N9: refuses whatever is more than is left, also where it was used before the wallet had it', async () => {
      await giveCredits(api, { amount: 5 });
      const createdAt = doors.fromNow(-dayMs);
      const body = (amount: number): Json => consumptionBody(amount, { createdAt, enforceLimit: true });
      expect(await doors.use(body(6))).toRefuse('EntitlementLimitExceededError');
      expect(await expectOk(doors.use(body(5)))).toMatchObject({
        credit: { currentUsage: 5, usageLimit: 5 },
      });
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 0 });
    });
  });
});
