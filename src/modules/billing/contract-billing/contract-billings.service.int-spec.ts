import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk } from '../../../../test/support/client';
import {
  billingOf,
  createReadyContract,
  createRemitToAccount,
} from '../../../../test/support/contract-billing';
import { withinUseCase } from '../../../../test/support/within';
import { ContractBillings } from './contract-billings.service';
import { ContractDocuments } from './contract-documents.service';
import type { ContractBilling, ContractBillingChange } from './domain/contract-billing';

// Domain: contracts-billing

describe('what became of the billing of a contract', () => {
  let app: TestApp;
  let billings: ContractBillings;

  beforeAll(async () => {
    app = await createTestApp();
    billings = app.nest.get(ContractBillings);
    await createRemitToAccount(app.a.api, 'acorn');
  });
  afterAll(() => app.close());

  const read = (id: string) => withinUseCase(app, app.a, () => billings.read(id));
  const change = (
    id: string,
    decide: (billing: ContractBilling) => ContractBillingChange | Promise<ContractBillingChange>,
  ): Promise<ContractBilling> =>
    withinUseCase(app, app.a, async () => {
      const billing = await billings.lock(id);
      await billings.keep(await decide(billing));
      return billing;
    });
  const refill = (billing: ContractBilling): void => {
    const lineItems = [{ name: 'More seats', externalId: 'seats', rows: [{ price: 20 }] }];
    const prepared = billing.prepareLines({ lineItems }, undefined, 'lineItems');
    billing.addLines(prepared, [{ billableItemUid: null, featureUid: null }], app.clock.now());
  };

  it('I3: is stored of the lines that changed, and of no other', async () => {
    await createReadyContract(app.a.api, 'rows', 'acorn');
    const before = await read('rows');
    app.clock.advance({ minutes: 1 });
    const kept = await change('rows', (billing) => billing.replaceRows('seats', [{ price: 1 }]));
    const after = await read('rows');
    expect(after.lines).toEqual(kept.lines);
    const changed = after.lines.filter(({ updatedAt }, place) => {
      return updatedAt.getTime() !== before.lines[place]?.updatedAt.getTime();
    });
    expect(changed.map(({ externalId, rows }) => [externalId, rows.length])).toEqual([['seats', 1]]);
    expect(after.details).toEqual(before.details);
    expect(after.contract.revision).not.toBe(before.contract.revision);
  });

  it('P3: of an amendment is stored as a whole, a line in place of one with its externalId too', async () => {
    await createReadyContract(app.a.api, 'whole', 'acorn');
    await expectOk(billingOf(app.a.api, 'whole').publish());
    const kept = await change('whole', async (billing) =>
      billing.amend(await app.nest.get(ContractDocuments).takeBack(billing), () => {
        billing.removeLine('seats');
        refill(billing);
        billing.replaceRows('platform', []);
        billing.changeTerms({ netTerms: 10, currency: 'eur' });
        billing.changeSettings({ note: 'Amended' }, {});
        return Promise.resolve();
      }),
    );
    const after = await read('whole');
    expect(after.lines.map(({ name, netTerms }) => [name, netTerms])).toEqual([
      ['Platform', 10],
      ['Onboarding', 10],
      ['More seats', 10],
    ]);
    expect(after.details).toMatchObject({ note: 'Amended', currency: 'eur' });
    expect(after.summary).toEqual(kept.summary);
    const schedule = await billingOf(app.a.api, 'whole').schedule();
    expect(schedule).toMatchObject({ isPreview: false, total: after.summary.totals.total.toNumber() });
  });
});
