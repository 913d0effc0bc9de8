import { refusals } from './refusals';

/** Status 400: customers, subscriptions, coupons and imports. Spec: Errors. Rules: docs/domain/customers-subscriptions.md. */
export const subscriptionCodes = refusals(400, {
  CannotDeleteCustomerError:
    'The customer has paid subscriptions, open invoices or credits left; settle them or archive the customer',
  CannotRemovePaymentMethodFromCustomerError:
    'An active subscription charges this payment method; set another one first',
  CustomerHasNoEmailAddress: 'The customer has no e-mail address to send invoices to; set email first',
  InvalidAddressError:
    'The address is incomplete or its country unknown; send line1, city, postalCode and country',
  InvalidTaxId: 'The tax id does not match the format of its type; correct the value or the type',
  ChangingPayingCustomerIsNotSupportedError:
    'The paying customer cannot change at this point; keep the present one or make a new subscription',

  TooManySubscriptionsPerCustomer: 'The customer has 1,000 running subscriptions; end some first',
  SubscriptionMustHaveSinglePlanError:
    'A subscription has exactly one plan; name one that resolves to one plan',
  SubscriptionAlreadyCanceledOrExpired: 'The subscription has ended; provision a new one',
  InvalidSubscriptionStatus:
    'The status of the subscription does not allow this operation; read the subscription first',
  IncompatibleSubscriptionAddon: 'The addon is not compatible with the plan; choose one that the plan lists',
  DuplicateAddonProvisionedError: 'The same addon is named twice; send it once with the wanted quantity',
  AddonQuantityExceedsLimitError: 'The quantity is above maxQuantity of the addon; send a smaller quantity',
  AddonDependencyMissingError:
    'An addon needs another addon that is not there; add it or remove the dependent',
  PackageGroupMinItemsError: 'Too few addons of a package group are chosen; add as many as the group demands',
  InvalidQuantity: 'The quantity must be a whole number within the limits of the charge; correct it',
  BillingPeriodMissingError: 'The plan has several billing periods; send billingPeriod',
  DowngradeBillingPeriodNotSupportedError:
    'ANNUALLY to MONTHLY cannot take effect at once; schedule it for the end of the billing period',
  SubscriptionDoesNotHaveBillingPeriod:
    'The subscription has no billing period to wait for or to prorate; use IMMEDIATE or a date',
  SchedulingAtEndOfBillingPeriod:
    'The subscription ends before the change could take effect; apply it now or lift the end first',
  UnsupportedSubscriptionScheduleType:
    'Scheduled updates of this type cannot be handled alone; use the whole update',
  InvalidCancellationDate:
    'endDate is missing or not between now and the end of the subscription; send a date that is',
  TrialMustBeCancelledImmediately: 'A trial can only be canceled at once; send IMMEDIATE',
  SubscriptionAlreadyOnLatestPlan: 'Plan and addons are at their latest versions; nothing has to be migrated',
  ScheduledMigrationAlreadyExistsError:
    'A migration is scheduled for this subscription; wait for it or cancel it first',
  DeprecatedEstimateSubscriptionError: 'This estimate operation is gone; use the preview of the subscription',

  CustomerAlreadyUsesCouponError: 'The coupon is active on this subscription; nothing has to be applied',
  CustomerAlreadyHaveCustomerCoupon: 'The customer has another coupon; clear it before you set this one',
  ArchivedCouponCantBeApplied: 'The coupon is archived; apply another one',
  PromotionCodeNotForCustomer: 'The promotion code belongs to another customer; use another code',
  PromotionCodeNotActive: 'The promotion code is inactive or expired; use another code',
  PromotionCodeMaxRedemptionsReached:
    'The promotion code has been redeemed as often as allowed; use another code',
  PromotionCodeMinimumAmountNotReached:
    'The order is below the minimum of the promotion code; leave the code out',
  PromotionCodeCustomerNotFirstPurchase: 'The promotion code is for first purchases; leave the code out',

  FailedToImportCustomer: 'The customer row could not be imported; correct it and import the row again',
  FailedToImportSubscriptions: 'The file could not be used; correct its form and import it again',
  ImportSubscriptionsBulkError: 'The import task failed; read its results, correct the rows and import again',
  ImportAlreadyInProgress: 'An import is running in this environment; wait until it is done',
  SelectedBillingModelDoesntMatchImportedItemError:
    'The billing model of the charge differs from the imported price; map it to a charge of the same model',
});
