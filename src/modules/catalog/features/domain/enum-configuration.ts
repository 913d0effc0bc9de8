import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureType } from './feature-type';

export interface EnumValue {
  value: string;
  displayName: string;
}

const maxValues = 100;

/**
 * The values that an ENUM feature can take. Domain: catalog F4
 * @throws BadUserInput for a list on another type, an empty or ambiguous one; FeatureConfigurationExceededLimitError past 100
 */
export function requireEnumConfiguration(
  featureType: FeatureType,
  values: EnumValue[] | null,
): EnumValue[] | null {
  if (featureType !== 'ENUM') {
    if (values === null || values.length === 0) return null;
    throw badInput(`enumConfiguration: a ${featureType} feature has no values`);
  }
  if (!values || values.length === 0)
    throw badInput('enumConfiguration: an ENUM feature needs at least one value');
  if (values.length > maxValues) {
    throw new DomainError(
      'FeatureConfigurationExceededLimitError',
      `enumConfiguration: at most ${maxValues} values, got ${values.length}`,
    );
  }
  const distinct = new Set(values.map(({ value }) => value));
  if (distinct.size < values.length) throw badInput('enumConfiguration: two values are the same');
  return values.map(({ value, displayName }) => ({ value, displayName }));
}

export const removedValues = (before: EnumValue[] | null, after: EnumValue[] | null): string[] => {
  const kept = new Set(after?.map(({ value }) => value));
  return (before ?? []).flatMap(({ value }) => (kept.has(value) ? [] : [value]));
};
