import { uidKey as key, type ExportModel, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;

/** @reads subscription, subscription_package of billing/subscriptions */
const subscriptions: ExportModel[] = [
  {
    id: 'subscriptions',
    displayName: 'Subscriptions',
    from: 'from subscription t where t.environment_id = $1',
    key,
    columns: {
      id: 'text',
      customer_uid: 'uuid',
      customer_id: 'text',
      paying_customer_uid: 'uuid',
      paying_customer_id: 'text',
      resource_id: 'text',
      product_uid: 'uuid',
      plan_uid: 'uuid',
      plan_id: 'text',
      pricing_type: 'text',
      start_date: 'timestamptz',
      end_date: 'timestamptz',
      trial_ends_at: 'timestamptz',
      trial_end_behavior: 'text',
      billing_cycle_anchor: 'timestamptz',
      billed_until: 'timestamptz',
      cancellation_date: 'timestamptz',
      canceled_at: 'timestamptz',
      cancel_reason: 'text',
      billing: 'jsonb',
      budget: 'jsonb',
      coupons: 'jsonb',
      contract_uid: 'uuid',
      contract_id: 'text',
      billing_id: 'text',
      salesforce_id: 'text',
      metadata: 'jsonb',
      ...instants,
    },
  },
  {
    id: 'subscription_packages',
    displayName: 'Plans and addons of subscriptions',
    from: 'from subscription_package t where t.environment_id = $1',
    key,
    columns: {
      subscription_uid: 'uuid',
      package_uid: 'uuid',
      package_id: 'text',
      version_uid: 'uuid',
      role: 'text',
      quantity: 'integer',
      joined_at: 'timestamptz',
      ...instants,
    },
  },
];

/** @reads promotional_entitlement of entitlements/promotional-entitlements */
const promotions: ExportModel = {
  id: 'promotional_entitlements',
  displayName: 'Promotional entitlements',
  from: 'from promotional_entitlement t where t.environment_id = $1',
  key,
  columns: {
    customer_uid: 'uuid',
    customer_id: 'text',
    feature_uid: 'uuid',
    feature_id: 'text',
    usage_limit: 'bigint',
    has_unlimited_usage: 'boolean',
    has_soft_limit: 'boolean',
    enum_values: 'jsonb',
    reset_period: 'text',
    period: 'text',
    start_date: 'timestamptz',
    end_date: 'timestamptz',
    expired_at: 'timestamptz',
    ...instants,
  },
};

export const subscriptionModels: ModelGroup = {
  id: 'subscriptions',
  displayName: 'Subscriptions',
  models: [...subscriptions, promotions],
};
