import { refusals } from './refusals';

/** Status 400: usage, entitlement limits and credits. Spec: Errors. Rules: docs/domain/entitlements-usage.md, credits.md. */
export const usageCodes = refusals(400, {
  NoFeatureEntitlementInSubscription:
    'The customer or resource is not entitled to this feature; grant it by plan, addon or promotion first',
  CannotReportUsageForEntitlementWithMeterError:
    'The feature is counted by its meter; report raw events instead',
  EntitlementLimitExceededError:
    'The usage would pass a hard limit and nothing was counted; ask for less or raise the limit',
  EntitlementUsageOutOfRangeError:
    'A limit or the resulting usage is outside 0 to 2^53-1; send a smaller value',
  UsageMeasurementDiffOutOfRangeError: 'One report changes usage by more than 2^53-1; send a smaller value',
  RecalculateEntitlementsError: 'A recalculation is running or has failed; wait a moment, then ask again',

  TooManyCustomCurrencies: 'The environment has 50 active custom currencies; archive one first',
  ExpireAtMustBeLaterThanEffectiveAtError: 'expireAt must lie after effectiveAt; correct one of them',
  CannotUpdateExpireAtForExpiredCreditGrantError:
    'The credit grant has expired and stays so; create a new grant',
  CreditGrantAlreadyVoided: 'The credit grant is voided already; nothing has to be done',
  CreditGrantCannotBeVoided:
    'Expired, overdraft and live recurring grants cannot be voided; change the subscription instead',
});
