import {
  operandsOf,
  type Aggregation,
  type Meter,
  type MeterCondition,
  type MeterOperation,
} from '#libs/business/values/meter';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureType, MeterType } from './feature-type';

/** @throws MeteringNotAvailableForFeatureType, MeterMustBeAssociatedToMeteredFeature. Domain: catalog F2, F8 */
export function requireMeterable(featureType: FeatureType, meterType: MeterType): void {
  if (featureType !== 'NUMBER') {
    const message = `meter: a ${featureType} feature cannot be metered; leave meter out`;
    throw new DomainError('MeteringNotAvailableForFeatureType', message);
  }
  if (meterType !== 'None') return;
  throw new DomainError(
    'MeterMustBeAssociatedToMeteredFeature',
    'meter: only a feature whose meterType is INCREMENTAL or FLUCTUATING has one; leave meter out',
  );
}

/** The meter as it is kept: only what it says. @throws BadUserInput naming the field. Domain: catalog F7 */
export function requireMeter({ aggregation, filters }: Meter): Meter {
  return {
    aggregation: requireAggregation(aggregation),
    filters: filters.map(({ conditions }, index) => ({
      conditions: conditions.map((condition, place) =>
        requireCondition(condition, `meter.filters[${index}].conditions[${place}]`),
      ),
    })),
  };
}

function requireAggregation({ function: name, field }: Aggregation): Aggregation {
  if (field !== undefined) return { function: name, field };
  if (name === 'COUNT') return { function: name };
  throw badInput(
    `meter.aggregation.field: ${name} needs the field whose values it takes; only COUNT needs none`,
  );
}

const unary: ReadonlySet<MeterOperation> = new Set(['IS_NULL', 'IS_NOT_NULL']);
const ordering: ReadonlySet<MeterOperation> = new Set([
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
]);

function requireCondition(condition: MeterCondition, at: string): MeterCondition {
  const { field, operation, value, values } = condition;
  const operands = operandsOf(condition).length;
  if (unary.has(operation)) {
    if (operands === 0) return { field, operation };
    throw badInput(`${at}: ${operation} compares with nothing; leave value and values out`);
  }
  if (operands === 0) throw badInput(`${at}: ${operation} needs a value to compare with, or values`);
  if (ordering.has(operation) && operands > 1)
    throw badInput(`${at}: ${operation} compares with one value, got ${operands}`);
  return { field, operation, ...(value !== undefined && { value }), ...(values && { values: [...values] }) };
}
