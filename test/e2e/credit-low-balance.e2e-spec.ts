import type { TestApp } from '../support/app';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import { ConsumptionDoors } from '../support/consumption-doors';
import { consumptionBody, creditCustomer, giveCredits, ledgerOf, useCredits } from '../support/credits';
import { moveClock, sandbox } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { eventsAbout, eventsLike, type ToldEvent } from '../support/events';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('little that is left of credits', () => {
  let app: TestApp;
  let api: ApiClient;
  let place: TestEnvironment;
  let doors: ConsumptionDoors;

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, place } = begun.story);
  });
  beforeEach(async () => {
    doors = new ConsumptionDoors(app, api);
  });

  const balanceEvents = (environment = place): Promise<ToldEvent[]> =>
    eventsLike(app, environment.environmentId, 'credit_balance.');
  /** `low 50 at 40`, `depleted null at -5`, oldest first. */
  const told = async (environment = place): Promise<string[]> =>
    (await balanceEvents(environment)).map(
      ({ type, payload: { threshold, balance } }) =>
        `${type.replace('credit_balance.', '')} ${String(threshold)} at ${String(balance)}`,
    );
  /** Of a grant: `balance.low 50`. */
  const toldOf = async (id: unknown): Promise<string[]> =>
    (await eventsAbout(app, String(id))).map(({ type, payload }) => {
      const verb = type.replace('credit_grant.', '');
      return 'threshold' in payload ? `${verb} ${String(payload['threshold'])}` : verb;
    });
  const choose = (creditThresholds: number[] | null, client = api) =>
    expectOk(client.rest('PATCH', '/environment-settings', { creditThresholds }));
  const chooseByGraphql = (creditThresholds: number[]) =>
    expectOk(
      api.graphql(
        `mutation($input: UpdateEnvironmentSettingsInput!) { updateEnvironmentSettings(input: $input) { creditThresholds } }`,
        { input: { creditThresholds } },
      ),
    );
  const idOf = async (more: Json = {}): Promise<string> => String((await giveCredits(api, more))['id']);

  describe('of a wallet', () => {
    it('B1, access-and-events W6, W10: each threshold once, with the balance, through both doors', async () => {
      await giveCredits(api);
      await useCredits(api, 19);
      expect(await told()).toEqual([]);
      await expectOk(doors.useByGraphql(consumptionBody(1)));
      await useCredits(api, 29);
      await expectOk(doors.useAll([consumptionBody(1), consumptionBody(1)]));
      expect(await told()).toEqual(['low 80 at 80', 'low 50 at 50']);
      const [event] = await balanceEvents();
      const payload = { customerId: 'c', currencyId: 'tokens', resourceId: null, balance: 80, threshold: 80 };
      expect(event).toMatchObject({ type: 'credit_balance.low', entity_type: 'CREDIT', actor: 'credits' });
      expect(event?.payload).toEqual(payload);
      const log = await expectPage<Json>(
        api.rest('GET', `/activity?entityType=CREDIT&entityId=${String(event?.entity_id)}`),
      );
      const about = { type: 'credit_balance.low', parentId: 'c', actorType: 'SYSTEM', before: null };
      expect(log.data).toMatchObject([
        { ...about, after: { ...payload, balance: 50, threshold: 50 } },
        { ...about, after: payload },
      ]);
    });

    it('B1: what one consumption passes is told in its order, and then that nothing is left', async () => {
      await giveCredits(api);
      await useCredits(api, 70);
      await useCredits(api, 45);
      await useCredits(api, 5);
      expect(await told()).toEqual([
        ...['low 80 at 30', 'low 50 at 30', 'low 20 at -15', 'depleted null at -15'],
      ]);
    });

    it('B1: elements of one request are told each where they reached it', async () => {
      await giveCredits(api);
      await expectOk(doors.useAll([30, 30, 30, 30].map((amount) => consumptionBody(amount))));
      expect(await told()).toEqual(['low 80 at 70', 'low 50 at 40', 'low 20 at 10', 'depleted null at -20']);
    });

    it('B1: a grant re-arms what the balance rises above, and nothing else', async () => {
      await giveCredits(api);
      await useCredits(api, 60);
      expect(await told()).toEqual(['low 80 at 40', 'low 50 at 40']);
      await giveCredits(api, { amount: 200 });
      await useCredits(api, 80);
      expect((await told()).slice(2)).toEqual([]);
      await useCredits(api, 10);
      expect((await told()).slice(2)).toEqual(['low 50 at 150']);
    });

    it('B1, N5: depleted is re-armed by what lifts the balance above 0, not by what pays in part', async () => {
      await giveCredits(api, { amount: 10 });
      await choose([]);
      await useCredits(api, 10);
      await useCredits(api, 20);
      await giveCredits(api, { amount: 15 });
      await useCredits(api, 1);
      expect(await told()).toEqual(['depleted null at 0']);
      await giveCredits(api, { amount: 7 });
      await useCredits(api, 3);
      expect(await told()).toEqual(['depleted null at 0', 'depleted null at -2']);
    });

    it('B1: where there never were credits, the first that are owed deplete it, once', async () => {
      await useCredits(api, 5);
      await useCredits(api, 5);
      expect(await told()).toEqual(['depleted null at -5']);
    });

    it('B1: what is refused or repeated tells nothing', async () => {
      await giveCredits(api);
      for (const ask of [doors.use, doors.useByGraphql])
        expect(await ask(consumptionBody(101, { enforceLimit: true }))).toRefuse(
          'EntitlementLimitExceededError',
        );
      const body = consumptionBody(30);
      await expectOk(doors.use(body));
      await expectOk(doors.use(body));
      expect(await doors.useAll([consumptionBody(40), consumptionBody(1, { customerId: 'no' })])).toRefuse(
        'CustomerNotFound',
      );
      expect(await told()).toEqual(['low 80 at 70']);
    });

    it('B1, N6: of 64 who use it at once one reaches each threshold', async () => {
      await giveCredits(api, { amount: 64 });
      const answers = await Promise.all(Array.from({ length: 64 }, () => doors.use(consumptionBody(1))));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 201));
      expect(await told()).toEqual(['low 80 at 51', 'low 50 at 32', 'low 20 at 12', 'depleted null at 0']);
    });

    it('B1, G5: voiding lowers it too; of a resource with its id', async () => {
      const ids = [await idOf({ resourceId: 'r', amount: 40 }), await idOf({ resourceId: 'r', amount: 60 })];
      for (const id of ids) await expectOk(api.rest('POST', `/credits/grants/${id}/void`));
      const marks = [80, 50, 20, null];
      expect((await balanceEvents()).map(({ payload }) => payload)).toEqual(
        marks.map((threshold) => ({
          ...{ customerId: 'c', currencyId: 'tokens', resourceId: 'r', balance: 0, threshold },
        })),
      );
    });
  });

  describe('when time goes on', () => {
    const at = (day: string) => moveClock(place, `2027-${day}T00:00:00.000Z`);
    beforeEach(() => at('01-31'));

    it('B1, N11: an expiry that nobody asks about lowers the balance, and is told with it', async () => {
      await giveCredits(api, { amount: 500, expireAt: '2027-02-10T00:00:00Z', priority: 20 });
      await giveCredits(api, { amount: 500, expireAt: '2027-02-20T00:00:00Z' });
      await useCredits(api, 400);
      expect(await told()).toEqual(['low 80 at 600']);
      await at('02-10');
      expect((await told()).slice(1)).toEqual(['low 50 at 100', 'low 20 at 100']);
      await at('02-20');
      expect((await told()).slice(3)).toEqual(['depleted null at 0']);
      await at('03-01');
      await ledgerOf(api);
      expect(await told()).toHaveLength(4);
    });

    it('B1, R2: a window that follows another depletes nothing between them, and re-arms', async () => {
      await createProduct(api, 'main');
      const entitlements = [{ type: 'CREDIT', id: 'tokens', amount: 1000, cadence: 'MONTH' }];
      await publishPlan(api, { id: 'pro', productId: 'main', entitlements });
      await subscribe(api, 'c', 'pro');
      await useCredits(api, 300);
      await at('03-01');
      expect(await told()).toEqual(['low 80 at 700']);
      await useCredits(api, 200);
      expect(await told()).toEqual(['low 80 at 700', 'low 80 at 800']);
    });

    it('B1: what begins later re-arms when it begins', async () => {
      await giveCredits(api, { amount: 100 });
      await giveCredits(api, { amount: 900, effectiveAt: '2027-02-10T00:00:00Z' });
      await useCredits(api, 50);
      await at('02-10');
      await useCredits(api, 450);
      expect((await told()).slice(2)).toEqual(['low 80 at 500', 'low 50 at 500']);
    });
  });

  describe('of a grant', () => {
    it('B1, access-and-events W10: each threshold once, before it is told as depleted', async () => {
      const first = await idOf({ amount: 10, priority: 1 });
      const second = await idOf({ amount: 100 });
      await useCredits(api, 4);
      expect(await toldOf(first)).toEqual(['created', 'balance.low 80']);
      await useCredits(api, 26);
      expect(await toldOf(first)).toEqual([
        ...['created', 'balance.low 80', 'balance.low 50', 'balance.low 20', 'depleted'],
      ]);
      await useCredits(api, 1);
      expect(await toldOf(second)).toEqual(['created', 'balance.low 80']);
      const [, low] = await eventsAbout(app, second);
      const creditGrant = { id: second, amount: 100, consumedAmount: 20, status: 'ACTIVE' };
      expect(low).toMatchObject({ entity_type: 'CREDIT', payload: { creditGrant, threshold: 80 } });
      const log = await expectPage<Json>(api.rest('GET', `/activity?entityType=CREDIT&entityId=${second}`));
      const about = { type: 'credit_grant.balance.low', parentId: 'c', actorType: 'SYSTEM' };
      expect(log.data[0]).toMatchObject({ ...about, before: null, after: creditGrant });
    });

    it('B1, N5: what it pays of what is owed counts', async () => {
      await useCredits(api, 60);
      const id = await idOf({ amount: 100 });
      expect(await toldOf(id)).toEqual(['created', 'balance.low 80', 'balance.low 50']);
    });

    it('B1: an end or a void is told as such alone', async () => {
      await moveClock(place, '2027-01-01T00:00:00.000Z');
      const ended = await idOf({ expireAt: '2027-01-10T00:00:00Z' });
      const voided = await idOf();
      await expectOk(api.rest('POST', `/credits/grants/${voided}/void`));
      await moveClock(place, '2027-01-10T00:00:00.000Z');
      expect(await toldOf(ended)).toEqual(['created', 'expired']);
      expect(await toldOf(voided)).toEqual(['created', 'voided']);
    });
  });

  describe('thresholds', () => {
    it('B1, access-and-events A6: are of one environment, and none where none are chosen', async () => {
      const other = await sandbox(app);
      await creditCustomer(other.api);
      await choose([40], other.api);
      await choose([]);
      for (const client of [api, other.api]) {
        const grant = await giveCredits(client);
        await useCredits(client, 60);
        const low = client === api ? [] : ['balance.low 40'];
        expect(await toldOf(grant['id'])).toEqual(['created', ...low]);
        await useCredits(client, 40);
      }
      expect(await told()).toEqual(['depleted null at 0']);
      expect(await told(other)).toEqual(['low 40 at 40', 'depleted null at 0']);
    });

    it('B1: chosen anew they tell nothing by themselves, and hold from the next movement on', async () => {
      const id = await idOf();
      await useCredits(api, 40);
      await chooseByGraphql([70, 30]);
      await useCredits(api, 1);
      expect(await told()).toEqual(['low 80 at 60']);
      await useCredits(api, 30);
      await choose(null);
      await useCredits(api, 10);
      expect(await told()).toEqual(['low 80 at 60', 'low 30 at 29', 'low 20 at 19']);
      expect(await toldOf(id)).toEqual(['created', 'balance.low 80', 'balance.low 30', 'balance.low 20']);
    });
  });
});
