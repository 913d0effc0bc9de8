import { mergedReset, type Reset } from '#libs/business/values/reset-configuration';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredFeature } from '#modules/catalog/features';
import type { FeatureRequest } from './entitlement-request';
import type { EntitlementValue } from './entitlement-value';

/** What an entitlement says about its feature. */
export type FeatureTerms = EntitlementValue & Reset;

export type RuledFeature = Pick<StoredFeature, 'id' | 'featureType' | 'meterType' | 'enumConfiguration'>;

/**
 * The stored terms with what a request says, checked against the feature. Domain: catalog E3, E6, E7
 * @param at path of the entitlement in the request, such as `entitlements[0].`
 * @throws BadUserInput, InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError
 */
export function mergedFeatureTerms(
  stored: FeatureTerms,
  asked: FeatureRequest,
  feature: RuledFeature,
  at: string,
): FeatureTerms {
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues } = asked;
  const isLimited = typeof usageLimit === 'number';
  const merged: FeatureTerms = {
    ...mergedReset(stored, asked, at),
    usageLimit: usageLimit !== undefined ? usageLimit : hasUnlimitedUsage ? null : stored.usageLimit,
    hasUnlimitedUsage: hasUnlimitedUsage ?? (isLimited ? false : stored.hasUnlimitedUsage),
    hasSoftLimit: hasSoftLimit ?? stored.hasSoftLimit,
    enumValues: enumValues ? [...new Set(enumValues)] : stored.enumValues,
  };
  requireFitting(merged, feature, at);
  return { ...merged, enumValues: merged.enumValues?.length ? merged.enumValues : null };
}

const nothing: FeatureTerms = {
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
  resetPeriod: null,
  accordingTo: null,
};

/**
 * Terms that stand for themselves and are in force at once, so that what publishing asks for is asked now. Domain: catalog E6, E7
 * @throws BadUserInput, InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError
 */
export function completeFeatureTerms(asked: FeatureRequest, feature: RuledFeature): FeatureTerms {
  const terms = mergedFeatureTerms(nothing, asked, feature, '');
  const missing = missingValue(terms, feature);
  if (missing) throw badInput(`${missing.join(' or ')}: feature ${feature.id} is granted with a value`);
  return terms;
}

/** The fields of which one must say how much is granted, where none does. Domain: catalog E6 */
export function missingValue(
  { usageLimit, hasUnlimitedUsage, enumValues }: EntitlementValue,
  { featureType }: Pick<RuledFeature, 'featureType'>,
): string[] | undefined {
  if (featureType === 'NUMBER' && usageLimit === null && !hasUnlimitedUsage)
    return ['usageLimit', 'hasUnlimitedUsage'];
  return featureType === 'ENUM' && enumValues === null ? ['enumValues'] : undefined;
}

/** The table of catalog E6: what is marked "no" is refused at once, what is required waits for the publication. */
export function requireFitting(terms: FeatureTerms, feature: RuledFeature, at: string): void {
  const kind = `${feature.featureType}, meterType ${feature.meterType}`;
  const refused = (field: string): string => `${at}${field}: feature ${feature.id} (${kind}) takes none`;
  const isNumber = feature.featureType === 'NUMBER';
  if (!isNumber && terms.usageLimit !== null) throw badInput(refused('usageLimit'));
  if (!isNumber && terms.hasUnlimitedUsage) throw badInput(refused('hasUnlimitedUsage'));
  if (feature.meterType === 'None' && terms.hasSoftLimit) throw badInput(refused('hasSoftLimit'));
  if (feature.meterType !== 'INCREMENTAL' && terms.resetPeriod !== null) {
    throw new DomainError('InvalidEntitlementResetPeriod', refused('resetPeriod'));
  }
  requireLimit(terms, at);
  if (feature.featureType === 'ENUM') requireValues(terms, feature, at);
  else if (terms.enumValues?.length) throw badInput(refused('enumValues'));
}

function requireLimit({ usageLimit, hasUnlimitedUsage }: FeatureTerms, at: string): void {
  if (usageLimit === null) return;
  if (usageLimit > Number.MAX_SAFE_INTEGER) {
    const message = `${at}usageLimit must be at most ${Number.MAX_SAFE_INTEGER}`;
    throw new DomainError('EntitlementUsageOutOfRangeError', message);
  }
  if (hasUnlimitedUsage) throw badInput(`${at}usageLimit and hasUnlimitedUsage exclude each other; send one`);
}

function requireValues({ enumValues }: FeatureTerms, feature: RuledFeature, at: string): void {
  if (enumValues === null) return;
  if (enumValues.length === 0) throw badInput(`${at}enumValues must hold at least one value`);
  const known = new Set(feature.enumConfiguration?.map(({ value }) => value));
  const unknown = enumValues.find((value) => !known.has(value));
  if (unknown !== undefined) {
    throw badInput(`${at}enumValues: ${JSON.stringify(unknown)} is no value of feature ${feature.id}`);
  }
}
