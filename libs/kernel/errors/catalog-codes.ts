import { refusals } from './refusals';

/** Status 400: products, features, packages and package entitlements. Spec: Errors. Rules: docs/domain/catalog.md. */
export const catalogCodes = refusals(400, {
  NoProductsAvailable: 'The environment has no published product to choose from; create and publish one',
  CannotArchiveProductError:
    'The product has running subscriptions or is the target of an auto-cancellation rule; end or remove those first',
  CannotUnarchiveProductError:
    'The product is not archived or its id is taken by now; check its status and id',
  DuplicateProductValidationError:
    'The product cannot be copied onto an existing id; choose an unused targetId',
  SingleSubscriptionCantBeAutoCancellationTargetError:
    'The target of an auto-cancellation rule must allow multiple subscriptions; choose another target',
  MultiSubscriptionCantBeAutoCancellationSourceError:
    'The source of an auto-cancellation rule must allow one subscription only; choose another source',
  ExperimentAlreadyRunning:
    'An experiment is running on this product already; stop it before you start another',
  ExperimentStatusError: 'The status of the experiment does not allow this action; read the experiment first',
  OperationNotAllowedDuringInProgressExperiment:
    'The product is under a running experiment; stop the experiment first',
  OfferAlreadyExists: 'An offer with this id exists; choose another id',

  UnsupportedFeatureType: 'The operation or meterType does not fit the featureType; use a feature that fits',
  MeteringNotAvailableForFeatureType: 'Only NUMBER features can be metered; leave meter and meterType out',
  MeterMustBeAssociatedToMeteredFeature:
    'The feature is not metered; send a meter only with meterType INCREMENTAL or FLUCTUATING',
  CannotUpdateMeterOfFeatureInUse:
    'Running subscriptions are measured by this meter; create a new feature with the new meter',
  CannotUpdateUnitTransformationError:
    'Active subscriptions use this feature, so its unit transformation is fixed; create a new feature',
  FeatureConfigurationExceededLimitError:
    'Too many entries: 100 enum values per feature, 500 entitlements per package version; remove some',
  CannotArchiveFeatureError:
    'A published plan or addon uses the feature; publish versions without it, then archive it',
  CannotDeleteFeatureError: 'The feature has been used and cannot be deleted; archive it instead',
  FeatureNotBelongToFeatureGroupError:
    'The feature is not a member of the named group; add it to the group first',
  FeatureGroupMissingFeaturesError:
    'A feature group needs an entitlement for every member; send the missing ones',

  EditAllowedOnDraftPackageOnlyError:
    'Only a draft can be changed in this way and there is none; create a draft first',
  CannotEditPackageInNonDraftMode:
    'Entitlements are edited on the draft and there is none; create a draft first',
  DraftAlreadyExists: 'The package has a draft already; edit or remove that one',
  PackageAlreadyPublished: 'There is no draft to publish; create a draft, change it, then publish',
  PackagePricingTypeNotSet: 'pricingType must be set before publishing; send FREE, PAID or CUSTOM',
  VersionExceedsMaxValueError: 'The package has reached its last version number; continue with a new package',
  UnPublishedPackage: 'The plan or addon has no published version; publish it first',
  AddonHasToHavePriceError: 'A PAID addon needs a charge before publishing; add one or change pricingType',
  PlanCannotBePublishWhenBasePlanIsDraft: 'The parent plan is not published; publish it first',
  PlanCannotBePublishWhenCompatibleAddonIsDraft:
    'A compatible addon is not published; publish it or take it off the plan',
  FreePlanCantHaveCompatiblePackageGroupError: 'A FREE plan takes no package groups; remove them',
  PlansCircularDependencyError:
    'The chain of parent plans or addon dependencies returns to its start; break the circle',
  DraftPlanCantBeArchived: 'The plan was never published; remove its draft instead',
  DraftAddonCantBeArchived: 'The addon was never published; remove its draft instead',
  AddonWithDraftCannotBeDeletedError: 'The addon has an open draft; publish or remove the draft first',
  PlanWithChildCantBeDeleted: 'Other plans inherit from this plan; archive them or change their parent first',
  PlanIsUsedAsDefaultStartPlan:
    "This is a product's start plan; change subscriptionStartPlanId of the product first",
  PlanIsUsedAsDowngradePlan:
    "This is a product's downgrade plan; change downgradePlanId of the product first",
  AddonIsCompatibleWithPlan: 'A plan lists this addon as compatible; take it off the plan first',
  AddonIsCompatibleWithGroup: 'The addon is in a package group; take it out of the group first',
  CannotUpsertToPackageThatHasDraft:
    'The target package has an open draft; publish or remove the draft, then copy again',
  MergeEnvironmentValidationError:
    'The catalog does not fit the target environment; compare both and correct the source',

  InvalidEntitlementResetPeriod:
    'The reset period or its configuration does not fit the feature; send the one that matches or none',
  CannotAddOverrideEntitlementToPlan: 'behavior Override is for addons; send Increment on a plan',
  EntitlementsMustBelongToSamePackage:
    'The request mixes entitlements of several packages; send one request per package',
  CanNotUpdateEntitlementsFeatureGroup:
    'Feature groups of an entitlement are set through the group routes; leave them out here',
});
