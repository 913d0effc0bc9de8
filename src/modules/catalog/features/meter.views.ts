import { Shared } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { AggregationFunction, MeterOperation } from '#libs/business/values/meter';

const AggregationFunctionEnum = enumShape<AggregationFunction>('AggregationFunction', [
  'SUM',
  'MAX',
  'MIN',
  'AVG',
  'COUNT',
  'UNIQUE',
]);
const MeterOperationEnum = enumShape<MeterOperation>('MeterOperation', [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'IS_NULL',
  'IS_NOT_NULL',
  'CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  'IN',
]);

const field = { min: 1, max: 255, description: 'A dimension of the event, or eventName.' };
const operand = { max: 500 };
const atMost = (maxItems: number) => ({ maxItems });

@Shared('How the events of a window become one number.')
export class MeterAggregation {
  @OneOf(AggregationFunctionEnum) function: AggregationFunction;

  @Text({
    ...field,
    optional: true,
    description: 'Every function but COUNT needs it; COUNT counts events, whatever it names.',
  })
  field?: string;
}

@Shared('Numbers are compared as numbers where both sides are one, else texts are compared.')
export class MeterCondition {
  @Text(field) field: string;
  @OneOf(MeterOperationEnum) operation: MeterOperation;
  @Text({ ...operand, optional: true }) value?: string;

  @ListOf(operand, { ...atMost(100), optional: true, description: 'Any of them, beside value.' })
  values?: string[];
}

@Shared('All conditions of a filter hold together.')
export class MeterFilter {
  @ListOf(MeterCondition, atMost(20)) conditions: MeterCondition[];
}

@Shared(
  'How raw events become usage: those that pass any filter are aggregated, all where there is no filter.',
)
export class Meter {
  @Nested(MeterAggregation) aggregation: MeterAggregation;
  @ListOf(MeterFilter, atMost(20)) filters: MeterFilter[];
}
