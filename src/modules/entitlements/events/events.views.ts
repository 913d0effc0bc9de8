import { View } from '#libs/shape/classes';
import { Dimensions, ListOf, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { ToldEvent } from '#modules/entitlements/meters';
import { eventReasons, eventWarnings, verdictOf } from './domain/event-verdict';

export const EventReasonEnum = enumShape('EventReason', [...eventReasons]);
export const EventWarningEnum = enumShape('EventWarning', [...eventWarnings]);
export const EventScopeEnum = enumShape('EventScope', ['CUSTOMER', 'RESOURCE']);

@View('A raw event, as it was told.')
export class RawEvent {
  @Text() customerId: string;
  @Text() eventName: string;
  @Text() idempotencyKey: string;
  @Text({ nullable: true }) resourceId: string | null;
  @Timestamp({ nullable: true, description: 'Null where none was told.' }) timestamp: Date | null;
  @Dimensions() dimensions: object;
}

@View('A feature that an event fed.')
export class FedFeature {
  @Text() featureId: string;

  @OneOf(EventScopeEnum, { description: 'Whether it was counted for the customer or for the resource.' })
  scope: string;
}

@View('A raw event that was kept, and what became of it.')
export class KeptEvent {
  @Text() id: string;
  @Nested(RawEvent) event: RawEvent;
  @Timestamp() receivedAt: Date;

  @Timestamp({ nullable: true, description: 'The instant that chose its window; null where it fed nothing.' })
  countedAt: Date | null;

  @ListOf(FedFeature, { description: 'What it fed, in the order of their ids.' }) matched: FedFeature[];

  @OneOf(EventReasonEnum, { nullable: true, description: 'Why it fed nothing; null where it fed something.' })
  reason: string | null;

  @ListOf(EventWarningEnum) warnings: string[];

  static from(this: void, event: ToldEvent): KeptEvent {
    const { id, at, toldAt, customerId, resourceId, idempotencyKey, flags, receivedAt } = event;
    const hasFed = event.fed.length + event.fedResource.length > 0;
    const { reason, warnings } = verdictOf(flags, hasFed);
    const isAsTold = !warnings.some((each) => kept.has(each));
    return {
      id,
      event: {
        customerId,
        eventName: event.name,
        idempotencyKey,
        resourceId,
        timestamp: isAsTold ? at : toldAt,
        dimensions: event.dimensions ?? {},
      },
      receivedAt,
      countedAt: hasFed ? at : null,
      matched: [
        ...event.features.map((featureId) => ({ featureId, scope: 'CUSTOMER' })),
        ...event.resourceFeatures.map((featureId) => ({ featureId, scope: 'RESOURCE' })),
      ].sort((a, b) => (a.featureId < b.featureId ? -1 : 1)),
      reason,
      warnings,
    };
  }
}

/** Kept at their arrival, not at what was told. */
const kept: ReadonlySet<string> = new Set(['LATE', 'AHEAD_OF_TIME', 'WITHOUT_TIMESTAMP']);
