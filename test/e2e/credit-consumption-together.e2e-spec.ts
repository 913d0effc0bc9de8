import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';
import {
  consumptionBody,
  creditCustomer,
  giveCredits,
  ledgerOf,
  proofOf,
  useCredits,
} from '../support/credits';
import { allRefuse, ConsumptionDoors } from '../support/consumption-doors';
import { answerAfter } from '../support/held-row';

// Domain: credits

describe('consumption of credits,', () => {
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

  describe('repeated', () => {
    it('N7: a key that is repeated takes nothing and is answered as the first time', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(4);
      const first = await doors.use(body);
      app.clock.advance({ hours: 1 });
      await useCredits(api, 1);
      for (const more of [
        {},
        { createdAt: doors.fromNow(-1000) },
        { dimensions: { model: 'other' } },
        { resourceId: undefined, enforceLimit: true },
      ]) {
        const again = await doors.use({ ...body, ...more });
        expect([again.status, again.body]).toEqual([first.status, first.body]);
      }
      expect(await expectOk(doors.useByGraphql(body))).toEqual((first.body as { data: Json }).data);
      expect(await doors.consumed()).toEqual(['CONSUMED Given -4 → 6', 'CONSUMED Given -1 → 5']);
    });

    it('N7, entitlements-usage Q12: also where it would be refused by now', async () => {
      await giveCredits(api, { amount: 4 });
      const body = consumptionBody(4, { enforceLimit: true });
      const first = await doors.use(body);
      expect((await doors.use(body)).text).toBe(first.text);
      expect(await doors.use({ ...body, idempotencyKey: 'another' })).toRefuse(
        'EntitlementLimitExceededError',
      );
    });

    it('N7: with another amount it names another consumption', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(4);
      await expectOk(doors.use(body));
      const other = { ...body, amount: 5 };
      allRefuse(
        [await doors.use(other), await doors.useByGraphql(other)],
        'BadUserInput',
        /^amount: idempotencyKey .* 4 credits/,
      );
      allRefuse(
        [await doors.useAll([other]), await doors.useAllByGraphql([other])],
        'BadUserInput',
        /consumptions\[0\]/,
      );
      expect(await doors.consumed()).toHaveLength(1);
    });

    it('N7: of many at once under one key one takes, and all are answered alike', async () => {
      await giveCredits(api, { amount: 100 });
      const body = consumptionBody(3);
      const answers = await Promise.all(Array.from({ length: 32 }, () => doors.use(body)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await doors.consumed()).toEqual(['CONSUMED Given -3 → 97']);
    });

    it('N7: keys that two processes are asked for over and over at once take once each, and others besides go on', async () => {
      const other = await app.startBeside();
      const mine = app.a.api;
      const both = [new ConsumptionDoors(app, mine), new ConsumptionDoors(app, other.api)] as const;
      const [keys, rounds] = [24, 8];
      const customers = ['c', 'd', 'e'];
      for (const customerId of customers) {
        await creditCustomer(mine, customerId);
        await giveCredits(mine, { customerId, amount: 1000 });
      }
      const bodyOf = (key: number): Json =>
        consumptionBody(2, { customerId: customers[key % customers.length], idempotencyKey: `k${key}` });
      const first = await both[0].use(bodyOf(3));
      const different = { ...bodyOf(3), amount: 3 };
      const asked = Array.from({ length: keys * rounds }, (_, n) => bodyOf((n * 7) % keys));
      const [answers, refused, batch] = await Promise.all([
        Promise.all(asked.map((body, n) => both[Math.floor(n / keys) % 2 ? 1 : 0].use(body))),
        Promise.all([both[1].use(different), both[0].useAll([consumptionBody(1), different])]),
        both[1].useAll([bodyOf(0), bodyOf(1), consumptionBody(1), bodyOf(0)]),
      ]);
      await other.close();
      allRefuse(refused, 'BadUserInput', /amount: idempotencyKey k3 stands for 2 credits/);
      expect([first.status, batch.status]).toEqual([201, 201]);
      expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
      const told = new Set(answers.map(({ text }, n) => `${String(asked[n]?.['idempotencyKey'])} ${text}`));
      expect(told.size).toBe(keys);
      // A third of the keys each, and of the first one what was fresh in the batch.
      for (const [customerId, endingBalance] of [
        ['c', 983],
        ['d', 984],
        ['e', 984],
      ] as const) {
        expect((await ledgerOf(mine, customerId))[0]).toMatchObject({ endingBalance });
        expect(await proofOf(mine, customerId)).toMatchObject({ holds: true });
      }
    });

    it('N7: a key that is stored meanwhile by who holds another wallet is answered as there; with another amount it is refused alone', async () => {
      const { api: mine, environmentId } = await app.newEnvironment();
      api = mine;
      doors = new ConsumptionDoors(app, api);
      await creditCustomer(api);
      await giveCredits(api, { amount: 100 });
      await useCredits(api, 4, { idempotencyKey: 'before' });
      const stored = `
        insert into credit_consumption
        select (jsonb_populate_record(t, jsonb_build_object('uid', gen_random_uuid(), 'idempotency_key', 'theirs'))).*
          from credit_consumption t where t.environment_id = '${environmentId}' and t.idempotency_key = 'before'`;
      const theirs = (amount: number) => consumptionBody(amount, { idempotencyKey: 'theirs' });
      const [same, another, fresh, ...batches] = await answerAfter(app.databaseUrl, [stored], () =>
        Promise.all([
          doors.use(theirs(4)),
          doors.use(theirs(5)),
          doors.use(consumptionBody(1)),
          doors.useAll([consumptionBody(2), theirs(4)]),
          doors.useAll([consumptionBody(2), theirs(5)]),
        ]),
      );
      expect(same.body).toMatchObject({ data: { amount: 4, credit: { currentUsage: 4 } } });
      expect(another).toRefuse('BadUserInput', /^amount: idempotencyKey theirs stands for 4 credits/);
      expect([fresh.status, batches[0].status]).toEqual([201, 201]);
      expect(batches[1]).toRefuse('BadUserInput', /^consumptions\[1\]: amount: idempotencyKey theirs/);
      const taken = (await doors.consumed()).map((row) => row.split(' ')[2]);
      expect(taken).toHaveLength(3);
      expect(new Set(taken)).toEqual(new Set(['-1', '-2', '-4']));
      expect(await proofOf(api)).toMatchObject({ holds: true });
    });

    it('an Idempotency-Key replays, and refuses another body', async () => {
      await giveCredits(api, { amount: 10 });
      const headers = { 'idempotency-key': 'use' };
      const body = consumptionBody(4);
      const first = await doors.use(body, headers);
      const again = await doors.use(body, headers);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await doors.use(consumptionBody(4), headers)).toRefuse('BadUserInput', /Idempotency-Key/);
      const several = { 'idempotency-key': 'several' };
      const one = [consumptionBody(1)];
      const replayed = [await doors.useAll(one, several), await doors.useAll(one, several)];
      expect(replayed.map(({ status }) => status)).toEqual([201, 201]);
      expect(replayed[1]?.headers.get('idempotent-replayed')).toBe('true');
      expect(await doors.consumed()).toEqual(['CONSUMED Given -4 → 6', 'CONSUMED Given -1 → 5']);
    });

    it('where it is refused under an Idempotency-Key, it may be asked again', async () => {
      const headers = { 'idempotency-key': 'refused' };
      const body = consumptionBody(4, { enforceLimit: true });
      expect(await doors.use(body, headers)).toRefuse('EntitlementLimitExceededError');
      await giveCredits(api, { amount: 4 });
      expect(await expectOk(doors.use(body, headers))).toMatchObject({ credit: { currentUsage: 4 } });
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
      const answer = await doors.useAll(several);
      expect(answer.status).toBe(201);
      const rows = await ledgerOf(api, 'c', '&currencyId=tokens&eventType=CREDITS_CONSUMED');
      expect(rows.map(({ amount, endingBalance }) => [amount, endingBalance])).toEqual([
        [-5, 1],
        [-4, 6],
      ]);
      expect((await ledgerOf(api, 'c', '&currencyId=other')).map(({ amount }) => amount)).toEqual([-7]);
      expect((await ledgerOf(api, 'd')).map(({ amount }) => amount)).toEqual([-2]);
      await expectOk(doors.useAllByGraphql([consumptionBody(1), consumptionBody(1)]));
      expect((await ledgerOf(api, 'c', '&currencyId=tokens'))[0]).toMatchObject({ endingBalance: -1 });
    });

    it('N1: an empty list takes nothing; 1,000 are taken, 1,001 are too many', async () => {
      expect((await doors.useAll([])).status).toBe(201);
      await giveCredits(api, { amount: 3000 });
      const several = (count: number): Json[] => Array.from({ length: count }, () => consumptionBody(2));
      await expectOk(doors.useAll(several(1000)));
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 1000, seq: 1001 });
      expect(await doors.useAll(several(1001))).toRefuse('BadUserInput', /consumptions/);
      expect(await proofOf(api)).toMatchObject({ holds: true, rows: 1001 });
    });

    it('N1: all or none, and the message names the element', async () => {
      await giveCredits(api);
      const several = Array.from({ length: 300 }, (_, n) =>
        consumptionBody(1, n === 217 ? { customerId: 'nobody' } : {}),
      );
      const refusal = ['CustomerNotFound', /^consumptions\[217\].*nobody/] as const;
      allRefuse([await doors.useAll(several), await doors.useAllByGraphql(several)], ...refusal);
      expect(await doors.consumed()).toEqual([]);
      await expectOk(doors.useAll(several.slice(0, 217)));
      expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: -117 });
    });

    it('N1: what is lacking is owed; enforceLimit is no field of theirs', async () => {
      await giveCredits(api, { amount: 3 });
      expect(await doors.useAll([consumptionBody(1, { enforceLimit: true })])).toRefuse(
        'BadUserInput',
        /enforceLimit/,
      );
      await expectOk(doors.useAll([consumptionBody(2), consumptionBody(2)]));
      expect(await doors.consumed()).toEqual([
        ...['CONSUMED Given -2 → 1', 'CONSUMED Given -1 → 0', 'CONSUMED Overdraft -1 → -1'],
      ]);
    });

    it('N7: a key that stands in one request twice is taken once; with two amounts the request is refused', async () => {
      await giveCredits(api, { amount: 10 });
      const body = consumptionBody(2);
      await expectOk(doors.useAll([body, consumptionBody(1), body]));
      expect((await doors.consumed()).map((row) => row.split(' ')[2])).toEqual(['-2', '-1']);
      await expectOk(doors.useAll([body, consumptionBody(1)]));
      expect((await doors.consumed()).map((row) => row.split(' ')[2])).toEqual(['-2', '-1', '-1']);
      const fresh = consumptionBody(3);
      const twice = [consumptionBody(1), fresh, { ...fresh, amount: 4 }];
      const refusal = ['BadUserInput', /^consumptions\[2\].*amount/] as const;
      allRefuse([await doors.useAll(twice), await doors.useAllByGraphql(twice)], ...refusal);
      expect(await doors.consumed()).toHaveLength(3);
      // The first of them was not taken either.
      expect(await expectOk(doors.use(fresh))).toMatchObject({ credit: { currentUsage: 7 } });
    });
  });

  describe('at once', () => {
    it('N6, N9, entitlements-usage Q12: 64 who want more than is there take exactly what is there', async () => {
      await giveCredits(api, { amount: 30, priority: 1 });
      await giveCredits(api, { amount: 10.5 });
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => doors.use(consumptionBody(1, { enforceLimit: true }))),
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
        () => doors.use(consumptionBody(1)),
        () => doors.use(consumptionBody(1000, { enforceLimit: true })),
        () => doors.use(consumptionBody(1, { customerId: 'nobody' })),
        () => doors.useAll([consumptionBody(1), consumptionBody(1, { currencyId: 'none' })]),
        () => doors.useAll([consumptionBody(1), consumptionBody(1)]),
        () => doors.use(consumptionBody(1), { 'idempotency-key': `alone-${Math.random()}` }),
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
