import { uidKey as key, type ExportModel, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;

/** @reads product of catalog/products */
const products: ExportModel = {
  id: 'products',
  displayName: 'Products',
  from: 'from product t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    display_name: 'text',
    description: 'text',
    status: 'text',
    multiple_subscriptions: 'boolean',
    metadata: 'jsonb',
    ...instants,
  },
};

/** @reads feature of catalog/features */
const features: ExportModel = {
  id: 'features',
  displayName: 'Features',
  from: 'from feature t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    display_name: 'text',
    description: 'text',
    feature_type: 'text',
    meter_type: 'text',
    feature_status: 'text',
    feature_units: 'text',
    feature_units_plural: 'text',
    enum_configuration: 'jsonb',
    unit_transformation: 'jsonb',
    meter: 'jsonb',
    metadata: 'jsonb',
    ...instants,
  },
};

/** @reads custom_currency of catalog/custom-currencies */
const currencies: ExportModel = {
  id: 'custom_currencies',
  displayName: 'Custom currencies',
  from: 'from custom_currency t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    display_name: 'text',
    description: 'text',
    symbol: 'text',
    units: 'jsonb',
    metadata: 'jsonb',
    archived_at: 'timestamptz',
    ...instants,
  },
};

/** @reads package, package_version of catalog/package-versions */
const packages: ExportModel[] = [
  {
    id: 'packages',
    displayName: 'Plans and addons',
    from: 'from package t where t.environment_id = $1',
    key,
    columns: {
      id: 'text',
      kind: 'text',
      product_uid: 'uuid',
      product_id: 'text',
      display_name: 'text',
      description: 'text',
      billing_id: 'text',
      metadata: 'jsonb',
      ...instants,
    },
  },
  {
    id: 'package_versions',
    displayName: 'Versions of plans and addons',
    from: 'from package_version t where t.environment_id = $1',
    key,
    columns: {
      package_uid: 'uuid',
      version_number: 'integer',
      status: 'text',
      is_latest: 'boolean',
      published_at: 'timestamptz',
      pricing_type: 'text',
      parent_plan_uid: 'uuid',
      parent_plan_id: 'text',
      max_quantity: 'integer',
      default_trial_config: 'jsonb',
      overage_billing_period: 'text',
      ...instants,
    },
  },
];

/** @reads package_entitlement of catalog/package-entitlements */
const entitlements: ExportModel = {
  id: 'package_entitlements',
  displayName: 'Entitlements of plans and addons',
  from: 'from package_entitlement t where t.environment_id = $1',
  key,
  columns: {
    package_version_uid: 'uuid',
    kind: 'text',
    ref_id: 'text',
    feature_uid: 'uuid',
    currency_uid: 'uuid',
    is_granted: 'boolean',
    behavior: 'text',
    usage_limit: 'bigint',
    has_unlimited_usage: 'boolean',
    has_soft_limit: 'boolean',
    reset_period: 'text',
    according_to: 'text',
    enum_values: 'jsonb',
    amount: 'numeric',
    cadence: 'text',
    ...instants,
  },
};

/** @reads charge of catalog/charges */
const charges: ExportModel = {
  id: 'charges',
  displayName: 'Charges of plans and addons',
  from: 'from charge t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    package_version_uid: 'uuid',
    billing_model: 'text',
    billing_period: 'text',
    billing_cadence: 'text',
    billing_country_code: 'text',
    is_overage: 'boolean',
    feature_uid: 'uuid',
    feature_id: 'text',
    custom_currency_uid: 'uuid',
    custom_currency_id: 'text',
    currency: 'text',
    price: 'numeric',
    tiers_mode: 'text',
    tiers: 'jsonb',
    block_size: 'numeric',
    min_unit_quantity: 'integer',
    max_unit_quantity: 'integer',
    credit_grant_cadence: 'text',
    rate_amount: 'numeric',
    rate_currency_id: 'text',
    cost_formula: 'text',
    reset_period: 'text',
    ...instants,
  },
};

/** @reads coupon of catalog/coupons */
const coupons: ExportModel = {
  id: 'coupons',
  displayName: 'Coupons',
  from: 'from coupon t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    name: 'text',
    description: 'text',
    percent_off: 'integer',
    amounts_off: 'jsonb',
    duration_in_months: 'integer',
    status: 'text',
    source: 'text',
    metadata: 'jsonb',
    ...instants,
  },
};

export const catalogModels: ModelGroup = {
  id: 'catalog',
  displayName: 'Catalog',
  models: [products, features, currencies, ...packages, entitlements, charges, coupons],
};
