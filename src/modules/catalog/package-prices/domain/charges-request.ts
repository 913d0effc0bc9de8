import type { ResetRequest } from '#libs/business/values/reset-configuration';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { OverageBillingPeriod, OverageModelRequest, PricesRequest } from '#modules/catalog/charges';
import type { CreditCadence } from '#modules/catalog/package-entitlements';
import type { PackageKind, PricingType } from '#modules/catalog/package-versions';

/** The entitlement whose overage is priced, as it is to be. Spec: OveragePricingModelEntitlement */
export interface OverageEntitlementRequest extends ResetRequest {
  featureId: string;
  usageLimit?: number;
  hasUnlimitedUsage?: boolean;
  hasSoftLimit?: boolean;
}

/** Credits that are granted, and whose overage is priced. Spec: CreditEntitlement */
export interface CreditEntitlementRequest {
  customCurrencyId: string;
  amount: number;
  cadence: CreditCadence;
}

/** Spec: OveragePricingModel */
export interface OverageRequest extends OverageModelRequest {
  entitlement?: OverageEntitlementRequest;
  creditEntitlement?: CreditEntitlementRequest;
}

/** Spec: UpdatePlanCharge */
export interface ChargesRequest extends PricesRequest {
  /** Null takes it off a draft, as a document of the catalog may. */
  pricingType: PricingType | null;
  billingId?: string;
  overageBillingPeriod?: OverageBillingPeriod;
  overagePricingModels?: OverageRequest[];
}

/**
 * Does the request say what is charged? Then its rows take the place of all others, also those of a list that it leaves out.
 * Choice: ADR-0022. Domain: catalog R1
 */
export const statesPrices = ({
  pricingModels,
  overagePricingModels,
  minimumSpend,
}: ChargesRequest): boolean =>
  pricingModels !== undefined || overagePricingModels !== undefined || minimumSpend !== undefined;

/** @throws BadUserInput. Domain: catalog L8 */
export function requireFreeOfCharge(asked: ChargesRequest): void {
  if (asked.pricingType !== 'FREE') return;
  const lists = ['pricingModels', 'overagePricingModels', 'minimumSpend'] as const;
  const list = lists.find((each) => asked[each]?.length);
  if (!list) return;
  throw badInput(`charges.${list}: FREE takes no charges; leave them out or send pricingType PAID or CUSTOM`);
}

/** What belongs to the whole bill is said by the plan. @throws OveragePriceNotSupportedOnAddon, BadUserInput. Domain: catalog R6, R8 */
export function requireChargesOfKind(kind: PackageKind, asked: ChargesRequest): void {
  if (kind === 'PLAN') return;
  const { overagePricingModels = [], overageBillingPeriod, pricingModels = [], minimumSpend } = asked;
  if (overagePricingModels.length > 0 || overageBillingPeriod === 'MONTHLY') {
    throw new DomainError('OveragePriceNotSupportedOnAddon');
  }
  const index = pricingModels.findIndex(({ billingModel }) => billingModel === 'MINIMUM_SPEND');
  const field = minimumSpend?.length ? 'minimumSpend' : index < 0 ? undefined : `pricingModels[${index}]`;
  if (field) throw badInput(`charges.${field}: a minimum spend is said by the plan, not by an addon`);
}

/** The models with the ids that their entitlements name. @throws BadUserInput for two names of one model */
export const withNames = (models: readonly OverageRequest[]): OverageRequest[] =>
  models.map((model, index) => {
    const at = `charges.overagePricingModels[${index}]`;
    const { entitlement, creditEntitlement } = model;
    return {
      ...model,
      featureId: oneName(model.featureId, entitlement?.featureId, `${at}.entitlement.featureId`),
      currencyId: oneName(
        model.currencyId,
        creditEntitlement?.customCurrencyId,
        `${at}.creditEntitlement.customCurrencyId`,
      ),
    };
  });

function oneName(name: string | undefined, other: string | undefined, field: string): string | undefined {
  if (name === undefined || other === undefined || name === other) return name ?? other;
  throw badInput(`${field} is ${other}, where the overage is of ${name}; send the same`);
}
