import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { StoredFeature } from '#modules/catalog/features';
import type { CreditCadence, CreditRequest } from './entitlement-request';

/** What an entitlement says about its custom currency. Domain: catalog E11 */
export interface CreditTerms {
  /** An exact decimal of scale 9; null is filled in per subscription. */
  amount: string | null;
  cadence: CreditCadence | null;
  hasSoftLimit: boolean;
  /** The amount is multiplied by this feature's usage limit. */
  dependencyFeatureUid: string | null;
  dependencyFeatureId: string | null;
}

/**
 * The stored terms with what a request says. Domain: catalog E3, E11
 * @param dependency the feature that the request names as dependency
 * @param at path of the entitlement in the request, such as `entitlements[0].`
 * @throws AmountTooLarge, BadUserInput for a dependency that has no number
 */
export function mergedCreditTerms(
  stored: CreditTerms,
  asked: CreditRequest,
  dependency: StoredFeature | undefined,
  at: string,
): CreditTerms {
  const { amount, cadence = stored.cadence, hasSoftLimit = stored.hasSoftLimit } = asked;
  const link = dependencyOf(stored, asked, dependency, at);
  return { ...link, cadence, hasSoftLimit, amount: amount === undefined ? stored.amount : exact(amount, at) };
}

function exact(amount: number | null, at: string): string | null {
  if (amount === null) return null;
  const field = `${at}amount`;
  return toCredits(parseDecimal(amount, field), field).toFixed();
}

function dependencyOf(
  { dependencyFeatureUid, dependencyFeatureId }: CreditTerms,
  asked: CreditRequest,
  dependency: StoredFeature | undefined,
  at: string,
): Pick<CreditTerms, 'dependencyFeatureUid' | 'dependencyFeatureId'> {
  if (asked.dependencyFeatureId === undefined) return { dependencyFeatureUid, dependencyFeatureId };
  if (!dependency) return { dependencyFeatureUid: null, dependencyFeatureId: null };
  if (dependency.featureType !== 'NUMBER') {
    throw badInput(
      `${at}dependencyFeatureId: feature ${dependency.id} is ${dependency.featureType}, not NUMBER`,
    );
  }
  return { dependencyFeatureUid: dependency.uid, dependencyFeatureId: dependency.id };
}
