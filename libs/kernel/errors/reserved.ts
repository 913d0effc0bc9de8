import type { ErrorCode } from './catalogue';

/** Codes of the interface that no line throws yet: reserved for the areas that will. A test compares it with the code. */
export const reservedCodes: readonly ErrorCode[] = [
  // requests, keys
  'InvalidServiceSignatureError',
  'InvalidReceivedSignatureError',
  'WorkflowTriggerNotFound',
  // products, features, packages
  // Nobody misses a customer for want of a plan to start with (customers-subscriptions U4).
  'NoProductsAvailable',
  'ExperimentAlreadyRunning',
  'ExperimentStatusError',
  'OperationNotAllowedDuringInProgressExperiment',
  'OfferAlreadyExists',
  // customers, subscriptions, coupons, imports
  // Nobody is deleted: customers are archived, whatever runs for them (customers-subscriptions U7).
  'CannotDeleteCustomerError',
  // Nothing is collected by itself yet (CHARGE, customers-subscriptions V9), so no method is needed.
  // A request names one plan by its id, and no two packages of an environment share one.
  'SubscriptionMustHaveSinglePlanError',
  // No request names the type of what waits: it follows from what is changed (customers-subscriptions D4).
  'UnsupportedSubscriptionScheduleType',
  // The interface has no estimate besides the preview (customers-subscriptions W1).
  'DeprecatedEstimateSubscriptionError',
  // A row is refused by its own code, and no other row for it (customers-subscriptions X8): no file is unusable as a whole.
  'FailedToImportSubscriptions',
  // A task that cannot go on is FAILED, and its results say what became of each row.
  'ImportSubscriptionsBulkError',
  // A row names no price of another system: what it pays is what its plan costs here.
  'SelectedBillingModelDoesntMatchImportedItemError',
  // contracts, prices, integrations
  'InvoicePreviewNotAvailableForDraftContract',
  // One integration collects money in an environment, so none is ever picked of several (customers-subscriptions U9).
  'FailedToResolveBillingIntegration',
  // A provider is told of sums, so no model of the catalog is beyond it.
  'PricingModelNotSupportedByBillingIntegration',
  // None is the default of several; what stands on an integration keeps it (customers-subscriptions U9).
  'CannotDeleteDefaultIntegration',
  'CloudMarketplaceIntegrationValidationError',
  'CloudMarketplaceIntegrationError',
  'CrmIntegrationError',
  'ResyncAlreadyInProgress',
  // usage, entitlements, credits
  'RecalculateEntitlementsError',
  // unknown objects (404)
  'AddonsNotFound',
  'PriceNotFound',
  'OfferNotFound',
  'ExperimentNotFoundError',
];
