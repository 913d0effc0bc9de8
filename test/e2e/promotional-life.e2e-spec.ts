import { PromotionExpiry } from '../../src/modules/entitlements/promotional-entitlements/promotion-expiry.service';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { grant, grantAll, noteEnds, pathOf, revoke } from '../support/promotions';
import { withinUseCase } from '../support/within';

// Domain: entitlements-usage

const notFound = 'PromotionalEntitlementNotFoundError';

describe('the life of promotional entitlements', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createFeature(api, 'sso', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'projects', 'config');
  });
  afterAll(() => app.close());
  afterEach(() => app.clock.reset());

  const customer = async (): Promise<string> => {
    const id = `customer-${made++}`;
    await createCustomer(api, id);
    return id;
  };
  const read = async (id: string, query = '') =>
    (await expectPage<Json>(api.rest('GET', pathOf(id, query)))).data;
  const verbsOf = async (promotion: Json | undefined): Promise<unknown[]> =>
    (await eventsAbout(app, promotion?.['id'] as string)).map(({ type }) =>
      type.replace('promotional_entitlement.', ''),
    );

  describe('one per customer and feature', () => {
    it('M3: granting again replaces it: the same one, from now on, told as an update', async () => {
      const id = await customer();
      const first = await grant(api, id, 'calls', { usageLimit: 5, period: '1 week' });
      app.clock.advance({ days: 1 });
      const second = await grant(api, id, 'calls', { hasUnlimitedUsage: true });
      const now = app.clock.now().toISOString();
      const alike = { id: first['id'], createdAt: first['createdAt'], startDate: now, updatedAt: now };
      expect(second).toMatchObject({ ...alike, usageLimit: null, hasUnlimitedUsage: true, endDate: null });
      expect(await read(id)).toEqual([second]);
      const events = await eventsAbout(app, first['id'] as string);
      expect(await verbsOf(first)).toEqual(['granted', 'updated']);
      expect(events[1]?.payload).toMatchObject({ customerId: id, promotionalEntitlement: second });
      const log = await expectPage<Json>(api.rest('GET', `/activity?entityId=${String(first['id'])}`));
      expect(log.data).toMatchObject([
        { type: 'promotional_entitlement.updated', entityType: 'PROMOTIONAL_ENTITLEMENT', parentId: id },
        { type: 'promotional_entitlement.granted', before: null },
      ]);
      expect(log.data[0]).toMatchObject({ before: { usageLimit: 5 }, after: { hasUnlimitedUsage: true } });
    });

    it('M3: of many that grant at once each finds what the one before left', async () => {
      const id = await customer();
      const both = (usageLimit: number) => [
        { featureId: 'calls', period: 'lifetime', usageLimit },
        { featureId: 'seats', period: 'lifetime', usageLimit },
      ];
      // Listed the other way round too: nobody waits for each other.
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          expectOk<Json[]>(grantAll(api, id, index % 2 ? both(index) : both(index).reverse())),
        ),
      );
      const promotions = await read(id);
      expect(promotions).toHaveLength(2);
      expect(new Set(all.flat().map((each) => each['id']))).toEqual(
        new Set(promotions.map((each) => each['id'])),
      );
      expect(promotions[0]?.['usageLimit']).toBe(promotions[1]?.['usageLimit']);
      const events = await eventsAbout(app, promotions[0]?.['id'] as string);
      expect(events.map(({ type }) => type.split('.')[1])).toEqual([
        'granted',
        ...Array<string>(11).fill('updated'),
      ]);
    });

    it('M3: granted and revoked at once, it is there or not, and never half', async () => {
      const id = await customer();
      await grant(api, id, 'sso');
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 ? revoke(api, id, 'sso') : grant(api, id, 'sso'),
        ),
      );
      const isListed = (await read(id)).length === 1;
      const check = await expectOk<Json>(
        api.rest('GET', `/customers/${id}/entitlements/check?featureId=sso`),
      );
      expect(check['isGranted']).toBe(isListed);
    });

    it('M3: a repeated request under an Idempotency-Key grants once', async () => {
      const id = await customer();
      const key = { 'idempotency-key': `grant-${id}` };
      const body = { promotionalEntitlements: [{ featureId: 'sso', period: 'lifetime' }] };
      const send = () => api.rest('POST', pathOf(id), body, key);
      const first = await send();
      app.clock.advance({ minutes: 1 });
      expect((await send()).text).toBe(first.text);
      expect(await read(id)).toMatchObject([{ startDate: '2026-03-04T15:30:00.000Z' }]);
    });
  });

  describe('revoking', () => {
    it('M3: takes it back by the id or the key of its feature, through both doors', async () => {
      const id = await customer();
      const granted = await grant(api, id, 'sso');
      expect(await expectOk(revoke(api, id, 'sso'))).toEqual(granted);
      expect(await read(id)).toEqual([]);
      expect(await verbsOf(granted)).toEqual(['granted', 'revoked']);
      const again = await grant(api, id, 'sso');
      expect(again['id']).not.toBe(granted['id']);
      const fields = everyField(app, 'PromotionalEntitlement');
      const featureId = String(again['featureId']);
      const document = `mutation { revokePromotionalEntitlement(customerId: "${id}", featureId: "${featureId}") ${fields} }`;
      expect(await expectOk(api.graphql(document))).toEqual(again);
      expect(await api.graphql(document)).toRefuse(notFound);
    });

    it('M3: what is not there, is over or was taken back is not found', async () => {
      const id = await customer();
      const absent = /Customer .* has no active promotional entitlement for feature sso/;
      expect(await revoke(api, id, 'sso')).toRefuse(notFound, absent);
      expect(await revoke(api, id, 'nothing')).toRefuse(notFound);
      expect(await revoke(api, 'nobody', 'sso')).toRefuse('CustomerNotFound');
      await grant(api, id, 'sso', { period: '1 week' });
      app.clock.advance({ days: 7 });
      expect(await revoke(api, id, 'sso')).toRefuse(notFound, absent);
      app.clock.reset();
      await expectOk(revoke(api, id, 'sso'));
      expect(await revoke(api, id, 'sso')).toRefuse(notFound, absent);
    });
  });

  describe('statuses', () => {
    it('M4: is Expired from its end on, and that is told once, also to who grants anew before', async () => {
      const id = await customer();
      const first = await grant(api, id, 'sso', { period: '1 week' });
      app.clock.advance({ days: 7, ms: -1 });
      await noteEnds(app);
      expect(await read(id)).toMatchObject([{ status: 'Active' }]);
      app.clock.advance({ ms: 1 });
      expect(await read(id)).toMatchObject([{ status: 'Expired' }]);
      const second = await grant(api, id, 'sso', { period: '1 week' });
      expect(second['id']).not.toBe(first['id']);
      await noteEnds(app);
      app.clock.advance({ days: 7 });
      await noteEnds(app);
      await noteEnds(app);
      for (const each of [first, second]) {
        expect(await verbsOf(each)).toEqual(['granted', 'expired']);
        const [, expired] = await eventsAbout(app, each['id'] as string);
        expect(expired?.payload).toMatchObject({
          customerId: id,
          promotionalEntitlement: { status: 'Expired' },
        });
      }
      expect(await read(id)).toMatchObject([{ status: 'Expired' }, { status: 'Expired' }]);
    });

    it('M4: two processes that note an end at once tell it once', async () => {
      const id = await customer();
      const promotion = await grant(api, id, 'sso', { period: '1 week' });
      app.clock.advance({ days: 7 });
      await Promise.all([noteEnds(app), noteEnds(app), grant(api, id, 'sso')]);
      expect(await verbsOf(promotion)).toEqual(['granted', 'expired']);
    });

    it('M4: an end that was noted since it was found is not told again', async () => {
      const id = await customer();
      const promotion = await grant(api, id, 'sso', { period: '1 week' });
      app.clock.advance({ days: 7 });
      const expiry = app.nest.get(PromotionExpiry);
      const due = (await expiry.next({ now: app.clock.now(), besides: [] }, undefined, 100)).filter(
        ({ uid }) => uid === promotion['id'],
      );
      const note = () => withinUseCase(app, app.a, () => expiry.process(due));
      expect([due.length, await note(), await note()]).toEqual([1, 1, 0]);
      expect(await verbsOf(promotion)).toEqual(['granted', 'expired']);
    });

    it('M4: is Paused while its customer is archived, and runs on with it; what is Paused can be revoked', async () => {
      const id = await customer();
      await grant(api, id, 'sso');
      await grant(api, id, 'projects', { usageLimit: 1, period: '1 week' });
      await expectOk(api.rest('POST', `/customers/${id}/archive`));
      const refs = async (status: string) =>
        (await read(id, `?status=${status}`)).map((each) => each['featureRefId']);
      expect(await refs('paused')).toEqual(['projects', 'sso']);
      expect(await refs('active')).toEqual([]);
      app.clock.advance({ days: 7 });
      expect([await refs('paused'), await refs('expired')]).toEqual([['sso'], ['projects']]);
      expect(await refs('Expired,Paused')).toEqual(['projects', 'sso']);
      await expectOk(api.rest('POST', `/customers/${id}/unarchive`));
      expect([await refs('active'), await refs('paused')]).toEqual([['sso'], []]);
      await expectOk(api.rest('POST', `/customers/${id}/archive`));
      expect(await expectOk(revoke(api, id, 'sso'))).toMatchObject({ status: 'Paused' });
    });

    it('are asked for in any letter case, and an unknown one is refused', async () => {
      const id = await customer();
      await grant(api, id, 'sso');
      expect(await read(id, '?status=ACTIVE&status=expired')).toHaveLength(1);
      expect(await api.rest('GET', pathOf(id, '?status=ended'))).toRefuse('BadUserInput', /status/);
      expect(await read(id, '?createdAt[lt]=2026-03-04T15:30:00.000Z')).toEqual([]);
      expect(await read(id, '?createdAt[gte]=2026-03-04T15:30:00.000Z')).toHaveLength(1);
    });
  });
});
