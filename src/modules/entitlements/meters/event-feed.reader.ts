import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Dimension } from '#libs/business/values/metered-event';
import { Database } from '#libs/persistence/database';
import type { EventPlace, EventSpan } from './domain/event-place';
import { countMeant, featuresOf, isPlace, metersOf, searches } from './event-feed.statements';

/** Which events are meant, beside those of a span. */
export interface MeantEvents {
  customerId?: string;
  resourceId?: string;
  eventName?: string;
  idempotencyKey?: string;
  /** Whether it was counted by any meter. */
  isMatched?: boolean;
  /** Counted by one of these. */
  meterUids?: readonly string[];
}

/** An event as it is kept. */
export interface KeptEvent extends EventPlace {
  receivedAt: Date;
  /** As it was told, where it does not count then. */
  toldAt: Date | null;
  customerId: string;
  resourceId: string | null;
  name: string;
  idempotencyKey: string;
  dimensions: Record<string, Dimension> | null;
  flags: number;
  /** Meters that count it for the customer, and for the resource that it names. */
  fed: readonly string[];
  fedResource: readonly string[];
}

/** What one statement is asked for. */
export interface EventSearch {
  towards: keyof typeof searches;
  span: EventSpan;
  place: EventPlace | undefined;
  /** How many are looked at, and told at most. */
  looks: number;
  limit: number;
}

export interface SearchedEvents {
  found: KeptEvent[];
  looked: number;
  /** The last that was looked at. */
  last: EventPlace | undefined;
}

interface SearchRow {
  looked: number;
  last_at: Date;
  last_key: string;
  at: Date;
  /** Null where none of those that were looked at is meant. */
  key: string | null;
  received_at: Date;
  told_at: Date | null;
  customer_id: string;
  resource_id: string | null;
  name: string;
  idempotency_key: string;
  dimensions: Record<string, Dimension> | null;
  flags: number;
  fed: string[] | null;
  fed_resource: string[] | null;
}

/** Events as they are kept, with the meters that they fed. */
@Injectable()
export class EventFeedReader {
  constructor(private readonly database: Database) {}

  async search(search: EventSearch, meant: MeantEvents): Promise<SearchedEvents> {
    const { towards, limit } = search;
    const values = [...valuesOf(search, meant), limit];
    const rows = await this.database.queryPlannedAnew<SearchRow>(searches[towards], values);
    const [first] = rows;
    if (!first) return { found: [], looked: 0, last: undefined };
    const found = rows.flatMap((row) => (row.key === null ? [] : [keptEvent(row, row.key)]));
    return { found, looked: first.looked, last: { at: first.last_at, key: first.last_key } };
  }

  /** Among the newest of a span. */
  async count(span: EventSpan, looks: number, meant: MeantEvents): Promise<number> {
    const values = valuesOf({ span, looks, place: undefined }, meant);
    const [row] = await this.database.queryPlannedAnew<{ count: number }>(countMeant, values);
    return row?.count ?? 0;
  }

  async isThere({ at, key }: EventPlace): Promise<boolean> {
    const rows = await this.database.queryPlannedAnew(isPlace, [currentEnvironmentId(), at, key]);
    return rows.length > 0;
  }

  /** By the uid of a meter the feature that had it, also one that was deleted. */
  async featuresOf(meterUids: readonly string[]): Promise<Map<string, string>> {
    if (meterUids.length === 0) return new Map();
    const rows = await this.database.query<{ uid: string; featureId: string }>(featuresOf, [
      currentEnvironmentId(),
      meterUids,
    ]);
    return new Map(rows.map(({ uid, featureId }) => [uid, featureId]));
  }

  /** All that a feature of this id has had: one that was deleted, and one that bears its id now. */
  async metersOf(featureId: string): Promise<string[]> {
    const values = [currentEnvironmentId(), featureId];
    return (await this.database.query<{ uid: string }>(metersOf, values)).map(({ uid }) => uid);
  }
}

const valuesOf = (
  { span, place, looks }: Pick<EventSearch, 'span' | 'place' | 'looks'>,
  meant: MeantEvents,
): unknown[] => {
  const { customerId, resourceId, eventName, idempotencyKey, isMatched, meterUids } = meant;
  const where = [customerId, span.from, span.until, place?.at, place?.key, looks];
  const which = [resourceId, eventName, idempotencyKey, isMatched, meterUids];
  return [currentEnvironmentId(), ...where, ...which].map((value) => value ?? null);
};

const none: readonly string[] = [];

const keptEvent = (row: SearchRow, key: string): KeptEvent => ({
  at: row.at,
  key,
  receivedAt: row.received_at,
  toldAt: row.told_at,
  customerId: row.customer_id,
  resourceId: row.resource_id,
  name: row.name,
  idempotencyKey: row.idempotency_key,
  dimensions: row.dimensions,
  flags: row.flags,
  fed: row.fed ?? none,
  fedResource: row.fed_resource ?? none,
});
