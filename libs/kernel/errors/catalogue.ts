import { billingCodes } from './billing-codes';
import { catalogCodes } from './catalog-codes';
import { notFoundCodes } from './not-found-codes';
import { type CatalogueEntry, refusals } from './refusals';
import { requestCodes } from './request-codes';
import { subscriptionCodes } from './subscription-codes';
import { usageCodes } from './usage-codes';

/**
 * Every published error code with its HTTP status and default message; a code outside it does not compile.
 * Spec: Errors; NotFoundCode of the wire contract. Messages say what was wrong and what to do.
 */
export const catalogue = {
  ...requestCodes,
  ...catalogCodes,
  ...subscriptionCodes,
  ...billingCodes,
  ...usageCodes,
  ...refusals(401, {
    // One message for missing, unknown, expired and revoked: a caller without a key learns nothing.
    Unauthenticated: 'No valid credential; send a server key in X-API-KEY or a user JWT as Bearer token',
  }),
  ...refusals(403, {
    IdentityForbidden:
      'The credential is valid but may not do this; use a key or role with the needed permission',
    AccessDeniedError:
      'The account is blocked or you are no member of it; check X-ACCOUNT-ID and X-ENVIRONMENT-ID',
    NoFeatureEntitlementError: 'The tier of your account does not include this capability; change the tier',
    GovernanceNotEnabled: 'Governance is switched off for this account; have it enabled first',
  }),
  ...notFoundCodes,
  ...refusals(409, {
    DuplicatedEntityNotAllowed: 'An object with this id exists already; use it or choose another id',
    EntitlementBelongsToFeatureGroupError:
      'The entitlement belongs to a feature group; remove the group or unlink the feature first',
  }),
  ...refusals(429, {
    RateLimitExceeded: 'Too many requests; wait as long as Retry-After says, then try again',
  }),
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type ErrorCode = keyof typeof catalogue;
