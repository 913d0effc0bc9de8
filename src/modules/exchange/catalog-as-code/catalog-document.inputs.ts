import { CreateAddonBody } from '#modules/catalog/addons';
import { CreateCouponBody } from '#modules/catalog/coupons';
import { CreateCustomCurrencyBody } from '#modules/catalog/custom-currencies';
import { CreateFeatureGroupBody } from '#modules/catalog/feature-groups';
import { CreateFeatureBody } from '#modules/catalog/features';
import { CreatePackageGroupBody, SetPlanPackageGroupBody } from '#modules/catalog/package-groups';
import {
  EntitlementInput,
  type EntitlementInputCredit,
  type EntitlementInputFeature,
} from '#modules/catalog/package-entitlements';
import { OveragePricingModel, UpdatePlanCharge } from '#modules/catalog/package-prices';
import { CreatePlanBody } from '#modules/catalog/plans';
import {
  CreateAutoCancellationRuleBody,
  CreateProductBody,
  ProductSetting,
  UsageResetCutoffRule,
} from '#modules/catalog/products';
import { CreatePromotionCodeBody } from '#modules/customers/promotion-codes';
import { Input, OmitOf, PartialOf } from '#libs/shape/classes';
import { Int, ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { CatalogParts } from './domain/catalog-object';

const reference = { min: 1, max: 255 } as const;
const DocumentStatusEnum = enumShape<'DRAFT' | 'PUBLISHED'>('CatalogPackageStatus', ['DRAFT', 'PUBLISHED']);
const status = { optional: true, description: 'PUBLISHED when left out; DRAFT of what was never published.' };
const members = { optional: true, maxItems: 1000 } as const;
const entitlements = { ...members, description: 'In display order.' } as const;

type AnyEntitlement = EntitlementInputFeature | EntitlementInputCredit;

@Input()
export class CatalogProductSettings extends PartialOf(ProductSetting) {}

@Input()
export class CatalogProduct extends CreateProductBody {
  @Nested(CatalogProductSettings, { optional: true, description: 'What is left out is as by default.' })
  productSettings?: CatalogProductSettings;

  @Nested(UsageResetCutoffRule, { optional: true }) usageResetCutoffRule?: UsageResetCutoffRule;
  @ListOf(CreateAutoCancellationRuleBody, members) autoCancellationRules?: CreateAutoCancellationRuleBody[];
}

@Input()
export class CatalogFeature extends OmitOf(CreateFeatureBody, ['featureStatus']) {}

@Input()
export class CatalogFeatureGroup extends CreateFeatureGroupBody {}

@Input()
export class CatalogCustomCurrency extends CreateCustomCurrencyBody {}

@Input()
export class CatalogCoupon extends CreateCouponBody {}

@Input('One that is not for one customer alone.')
export class CatalogPromotionCode extends OmitOf(CreatePromotionCodeBody, ['customerId']) {}

@Input('Overage begins at limits that the entitlements say.')
export class CatalogOverageModel extends OmitOf(OveragePricingModel, ['entitlement', 'creditEntitlement']) {}

@Input('All prices.')
export class CatalogCharges extends OmitOf(UpdatePlanCharge, ['pricingType', 'overagePricingModels']) {
  @ListOf(CatalogOverageModel, { ...members, description: 'Of a plan.' })
  overagePricingModels?: CatalogOverageModel[];
}

@Input()
export class CatalogAddon extends OmitOf(CreateAddonBody, ['status']) {
  @OneOf(DocumentStatusEnum, status) status?: 'DRAFT' | 'PUBLISHED';
  @ListOf(reference, { ...members, nullable: true }) dependencies?: string[] | null;

  @ListOf(reference, { ...members, description: 'Each member of them needs an entitlement.' })
  featureGroups?: string[];

  @Nested(CatalogCharges, { optional: true, nullable: true }) charges?: CatalogCharges | null;
  @ListOf(EntitlementInput, entitlements) entitlements?: AnyEntitlement[];
}

@Input('Its product is that of its addons.')
export class CatalogPackageGroup extends CreatePackageGroupBody {}

@Input()
export class CatalogOffer extends SetPlanPackageGroupBody {
  @Text({ ...reference, description: 'Of the package group.' }) id: string;
}

@Input()
export class CatalogPlan extends OmitOf(CreatePlanBody, ['status']) {
  @OneOf(DocumentStatusEnum, status) status?: 'DRAFT' | 'PUBLISHED';
  @ListOf(reference, { ...members, nullable: true }) compatibleAddonIds?: string[] | null;
  @ListOf(CatalogOffer, members) packageGroups?: CatalogOffer[];

  @ListOf(reference, { ...members, description: 'Each member of them needs an entitlement.' })
  featureGroups?: string[];

  @Nested(CatalogCharges, { optional: true, nullable: true }) charges?: CatalogCharges | null;
  @ListOf(EntitlementInput, entitlements) entitlements?: AnyEntitlement[];
}

/** Of one kind. */
export const mostObjects = 50_000;
const part = {
  optional: true,
  maxItems: mostObjects,
  description: 'Left out, these are not spoken about.',
} as const;

@Input(
  'What an environment sells. Each object as its own operations take it; what is as by default is left out.',
)
export class CatalogDocument implements CatalogParts {
  @Int({ min: 1, max: 1 }) formatVersion: 1;

  @Text({ ...reference, optional: true, description: 'The only environment that this document is for.' })
  environmentId?: string;

  @ListOf(CatalogProduct, part) products?: CatalogProduct[];
  @ListOf(CatalogFeature, part) features?: CatalogFeature[];
  @ListOf(CatalogFeatureGroup, part) featureGroups?: CatalogFeatureGroup[];
  @ListOf(CatalogCustomCurrency, part) customCurrencies?: CatalogCustomCurrency[];
  @ListOf(CatalogCoupon, part) coupons?: CatalogCoupon[];
  @ListOf(CatalogPromotionCode, part) promotionCodes?: CatalogPromotionCode[];
  @ListOf(CatalogAddon, part) addons?: CatalogAddon[];
  @ListOf(CatalogPackageGroup, part) packageGroups?: CatalogPackageGroup[];
  @ListOf(CatalogPlan, part) plans?: CatalogPlan[];
}
