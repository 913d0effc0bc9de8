import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';
import { eventsAbout } from '../support/events';

// Domain: contracts-billing

describe('the life of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    await sellDeals(api);
    await createCustomer(api, 'acorn');
  });
  afterAll(() => app.close());

  describe('C5: changing', () => {
    it('changes what it names, null clears, the rest stays', async () => {
      const before = await expectOk<Json>(
        deals.create('acorn', { name: 'Old', poNumber: 'PO-1', activationStartDate: '2026-04-01T00:00:00Z' }),
      );
      const contractId = String(before['contractId']);
      const changed = await expectOk<Json>(
        deals.update(contractId, { name: 'New', activationEndDate: '2027-03-31T08:00:00Z' }),
      );
      const activationEndDate = '2027-03-31T00:00:00.000Z';
      expect(changed).toEqual({ ...before, name: 'New', activationEndDate });
      const cleared = await expectOk<Json>(deals.update(contractId, { name: null, poNumber: null }));
      expect(cleared).toEqual({ ...changed, name: null, poNumber: null });
      expect(await deals.read(contractId)).toEqual(cleared);
    });

    it('the end does not come before a start that stands already', async () => {
      const contractId = await deals.contract('acorn', { activationStartDate: '2026-04-01T00:00:00Z' });
      const answer = await deals.update(contractId, { activationEndDate: '2026-03-31T00:00:00Z' });
      expect(answer).toRefuse('BadUserInput', /activationEndDate must not be before/);
    });

    it('T4: setupBilling true adds billing once and false never removes it', async () => {
      const contractId = await deals.contract('acorn', { setupBilling: false });
      const without = await expectOk(deals.update(contractId, { setupBilling: false }));
      expect(without).toMatchObject({ billingState: null, billingId: null });
      const set = await expectOk(deals.update(contractId, { setupBilling: true }));
      expect(set).toMatchObject({ billingState: 'DRAFT', billingId: expect.any(String) as string });
      expect(await expectOk(deals.update(contractId, { setupBilling: true }))).toEqual(set);
      expect(await expectOk(deals.update(contractId, { setupBilling: false }))).toEqual(set);
    });

    it('T4: no billing is set up for an archived customer', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId, { setupBilling: false });
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      const answer = await deals.update(contractId, { setupBilling: true });
      expect(answer).toRefuse('EntityIsArchivedError', new RegExp(customerId));
    });

    it.each(['customerId', 'contractId', 'state', 'externalId'])('%s is not edited', async (field) => {
      const message = new RegExp(`${field} is not a known field`);
      expect(await deals.update('nobody', { [field]: 'x' })).toRefuse('BadUserInput', message);
    });

    it('catalog C10: a write from an older state is refused, also where a subscription came between', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId);
      const tag = String((await api.rest('GET', `/contracts/${contractId}`)).headers.get('etag'));
      const id = await deals.subscription(customerId, 'crm');
      const attached = await deals.attach(contractId, { subscriptionIds: [id] });
      const patch = (headers: Record<string, string>) =>
        api.rest('PATCH', `/contracts/${contractId}`, { name: 'x' }, headers);
      const late = await patch({ 'if-match': tag });
      expect(late).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
      await expectOk(patch({ 'if-match': String(attached.headers.get('etag')) }));
    });
  });

  describe('C8: archiving', () => {
    it('cancels the contract, its billing and every subscription on it, which stay told', async () => {
      const customerId = await deals.customer();
      const ids = [await deals.subscription(customerId, 'crm'), await deals.subscription(customerId, 'chat')];
      const other = await deals.subscription(customerId, 'mail');
      const subscriptions = ids.map((existingSubscriptionId) => ({ existingSubscriptionId }));
      const contractId = await deals.contract(customerId, { subscriptions });
      const before = await deals.read(contractId);
      const archived = await expectOk(deals.archive(contractId));
      expect(archived).toEqual({ ...before, state: 'CANCELED', billingState: 'CANCELED' });
      for (const id of ids) {
        expect(await deals.readSubscription(id)).toMatchObject({
          contractId,
          ...{ status: 'CANCELED', cancelReason: 'Immediate' },
        });
      }
      expect(await deals.readSubscription(other)).toMatchObject({ status: 'ACTIVE', contractId: null });
    });

    it('a contract without billing has none afterwards either', async () => {
      const contractId = await deals.contract('acorn', { setupBilling: false });
      expect(await expectOk(deals.archive(contractId))).toMatchObject({
        ...{ state: 'CANCELED', billingState: null },
      });
    });

    it('takes subscriptions that ended before, and those that end by a rule with others, each once', async () => {
      const place = new Deals((await app.newEnvironment()).api);
      await sellDeals(place.api);
      const rule = { targetProductId: 'sites-product' };
      await expectOk(place.api.rest('POST', '/products/crm-product/auto-cancellation-rules', rule));
      const customerId = await place.customer();
      const ended = await place.subscription(customerId, 'chat');
      const source = await place.subscription(customerId, 'crm');
      const target = await place.subscription(customerId, 'sites', { resourceId: 'north' });
      const contractId = await place.contract(customerId, {
        subscriptions: [ended, source, target].map((existingSubscriptionId) => ({ existingSubscriptionId })),
      });
      await expectOk(place.api.rest('POST', `/subscriptions/${ended}/cancel`));
      await expectOk(place.archive(contractId));
      expect(await place.readSubscription(target)).toMatchObject({ cancelReason: 'AutoCancellationRule' });
      for (const id of [ended, source, target]) {
        const canceled = (await eventsAbout(app, id)).filter(({ type }) => type === 'subscription.canceled');
        expect([id, canceled.length]).toEqual([id, 1]);
      }
    });

    it('works although its customer is archived', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId);
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await deals.read(contractId)).toMatchObject({ state: 'DRAFT', billingState: 'DRAFT' });
      expect(await expectOk(deals.archive(contractId))).toMatchObject({ state: 'CANCELED' });
    });

    it('every write of an archived contract is refused, through either door', async () => {
      const contractId = await deals.contract('acorn');
      await expectOk(deals.archive(contractId));
      const answers = [
        await deals.archive(contractId),
        await deals.update(contractId, {}),
        await deals.attach(contractId, { subscriptionIds: ['nobody'] }),
        await deals.detach(contractId, 'nobody'),
        await api.graphql(`mutation { archiveContract(id: "${contractId}") { id } }`),
        await api.graphql(`mutation { updateContract(id: "${contractId}", input: {}) { id } }`),
      ];
      for (const answer of answers) expect(answer).toRefuse('EntityIsArchivedError', /is archived/);
    });

    it('contracts are archived and never deleted', async () => {
      const contractId = await deals.contract('acorn');
      const answer = await api.rest('DELETE', `/contracts/${contractId}`);
      expect(answer.status).toBe(405);
    });
  });
});
