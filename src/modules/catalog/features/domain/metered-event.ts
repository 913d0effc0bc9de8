import { readDecimal, type Decimal } from '#libs/kernel/decimal';

export type Dimension = string | number | boolean;

/** A raw event, as far as a meter looks at it. Domain: catalog F7 */
export interface MeteredEvent {
  eventName: string;
  dimensions: Readonly<Record<string, Dimension>>;
}

/** Addresses the event's name; a dimension of this name is out of a meter's reach. Domain: catalog F7 */
const nameField = 'eventName';

/** Undefined where the event has no such dimension. */
export function fieldOf({ eventName, dimensions }: MeteredEvent, field: string): Dimension | undefined {
  if (field === nameField) return eventName;
  // Own ones only: callers name dimensions, and `constructor` is none that nobody sent.
  return Object.hasOwn(dimensions, field) ? dimensions[field] : undefined;
}

/** Choice: a text that is a plain decimal is a number for a meter, in its filters and in its aggregation alike. */
export const numberOf = (value: Dimension): Decimal | undefined =>
  typeof value === 'boolean' ? undefined : readDecimal(value);
