export type AggregationFunction = 'SUM' | 'MAX' | 'MIN' | 'AVG' | 'COUNT' | 'UNIQUE';

export type MeterOperation =
  | 'EQUALS'
  | 'NOT_EQUALS'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'IS_NULL'
  | 'IS_NOT_NULL'
  | 'CONTAINS'
  | 'STARTS_WITH'
  | 'ENDS_WITH'
  | 'IN';

export interface Aggregation {
  function: AggregationFunction;
  /** A dimension, or `eventName`. */
  field?: string;
}

export interface MeterCondition {
  /** A dimension, or `eventName`. */
  field: string;
  operation: MeterOperation;
  value?: string;
  values?: string[];
}

/** Its conditions hold together. */
export interface MeterFilter {
  conditions: MeterCondition[];
}

/** How raw events become usage: those that pass any filter (all, where there is none) are aggregated. Domain: catalog F7 */
export interface Meter {
  aggregation: Aggregation;
  filters: MeterFilter[];
}

/** What a condition compares with, in whichever of the two fields it was sent. */
export const operandsOf = ({ value, values = [] }: MeterCondition): string[] =>
  value === undefined ? values : [value, ...values];
