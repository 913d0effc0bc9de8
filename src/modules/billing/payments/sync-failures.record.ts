import type { ChangeRecord, Recorder } from '#libs/messaging/recorder';
import { collectingVendor } from '#modules/customers/integrations';

/** Something that a provider was to be told, and that it will not take: about whom or what, and why. */
export interface SyncFailure {
  entityType: 'CUSTOMER' | 'INVOICE';
  entityId: string;
  customerId: string;
  /** For people: it names no secret. */
  message: string;
}

/** How what was given up, or refused for good, is told. Domain: access-and-events W10 */
export const syncFailuresOf = (recorder: Recorder): ChangeRecord<SyncFailure> =>
  recorder.recordOf<SyncFailure>({
    entity: ({ entityType }) => entityType,
    noun: 'third_party',
    picture: ({ entityType, entityId, message }) => ({
      ...{ vendorIdentifier: collectingVendor, entityType, entityId, message },
    }),
    idOf: ({ entityId }) => entityId,
    parentOf: ({ entityType, customerId }) => (entityType === 'INVOICE' ? customerId : null),
    payload: (picture) => picture,
  });
