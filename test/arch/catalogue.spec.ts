import { catalogue, type ErrorCode } from '#libs/kernel/errors/catalogue';
import { renderErrorCodes } from '#libs/kernel/errors/error-codes-document';
import { ownNamesFor } from '#libs/kernel/errors/own-nouns';
import { reservedCodes } from '#libs/kernel/errors/reserved';
import { sourceFiles } from './source-tree';
import { thrownCodes } from './thrown-codes';

const names = (text: string): string[] => text.trim().split(/\s+/);

// Spec: Errors. Written out here, so that a code lost from the catalogue is missed.
const specified: Readonly<Record<number, string[]>> = {
  400: names(`
    BadUserInput EnvironmentMismatch BillingContractOperationRejected DuplicateIntegrationNotAllowed
    EntityIsArchivedError IntegrityViolation FreePlanCantHaveCompatiblePackageGroupError
    SubscriptionMustHaveSinglePlanError AddonIsCompatibleWithPlan AddonIsCompatibleWithGroup
    DuplicateAddonProvisionedError ScheduledMigrationAlreadyExistsError SubscriptionAlreadyOnLatestPlan
    EntityIdDifferentFromRefIdError UnsupportedFeatureType UnsupportedVendorIdentifier
    UnsupportedSubscriptionScheduleType InvalidEntitlementResetPeriod IncompatibleSubscriptionAddon
    UnPublishedPackage MeteringNotAvailableForFeatureType AuthCustomerMismatch AuthCustomerReadonly
    FetchAllCountriesPricesNotAllowed MemberInvitationError PlansCircularDependencyError
    NoFeatureEntitlementInSubscription CheckoutIsNotSupported UnsupportedParameter
    PricingModelNotSupportedByBillingIntegration BillingIntegrationMissing
    BillingIntegrationAlreadyExistsError InvalidMemberDelete PackageAlreadyPublished
    DraftPlanCantBeArchived DraftAddonCantBeArchived PlanWithChildCantBeDeleted
    PlanCannotBePublishWhenBasePlanIsDraft PlanCannotBePublishWhenCompatibleAddonIsDraft
    PlanIsUsedAsDefaultStartPlan PlanIsUsedAsDowngradePlan InvalidAddressError InvalidQuantity
    BillingPeriodMissingError DowngradeBillingPeriodNotSupportedError CustomerAlreadyUsesCouponError
    CustomerAlreadyHaveCustomerCoupon SubscriptionAlreadyCanceledOrExpired TrialMustBeCancelledImmediately
    SubscriptionDoesNotHaveBillingPeriod InvalidCancellationDate FailedToImportCustomer
    FailedToImportSubscriptions PackagePricingTypeNotSet InvalidSubscriptionStatus InvalidArgumentError
    EditAllowedOnDraftPackageOnlyError ResyncAlreadyInProgress ArchivedCouponCantBeApplied
    ImportAlreadyInProgress AddonHasToHavePriceError SelectedBillingModelDoesntMatchImportedItemError
    CannotArchiveProductError CannotUnarchiveProductError CannotDeleteCustomerError
    CannotRemovePaymentMethodFromCustomerError CannotDeleteFeatureError CannotArchiveFeatureError
    InvalidUpdatePriceUnitAmountError ExperimentAlreadyRunning ExperimentStatusError
    OperationNotAllowedDuringInProgressExperiment EntitlementsMustBelongToSamePackage
    CanNotUpdateEntitlementsFeatureGroup MeterMustBeAssociatedToMeteredFeature
    CannotUpdateMeterOfFeatureInUse CannotEditPackageInNonDraftMode CannotAddOverrideEntitlementToPlan
    MissingEntityIdError NoProductsAvailable PromotionCodeNotForCustomer PromotionCodeNotActive
    PromotionCodeMaxRedemptionsReached PromotionCodeMinimumAmountNotReached
    PromotionCodeCustomerNotFirstPurchase AddonWithDraftCannotBeDeletedError
    CannotReportUsageForEntitlementWithMeterError RecalculateEntitlementsError ImportSubscriptionsBulkError
    InvalidMetadataError CannotUpsertToPackageThatHasDraft IntegrationValidationError
    CloudMarketplaceIntegrationValidationError CloudMarketplaceIntegrationError DataExportIntegrationError
    CrmIntegrationError DuplicateProductValidationError AmountTooLarge CustomerHasNoEmailAddress
    MergeEnvironmentValidationError EntitlementLimitExceededError EntitlementUsageOutOfRangeError
    UsageMeasurementDiffOutOfRangeError AddonQuantityExceedsLimitError AddonDependencyMissingError
    PackageGroupMinItemsError CannotUpdateUnitTransformationError
    SingleSubscriptionCantBeAutoCancellationTargetError MultiSubscriptionCantBeAutoCancellationSourceError
    ChangingPayingCustomerIsNotSupportedError RequiredSsoAuthenticationError InvalidServiceSignatureError
    InvalidReceivedSignatureError CannotDeleteDefaultIntegration CannotChangeBillingIntegration
    FailedToResolveBillingIntegration WorkflowTriggerNotFound DeprecatedEstimateSubscriptionError
    FeatureConfigurationExceededLimitError FeatureNotBelongToFeatureGroupError
    FeatureGroupMissingFeaturesError VersionExceedsMaxValueError
    CannotUpdateExpireAtForExpiredCreditGrantError ExpireAtMustBeLaterThanEffectiveAtError
    OfferAlreadyExists DraftAlreadyExists CreditGrantAlreadyVoided CreditGrantCannotBeVoided InvalidTaxId
    ObjectAlreadyBeingUsedByAnotherRequestError TooManySubscriptionsPerCustomer TooManyCustomCurrencies
    PaymentProcessorError SchedulingAtEndOfBillingPeriod ApiKeyExpired ApiKeyHasExpiry
    OveragePriceNotSupportedOnAddon OveragePriceRequiresUsageLimit InvalidCreditOverageBillingModel
    CreditOveragePriceCurrencyNotFound InvoicePreviewNotAvailableForDraftContract
  `),
  401: ['Unauthenticated'],
  403: ['IdentityForbidden', 'AccessDeniedError', 'NoFeatureEntitlementError', 'GovernanceNotEnabled'],
  // NotFoundCode of the wire contract; ours stand in libs/kernel/errors/own-nouns.ts.
  404: names(`
    CustomerNotFound CustomerResourceNotFound SubscriptionNotFound PlanNotFound AddonNotFound
    AddonsNotFound FeatureNotFound FeatureGroupNotFoundError ProductNotFoundError CouponNotFound
    PromotionCodeNotFound PromotionalEntitlementNotFoundError CreditGrantNotFound CustomCurrencyNotFound
    FutureUpdateNotFound IntegrationNotFound PackageGroupNotFound PaymentMethodNotFoundError PriceNotFound
    OfferNotFound ApiKeyNotFound AccountNotFoundError MemberNotFound ExperimentNotFoundError
  `),
  409: ['DuplicatedEntityNotAllowed', 'EntitlementBelongsToFeatureGroupError'],
  429: ['RateLimitExceeded'],
};

const codes = Object.keys(catalogue) as ErrorCode[];
const ours = new Set<string>(ownNamesFor('notFound').map(([, code]) => code));

describe('the error catalogue', () => {
  it.each(Object.keys(specified).map(Number))('has exactly the specified codes of status %i', (status) => {
    const catalogued = codes.filter((code) => catalogue[code].status === status && !ours.has(code));
    expect([...catalogued].sort()).toEqual([...(specified[status] ?? [])].sort());
  });

  it('has 141 specified codes of status 400, 24 of status 404 and 173 in all', () => {
    const all = codes.filter((code) => !ours.has(code));
    expect([specified[400]?.length, specified[404]?.length, all.length]).toEqual([141, 24, 173]);
  });

  it('tells each code in one line that says what to do, without exclamation or full stop', () => {
    const unfit = codes.filter((code) => !/^\w.{20,130}[^.!\s]$/.test(catalogue[code].message));
    expect(unfit).toEqual([]);
  });
});

describe('every code', () => {
  const thrown = thrownCodes(sourceFiles('src', 'libs'), new Set(codes));
  const reserved = new Set<string>(reservedCodes);

  it('is thrown somewhere or listed in libs/kernel/errors/reserved.ts', () => {
    expect(codes.filter((code) => !thrown.has(code) && !reserved.has(code))).toEqual([]);
  });

  it('leaves reserved.ts once it is thrown', () => {
    expect(reservedCodes.filter((code) => thrown.has(code))).toEqual([]);
  });

  it('is reserved once', () => {
    expect(reservedCodes).toHaveLength(reserved.size);
  });
});

describe('the document of error codes', () => {
  it('has one row per code with status, meaning and whether it is reserved', () => {
    const rows = renderErrorCodes()
      .split('\n')
      .filter((line) => /^\| [A-Z]\w+ \| \d/.test(line));
    expect(rows).toHaveLength(codes.length);
    const reservedRows = rows.filter((row) => row.endsWith('| reserved |'));
    expect(reservedRows).toHaveLength(reservedCodes.length);
    expect(rows).toContain(
      `| RateLimitExceeded | 429 | ${catalogue.RateLimitExceeded.message} | ${raised()} |`,
    );
  });

  const raised = (): string => (reservedCodes.includes('RateLimitExceeded') ? 'reserved' : 'yes');
});
