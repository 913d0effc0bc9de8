import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Payload, RecordedEvent } from './event';
import { patternsOf } from './event-audience';

interface EventRow extends Record<string, unknown> {
  uid: string;
  environment_id: string;
  type: string;
  entity_type: string;
  entity_id: string;
  actor: string;
  payload: Payload;
  entity_version: string | null;
  occurred_at: Date;
}

const columns =
  'e.uid, e.environment_id, e.type, e.entity_type, e.entity_id, e.actor, e.payload, e.entity_version, e.occurred_at';

const named = `select ${columns} from outbox_event e where e.environment_id = $1 and e.uid = any($2)`;

/** In the order in which they were recorded. */
const between = (selection: string): string => `select ${selection} from outbox_event e
  where e.environment_id = $1 and e.uid > $2 and e.uid < $3 and $4::text[] && ${patternsOf('e.type')}`;

/** Which events: those after one uid and before another. Both may be made of an instant (`firstUidOf`). */
export interface EventSpan {
  after: string;
  before: string;
  /** What is heard of them: types, `<noun>.*` and `*`. */
  patterns: readonly string[];
}

const valuesOf = ({ after, before, patterns }: EventSpan): unknown[] => [after, before, patterns];

/** The events that are kept: for thirty days. */
@Injectable()
export class RecordedEvents {
  constructor(private readonly database: Database) {}

  /** Those of the environment that are still there. */
  async findAll(uids: readonly string[]): Promise<Map<string, RecordedEvent>> {
    const rows = await this.database.query<EventRow>(named, [currentEnvironmentId(), uids]);
    return new Map(rows.map((row) => [row.uid, eventOf(row)]));
  }

  async next(span: EventSpan, limit: number): Promise<{ uid: string; type: string }[]> {
    const text = `${between('e.uid, e.type')} order by e.uid limit $5`;
    return this.database.query<{ uid: string; type: string }>(text, [
      ...[currentEnvironmentId(), ...valuesOf(span)],
      limit,
    ]);
  }

  /** @param most counted up to so many */
  async count(span: EventSpan, most: number): Promise<number> {
    const text = `select count(*)::int as count from (${between('')} limit $5) c`;
    const values = [currentEnvironmentId(), ...valuesOf(span), most];
    return (await this.database.query<{ count: number }>(text, values))[0]?.count ?? 0;
  }
}

const eventOf = (row: EventRow): RecordedEvent => ({
  uid: row.uid,
  environmentId: row.environment_id,
  type: row.type,
  entityType: row.entity_type,
  entityId: row.entity_id,
  actor: row.actor,
  payload: row.payload,
  version: row.entity_version === null ? null : Number(row.entity_version),
  occurredAt: row.occurred_at,
});
