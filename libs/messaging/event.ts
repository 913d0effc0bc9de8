type Version = number | null;
export type Payload = Record<string, unknown>;

/** Something that happened, told after the commit that made it true. */
export interface DomainEvent {
  /** e.g. `customer.created`. Domain: access-and-events W6. */
  type: string;
  entityType: string;
  entityId: string;
  /**
   * What it holds. Where that is dear it is a question, which is put before the commit if somebody wants to hear of the type; if nobody does, the
   * event is not written, or holds what stands below.
   */
  payload: Payload | (() => Payload | Promise<Payload>);
  /** What it holds in the place of a dear payload that nobody wants. */
  unheard?: Payload;
  /**
   * The revision of its object: it never falls from one event of an object to the next that was committed, so a receiver can drop what is older
   * than what it holds. None where the object has no states of its own; a function is asked before the commit. Domain: access-and-events W2
   */
  version?: Version | (() => Version);
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
  payload: Payload;
  version: number | null;
  /** Key or user that caused it. */
  actor: string;
  occurredAt: Date;
}
