import { flagsIn, type EventFlag } from '#modules/entitlements/meters';

/** Why an event feeds nothing, the first that is true. Domain: entitlements-usage A21 */
export const eventReasons = [
  'LATE',
  'CUSTOMER_NOT_FOUND',
  'CUSTOMER_ARCHIVED',
  'NOT_ENTITLED',
  'NO_VALUE',
  'NO_METER_MATCHED',
] as const;
export type EventReason = (typeof eventReasons)[number];

export const eventWarnings = [
  'LATE',
  'AHEAD_OF_TIME',
  'WITHOUT_TIMESTAMP',
  'FIELD_MISSING',
  'FIELD_NOT_A_NUMBER',
  'NUMBER_OUT_OF_RANGE',
  'NOT_ENTITLED',
  'COST_LACKS_DIMENSION',
  'COST_NOT_TAKEN',
  'UNSUPPORTED_AGGREGATION',
] as const;
export type EventWarning = (typeof eventWarnings)[number];

export interface EventVerdict {
  /** Null where it fed something. */
  reason: EventReason | null;
  warnings: EventWarning[];
}

const reasonOf: Partial<Record<EventFlag, EventReason>> = {
  late: 'LATE',
  unknownCustomer: 'CUSTOMER_NOT_FOUND',
  archivedCustomer: 'CUSTOMER_ARCHIVED',
  unentitled: 'NOT_ENTITLED',
  noField: 'NO_VALUE',
  noNumber: 'NO_VALUE',
  outOfRange: 'NO_VALUE',
};

const warningOf: Partial<Record<EventFlag, EventWarning>> = {
  late: 'LATE',
  ahead: 'AHEAD_OF_TIME',
  untimed: 'WITHOUT_TIMESTAMP',
  noField: 'FIELD_MISSING',
  noNumber: 'FIELD_NOT_A_NUMBER',
  outOfRange: 'NUMBER_OUT_OF_RANGE',
  unentitled: 'NOT_ENTITLED',
  costLacksDimension: 'COST_LACKS_DIMENSION',
  costNotTaken: 'COST_NOT_TAKEN',
  unitsUnknown: 'UNSUPPORTED_AGGREGATION',
};

/** What is to be said of an event, from what was known of it when it came. */
export function verdictOf(flags: number, hasFed: boolean): EventVerdict {
  const known = flagsIn(flags);
  const reasons = known.flatMap((flag) => reasonOf[flag] ?? []);
  const reason = hasFed ? null : (eventReasons.find((each) => reasons.includes(each)) ?? 'NO_METER_MATCHED');
  const warned = known.flatMap((flag) => warningOf[flag] ?? []);
  // That nobody counts it says the reason; that one of several meters does not says nothing else.
  const warnings = eventWarnings.filter(
    (each) => warned.includes(each) && (each !== 'NOT_ENTITLED' || hasFed),
  );
  return { reason, warnings };
}
