import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { activityEntryMapping } from './activity-entry.mapping';
import type { ActivityEntry } from './domain/activity-entry';
import type { ChainPlace, KeptChain, ToldEntry } from './domain/activity-proof';

const millisOf = (column: string): string => `(extract(epoch from t.${column}) * 1000)::bigint`;

// A part in one value, a line an entry: JSON as PostgreSQL spells it has no line breaks, and to take it apart by columns would cost the driver more.
const told = `string_agg(t.seq || ' ' || encode(t.hash, 'hex') || ' ' || t.uid || ' ' || jsonb_build_array(
    t.environment_id, t.seq, t.uid, t.type, t.entity_type, t.entity_id, t.parent_id, t.actor_type, t.actor, t.before, t.after,
    t.request_id, ${millisOf('created_at')}, ${millisOf('updated_at')})::text, E'\\n' order by t.seq)`;

interface KeptRow extends Record<string, unknown> {
  seq: number;
  head: string;
  anchorSeq: number;
  anchorHash: string;
}

/** The activity log of an environment as a chain: to be read, and by nobody here to be written. Domain: access-and-events W8 */
@Injectable()
export class ActivityChainRepository extends TenantTable<ActivityEntry> {
  constructor(persistence: Persistence) {
    super(persistence, activityEntryMapping);
  }

  /** Where nothing was written yet there is no chain. Of one instant if it is asked in a transaction of one. */
  async kept(): Promise<KeptChain> {
    const text = `select c.seq::float8 as seq, encode(c.head, 'hex') as head,
                         c.anchor_seq::float8 as "anchorSeq", encode(c.anchor_hash, 'hex') as "anchorHash"
                    from activity_chain c where c.environment_id = $1`;
    const [row] = await this.ask<KeptRow>(text, []);
    const { seq = 0, head = '', anchorSeq = 0, anchorHash = '' } = row ?? {};
    const [first, last] = [await this.outermost('asc'), await this.outermost('desc')];
    return { head: { seq, hash: head }, anchor: { seq: anchorSeq, hash: anchorHash }, first, last };
  }

  /** Those of two places and all between them, in their order. */
  async between(first: number, last: number): Promise<ToldEntry[]> {
    const text = `select ${told} as told from activity t where ${this.own} and t.seq between $2 and $3`;
    const [part] = await this.ask<{ told: string | null }>(text, [first, last]);
    return part?.told ? part.told.split('\n').map(entryOf) : [];
  }

  /** Of these places those at which no entry has that hash any more; what was forgotten by now is not asked for. */
  async lost(places: readonly ChainPlace[]): Promise<ChainPlace[]> {
    const text = `select h.seq::float8 as seq, h.hash from jsonb_to_recordset($2::jsonb) as h(seq bigint, hash text)
       where not exists (select from activity t where ${this.own} and t.seq = h.seq and t.hash = decode(h.hash, 'hex'))
         and not exists (select from activity_chain c where c.environment_id = $1 and c.anchor_seq >= h.seq)`;
    return this.ask<ChainPlace & Record<string, unknown>>(text, [JSON.stringify(places)]);
  }

  private async outermost(direction: 'asc' | 'desc'): Promise<number | null> {
    const text = `select t.seq::float8 as seq from activity t where ${this.own} order by t.seq ${direction} limit 1`;
    return (await this.ask<{ seq: number }>(text, []))[0]?.seq ?? null;
  }
}

function entryOf(line: string): ToldEntry {
  const hashAt = line.indexOf(' ') + 1;
  const idAt = line.indexOf(' ', hashAt) + 1;
  const toldAt = line.indexOf(' ', idAt) + 1;
  return {
    seq: Number(line.slice(0, hashAt - 1)),
    hash: line.slice(hashAt, idAt - 1),
    id: line.slice(idAt, toldAt - 1),
    told: line.slice(toldAt),
  };
}
