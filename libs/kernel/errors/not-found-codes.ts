import { ownNamesFor } from './own-nouns';
import { refusals } from './refusals';

// The same words for an unknown id and for an id of another environment: the answer must not tell them apart.
const unknown = (noun: string): string =>
  `No ${noun} with this id exists in this environment; check the id and the environment of the credential`;

const ours = ownNamesFor('notFound').map(([noun, code]) => [code, unknown(noun)] as const);

/** Status 404: NotFoundCode of the wire contract, then ours. Domain: catalog C4. */
export const notFoundCodes = refusals(404, {
  CustomerNotFound: unknown('customer'),
  CustomerResourceNotFound: unknown('resource of the customer'),
  SubscriptionNotFound: unknown('subscription'),
  PlanNotFound: unknown('plan'),
  AddonNotFound: unknown('addon'),
  AddonsNotFound: 'At least one of the named addons does not exist in this environment; check the ids',
  FeatureNotFound: unknown('feature'),
  FeatureGroupNotFoundError: unknown('feature group'),
  ProductNotFoundError: unknown('product'),
  CouponNotFound: unknown('coupon'),
  PromotionCodeNotFound: unknown('promotion code'),
  PromotionalEntitlementNotFoundError: unknown('promotional entitlement'),
  CreditGrantNotFound: unknown('credit grant'),
  CustomCurrencyNotFound: unknown('custom currency'),
  FutureUpdateNotFound: unknown('scheduled update'),
  IntegrationNotFound: unknown('integration'),
  PackageGroupNotFound: unknown('package group'),
  PaymentMethodNotFoundError: unknown('payment method'),
  PriceNotFound: unknown('price'),
  OfferNotFound: unknown('offer'),
  ApiKeyNotFound: unknown('API key'),
  AccountNotFoundError: 'No account with this id exists; check the id',
  MemberNotFound: 'No member with this id exists in this account; check the id',
  ExperimentNotFoundError: unknown('experiment'),
  ...(Object.fromEntries(ours) as Record<(typeof ours)[number][0], string>),
});
