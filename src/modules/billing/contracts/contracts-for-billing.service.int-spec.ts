import { copyOf } from '#libs/kernel/tenant-entity';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk, type ApiClient } from '../../../../test/support/client';
import { Deals, sellDeals } from '../../../../test/support/contract-deals';
import { eventsAbout } from '../../../../test/support/events';
import { answerAfter } from '../../../../test/support/held-row';
import { withinUseCase } from '../../../../test/support/within';
import { ContractsForBillingService } from './contracts-for-billing.service';
import type { Contract } from './domain/contract';

// Domain: contracts-billing

const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
const window = { activationStartDate: '2026-04-01T00:00:00Z', activationEndDate: '2027-03-31T00:00:00Z' };

describe('contracts, for the module that bills them', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;
  let contracts: ContractsForBillingService;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    contracts = app.nest.get(ContractsForBillingService);
    await sellDeals(api);
  });
  afterAll(() => app.close());

  const within = <T>(work: () => Promise<T>): Promise<T> => withinUseCase(app, app.a, work);
  const lock = (id: string) => within(() => contracts.lockForBilling(id));
  const archiveCustomer = (id: string) => expectOk(api.rest('POST', `/customers/${id}/archive`));
  /** What a use case of that module does with one contract. */
  const bill = (id: string, change: (contract: Contract) => void) =>
    within(async () => {
      const contract = await contracts.lockForBilling(id);
      const before = copyOf(contract);
      return contracts.change(contract, 'billing_published', () => {
        change(contract);
        return contracts.saveBilling(before, contract, true);
      });
    });

  it('S4 row 12: an unknown contract, and one of another environment', async () => {
    const foreign = new Deals(app.b.api);
    const contractId = await foreign.contract(await foreign.customer(), { contractId: 'foreign' });
    await expect(lock('nobody')).rejects.toRefuse('ContractNotFound', /nobody/);
    await expect(lock(contractId)).rejects.toRefuse('ContractNotFound', /foreign/);
  });

  it('S4: existence before archived: first its customer, then itself', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    await archiveCustomer(customerId);
    await expect(lock(contractId)).rejects.toRefuse('CustomerNotFound', new RegExp(customerId));
    await expectOk(deals.archive(contractId));
    await expect(lock(contractId)).rejects.toRefuse('CustomerNotFound', new RegExp(customerId));
    await expectOk(api.rest('POST', `/customers/${customerId}/unarchive`));
    await expect(lock(contractId)).rejects.toRefuse('EntityIsArchivedError', new RegExp(contractId));
  });

  it('reads a contract in whatever state', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    await expectOk(deals.archive(contractId));
    await archiveCustomer(customerId);
    const read = (id: string) => within(() => contracts.readForBilling(id));
    expect(await read(contractId)).toMatchObject({ id: contractId, billing: { stage: 'CANCELED' } });
    await expect(read('nobody')).rejects.toRefuse('ContractNotFound');
  });

  it('P2: publishing is told, as an event too, and the state of it is another one', async () => {
    const contractId = await deals.contract(await deals.customer(), window);
    const tagOf = async () => (await api.rest('GET', `/contracts/${contractId}`)).headers.get('etag');
    const tag = await tagOf();
    const published = await bill(contractId, (contract) => contract.publishBilling(app.clock.now()));
    expect(published).toMatchObject({ state: 'ACTIVE', billingState: 'ACTIVE' });
    expect(await deals.read(contractId)).toEqual(JSON.parse(JSON.stringify(published)));
    expect(await tagOf()).not.toBe(tag);
    const [, event] = await eventsAbout(app, contractId);
    expect(event).toMatchObject({
      type: 'contract.billing_published',
      payload: { contract: { contractId } },
    });
  });

  it('C7: what is published runs to the end of its last day, which PATCH does not move', async () => {
    const contractId = await deals.contract(await deals.customer(), window);
    await bill(contractId, (contract) => contract.publishBilling(app.clock.now()));
    expect(await deals.update(contractId, { activationEndDate: '2030-12-31T00:00:00Z' })).toRefuse(
      'BillingContractOperationRejected',
      /^activationEndDate: .*amend/,
    );
    app.clock.travelTo('2027-03-31T23:59:59.999Z');
    expect(await deals.read(contractId)).toMatchObject({ billingState: 'ACTIVE', state: 'ACTIVE' });
    app.clock.travelTo('2027-04-01T00:00:00.000Z');
    expect(await deals.read(contractId)).toMatchObject({ billingState: 'END_BILLING', state: 'END_BILLING' });
    await bill(contractId, (contract) => contract.setWindow(day('2026-04-01'), day('2028-03-31')));
    expect(await deals.read(contractId)).toMatchObject({
      ...{ billingState: 'ACTIVE', activationEndDate: '2028-03-31T00:00:00.000Z' },
    });
    await bill(contractId, (contract) => contract.reopenBilling());
    expect(await deals.read(contractId)).toMatchObject({ billingState: 'DRAFT', state: 'DRAFT' });
    await bill(contractId, (contract) => contract.cancelBilling());
    expect(await deals.read(contractId)).toMatchObject({ billingState: 'CANCELED', state: 'DRAFT' });
  });

  it('catalog C10: who bills waits for another writer of the contract and decides on what that left', async () => {
    const contractId = await deals.contract(await deals.customer());
    const archived = `update contract set archived_at = now() where id = '${contractId}'`;
    const refusal = (): Promise<unknown> => lock(contractId).catch((error: unknown) => error);
    const told = await answerAfter(app.databaseUrl, [archived], refusal);
    expect(told).toRefuse('EntityIsArchivedError', new RegExp(contractId));
  });
});
