import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import type { Json } from '../support/catalog';
import { billingOf, createBilledContract, twoYears } from '../support/contract-billing';
import { everyField } from '../support/graphql-selection';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: contracts-billing

describe('the billing of a contract', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const create = async (to: ApiClient, id: string) => {
    await createBilledContract(to, id);
    return expectOk(
      billingOf(to, id).add([{ name: 'Seats', externalId: 'seats', rows: [{ price: 30 }] }], twoYears),
    );
  };
  const totals = '{ contractId }';
  isTenantScoped({
    app: () => app,
    create,
    read: (from, id) => billingOf(from, id).summary(),
    routes: [
      ['GET', (id) => `/contracts/${id}/billing/summary`],
      ['GET', (id) => `/contracts/${id}/billing/invoice-schedule`],
      ['GET', (id) => `/contracts/${id}/billing/readiness`],
      ['POST', (id) => `/contracts/${id}/billing/items`, { lineItems: [{ name: 'x' }] }],
      ['PATCH', (id) => `/contracts/${id}/billing/items/seats`, { rows: [] }],
      ['DELETE', (id) => `/contracts/${id}/billing/items/seats`],
      ['DELETE', (id) => `/contracts/${id}/billing/items/seats/rows/0`],
      ['PATCH', (id) => `/contracts/${id}/billing/terms`, { netTerms: 1 }],
      ['PATCH', (id) => `/contracts/${id}/billing/settings`, { note: 'x' }],
      ['POST', (id) => `/contracts/${id}/billing/publish`],
      ['POST', (id) => `/contracts/${id}/billing/edit-active`, {}],
      ['POST', (id) => `/contracts/${id}/billing/reopen`],
      ['POST', (id) => `/contracts/${id}/billing/cancel`],
    ],
    documents: [
      `query($id: String!) { contractBillingSummary(id: $id) ${totals} }`,
      'query($id: String!) { contractInvoiceSchedule(id: $id) { total } }',
      'query($id: String!) { contractBillingReadiness(id: $id) { isReady } }',
      `mutation($id: String!) { addContractLineItems(id: $id, input: { lineItems: [{ name: "x" }] }) ${totals} }`,
      `mutation($id: String!) { updateContractLineItem(id: $id, itemRef: "seats", input: { rows: [] }) ${totals} }`,
      `mutation($id: String!) { deleteContractLineItem(id: $id, itemRef: "seats") ${totals} }`,
      `mutation($id: String!) { deleteContractLineItemRow(id: $id, itemRef: "seats", rowIndex: 0) ${totals} }`,
      `mutation($id: String!) { updateContractBillingTerms(id: $id, input: { netTerms: 1 }) ${totals} }`,
      'mutation($id: String!) { publishContractBilling(id: $id) { contractId } }',
      `mutation($id: String!) { amendContractBilling(id: $id, input: {}) ${totals} }`,
      `mutation($id: String!) { reopenContractBilling(id: $id) ${totals} }`,
      `mutation($id: String!) { cancelContractBilling(id: $id) ${totals} }`,
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'contracts',
    reads: [
      { rest: ['GET', '/contracts/pricing-models'], graphql: '{ contractPricingModels { id } }' },
      {
        rest: ['GET', '/contracts/nobody/billing/summary'],
        graphql: `{ contractBillingSummary(id: "nobody") ${totals} }`,
      },
      {
        rest: ['GET', '/contracts/nobody/billing/invoice-schedule'],
        graphql: '{ contractInvoiceSchedule(id: "nobody") { total } }',
      },
      {
        rest: ['GET', '/contracts/nobody/billing/readiness'],
        graphql: '{ contractBillingReadiness(id: "nobody") { isReady } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/contracts/nobody/billing/items', { lineItems: [{ name: 'x' }] }],
        graphql: `mutation { addContractLineItems(id: "nobody", input: { lineItems: [{ name: "x" }] }) ${totals} }`,
      },
      {
        rest: ['PATCH', '/contracts/nobody/billing/items/x', { rows: [] }],
        graphql: `mutation { updateContractLineItem(id: "nobody", itemRef: "x", input: { rows: [] }) ${totals} }`,
      },
      {
        rest: ['DELETE', '/contracts/nobody/billing/items/x'],
        graphql: `mutation { deleteContractLineItem(id: "nobody", itemRef: "x") ${totals} }`,
      },
      {
        rest: ['DELETE', '/contracts/nobody/billing/items/x/rows/0'],
        graphql: `mutation { deleteContractLineItemRow(id: "nobody", itemRef: "x", rowIndex: 0) ${totals} }`,
      },
      {
        rest: ['PATCH', '/contracts/nobody/billing/terms', {}],
        graphql: `mutation { updateContractBillingTerms(id: "nobody", input: {}) ${totals} }`,
      },
      {
        rest: ['POST', '/contracts/nobody/billing/publish'],
        graphql: 'mutation { publishContractBilling(id: "nobody") { contractId } }',
      },
      {
        rest: ['POST', '/contracts/nobody/billing/edit-active', {}],
        graphql: `mutation { amendContractBilling(id: "nobody", input: {}) ${totals} }`,
      },
      {
        rest: ['POST', '/contracts/nobody/billing/reopen'],
        graphql: `mutation { reopenContractBilling(id: "nobody") ${totals} }`,
      },
      {
        rest: ['POST', '/contracts/nobody/billing/cancel'],
        graphql: `mutation { cancelContractBilling(id: "nobody") ${totals} }`,
      },
    ],
  });

  it('I5: the pricing models are listed; the listing wins over a contract of its name', async () => {
    const models = await expectOk<Json[]>(api.rest('GET', '/contracts/pricing-models'));
    expect(models).toHaveLength(10);
    expect(models[0]).toEqual({
      id: 'flat_rate',
      name: 'Flat rate',
      categoryName: 'Fixed',
      isPayAsYouGo: false,
      editableInputs: ['price', 'quantity'],
    });
    const document = `{ contractPricingModels ${everyField(app, 'ContractPricingModel')} }`;
    expect(await expectOk(api.graphql(document))).toEqual(models);
  });
});
