import { Input } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

const AggregationFunctionEnum = enumShape('AggregationFunction', [
  'SUM',
  'MAX',
  'MIN',
  'AVG',
  'COUNT',
  'UNIQUE',
]);
const OperationEnum = enumShape('MeterOperation', [
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

@Input()
export class MeterAggregation {
  @OneOf(AggregationFunctionEnum)
  function: string;

  @Text({ optional: true })
  field?: string;
}

@Input()
export class MeterCondition {
  @Text()
  field: string;

  @OneOf(OperationEnum)
  operation: string;

  @Text({ optional: true })
  value?: string;

  @ListOf({}, { optional: true })
  values?: string[];
}

@Input()
export class MeterFilter {
  @ListOf(MeterCondition)
  conditions: MeterCondition[];
}

@Input('How events become usage.')
export class Meter {
  @Nested(MeterAggregation)
  aggregation: MeterAggregation;

  @ListOf(MeterFilter)
  filters: MeterFilter[];
}
