import type {
  BillingCadence,
  BillingModel,
  BillingPeriod,
  CreditGrantCadence,
} from '#libs/business/pricing/charge';
import type { TiersMode } from '#libs/business/pricing/tiers';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ResetAnchor, ResetPeriod } from '#libs/business/values/reset-configuration';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { ChargeTerms, StoredTier } from './charge-terms';

/** One price row of a package version; it changes by being replaced, on a draft. Domain: catalog R1 */
export class Charge extends TenantEntity implements ChargeTerms {
  id: string;
  packageVersionUid: string;
  /** The caller's id of it at a billing provider. */
  billingId: string | null;
  billingModel: BillingModel;
  billingPeriod: BillingPeriod;
  billingCadence: BillingCadence;
  billingCountryCode: string | null;
  isOverage: boolean;
  featureUid: string | null;
  featureId: string | null;
  customCurrencyUid: string | null;
  customCurrencyId: string | null;
  currency: CurrencyCode | null;
  price: string | null;
  tiersMode: TiersMode | null;
  tiers: StoredTier[] | null;
  blockSize: string | null;
  minUnitQuantity: number | null;
  maxUnitQuantity: number | null;
  creditGrantCadence: CreditGrantCadence | null;
  rateAmount: string | null;
  rateCurrencyUid: string | null;
  rateCurrencyId: string | null;
  costFormula: string | null;
  resetPeriod: ResetPeriod | null;
  accordingTo: ResetAnchor | null;

  static of(terms: ChargeTerms, packageVersionUid: string, billingId: string | null, now: Date): Charge {
    const charge = Charge.instantiate<Charge>(Charge, { ...terms, packageVersionUid, billingId }, now);
    charge.id = charge.uid;
    return charge;
  }

  /** The same on another version, with its history: a draft is a full copy. Domain: catalog L3 */
  copyTo(packageVersionUid: string, now: Date): Charge {
    const { createdAt, updatedAt, billingId } = this;
    return Object.assign(Charge.of(this, packageVersionUid, billingId, now), { createdAt, updatedAt });
  }
}

/** Of the features that the rows price, each once. */
export const chargedFeatureUids = (charges: readonly Charge[]): string[] => [
  ...new Set(charges.flatMap(({ featureUid }) => featureUid ?? [])),
];

/** Of the custom currencies that they sell, or in which usage is paid, each once. */
export const chargedCurrencyUids = (charges: readonly Charge[]): string[] => {
  const uids = charges.flatMap(({ customCurrencyUid, rateCurrencyUid }) => [
    customCurrencyUid,
    rateCurrencyUid,
  ]);
  return [...new Set(uids.filter((uid) => uid !== null))];
};
