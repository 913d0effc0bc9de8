import { uidKey as key, type ExportModel, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;
const sums = { sub_total: 'numeric', discount: 'numeric', tax: 'numeric', total: 'numeric' } as const;
const customer = { customer_uid: 'uuid', customer_id: 'text' } as const;

/** @reads contract of billing/contracts */
const contracts: ExportModel = {
  id: 'contracts',
  displayName: 'Contracts',
  from: 'from contract t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    ...customer,
    name: 'text',
    po_number: 'text',
    activation_start_date: 'timestamptz',
    activation_end_date: 'timestamptz',
    billing_stage: 'text',
    billing_published_at: 'timestamptz',
    archived_at: 'timestamptz',
    ...instants,
  },
};

/** @reads invoice, invoice_line, credit_note of billing/invoices */
const documents: ExportModel[] = [
  {
    id: 'invoices',
    displayName: 'Invoices',
    from: 'from invoice t where t.environment_id = $1',
    key,
    columns: {
      number: 'text',
      kind: 'text',
      contract_id: 'text',
      ...customer,
      legal_entity_uid: 'uuid',
      legal_entity_id: 'text',
      currency: 'text',
      state: 'text',
      billing_reason: 'text',
      payment_time: 'text',
      period_start: 'timestamptz',
      period_end: 'timestamptz',
      issue_date: 'timestamptz',
      due_date: 'timestamptz',
      finalized_at: 'timestamptz',
      paid_at: 'timestamptz',
      canceled_at: 'timestamptz',
      ...sums,
      balance_applied: 'numeric',
      credited: 'numeric',
      ...instants,
    },
  },
  {
    id: 'invoice_lines',
    displayName: 'Lines of invoices',
    from: 'from invoice_line t where t.environment_id = $1',
    key,
    columns: {
      invoice_uid: 'uuid',
      position: 'integer',
      type: 'text',
      item_id: 'text',
      description: 'text',
      quantity: 'numeric',
      unit_price: 'numeric',
      tax_percent: 'numeric',
      period_start: 'timestamptz',
      period_end: 'timestamptz',
      product_external_id: 'text',
      ...sums,
      ...instants,
    },
  },
  {
    id: 'credit_notes',
    displayName: 'Credit notes',
    from: 'from credit_note t where t.environment_id = $1',
    key,
    columns: {
      number: 'text',
      invoice_uid: 'uuid',
      reason_code: 'text',
      issue_date: 'timestamptz',
      currency: 'text',
      ...sums,
      to_balance: 'numeric',
      ...instants,
    },
  },
];

/** @reads payment of billing/payments */
const payments: ExportModel = {
  id: 'payments',
  displayName: 'Payments',
  from: 'from payment t where t.environment_id = $1',
  key,
  columns: {
    invoice_uid: 'uuid',
    ...customer,
    amount: 'numeric',
    currency: 'text',
    state: 'text',
    reason: 'text',
    description: 'text',
    integration_id: 'text',
    returned: 'numeric',
    settled_at: 'timestamptz',
    ...instants,
  },
};

export const billingModels: ModelGroup = {
  id: 'billing',
  displayName: 'Billing',
  models: [contracts, ...documents, payments],
};
