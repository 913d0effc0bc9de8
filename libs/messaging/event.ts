/** Something that happened, told after the commit that made it true. */
export interface DomainEvent {
  /** e.g. `customer.created`. Domain: access-and-events W6. */
  type: string;
  entityType: string;
  entityId: string;
  payload: Record<string, unknown>;
  /** Who caused it, where one commit holds what several asked for; else it is who asks. */
  actor?: string;
}

/** The published types of events. Whoever knows the business names them. */
export abstract class EventTypes {
  /** Is this one of the events that receivers may subscribe to? */
  abstract includes(type: string): boolean;
}

export interface RecordedEvent extends DomainEvent {
  uid: string;
  environmentId: string;
  /** Key or user that caused it. */
  actor: string;
  occurredAt: Date;
}
