import { digestOf, type Digest } from '#libs/kernel/digest';
import type { RawEvent } from './raw-event';

/** Events that agree in all of this are one, however often they are told. Domain: entitlements-usage A11 */
export const keyOf = ({
  timestamp,
  customerId,
  resourceId,
  eventName,
  idempotencyKey,
}: Omit<RawEvent, 'dimensions'>): Digest =>
  digestOf([timestamp?.getTime() ?? null, customerId, resourceId, eventName, idempotencyKey]);
