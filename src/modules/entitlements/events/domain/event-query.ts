import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs } from '#libs/kernel/period';
import type { EventFilter } from '#modules/entitlements/meters';

interface AskedInstants {
  gt?: Date;
  gte?: Date;
  lt?: Date;
  lte?: Date;
}

/** What a caller says of the events that are to be listed. */
export interface AskedEvents {
  customerId?: string;
  resourceId?: string;
  eventName?: string;
  idempotencyKey?: string;
  timestamp?: AskedInstants;
  matched?: boolean;
  featureId?: string;
}

/** @throws BadUserInput for what names events of one customer without the customer. Domain: entitlements-usage A21 */
export function filterOf(asked: AskedEvents): EventFilter {
  const { customerId, resourceId, eventName, idempotencyKey, timestamp, matched, featureId } = asked;
  for (const name of ['resourceId', 'idempotencyKey'] as const)
    if (asked[name] !== undefined && customerId === undefined)
      throw badInput(`${name} goes with customerId: it names events of one customer`);
  const span = timestamp && spanOf(timestamp);
  return { customerId, resourceId, eventName, idempotencyKey, isMatched: matched, featureId, span };
}

/** Instants have milliseconds. */
const next = (at: Date | undefined): Date | undefined => at && addMs(at, 1);

function spanOf({ gt, gte, lt, lte }: AskedInstants): EventFilter['span'] {
  const [from] = [next(gt), gte].filter((at) => at !== undefined).sort((a, b) => Number(b) - Number(a));
  const [until] = [lt, next(lte)].filter((at) => at !== undefined).sort((a, b) => Number(a) - Number(b));
  return { ...(from && { from }), ...(until && { until }) };
}
