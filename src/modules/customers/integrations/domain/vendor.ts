/** Spec: VendorIdentifier */
export const vendorIdentifiers = [
  'AUTH0',
  'ZUORA',
  'STRIPE',
  'HUBSPOT',
  'AWS_MARKETPLACE',
  'SNOWFLAKE',
  'SALESFORCE',
  'BIG_QUERY',
  'OPEN_FGA',
  'APP_STORE',
  'RECEIVED',
  'PREQUEL',
  'AIRWALLEX',
  'STRIPE_INVOICING',
] as const;

export type VendorIdentifier = (typeof vendorIdentifiers)[number];

/** The one that collects money here; the others are known by their links only. Domain: customers-subscriptions U9 */
export const collectingVendor = 'STRIPE' satisfies VendorIdentifier;
