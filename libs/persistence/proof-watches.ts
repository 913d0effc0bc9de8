import type { Database } from './database';
import { isNotHeld } from './environment-moves';

/** How it stands with the proofs of all environments. */
export interface ProofStanding {
  /** Up to a thousand. */
  broken: number;
  /** Of the one that has waited for longest since it was due. */
  lateSeconds: number;
}

/**
 * Takes what is due in such a table of watches for one process until `$3`, at most `$2`: by its index of what is due. What others have claimed or
 * just claim is passed over.
 * @param fault columns that tell what the last proof has found, of the watch `w`
 */
export const claiming = (table: string, fault: string): string => `
  with due as (
    select w.environment_id, w.uid from ${table} w
     where w.due_at <= $1 and (w.claimed_until is null or w.claimed_until <= $1)
       and ${isNotHeld('w.environment_id')}
     order by w.due_at, w.uid limit $2 for no key update skip locked)
  update ${table} w set claimed_until = $3 from due d
   where w.environment_id = d.environment_id and w.uid = d.uid
  returning w.environment_id as "environmentId", w.uid, ${fault}`;

const standing = (table: string): string => `
  select (select count(*) from (select from ${table} w where w.fault_seq is not null limit 1000) b)::float8 as broken,
         greatest(0, extract(epoch from $1::timestamptz - (select min(w.due_at) from ${table} w)))::float8 as late`;

/** Of all watches of such a table. */
export async function standingOf(database: Database, table: string, now: Date): Promise<ProofStanding> {
  const [row] = await database.queryEverywhere<{ broken: number; late: number | null }>(standing(table), [
    now,
  ]);
  return { broken: row?.broken ?? 0, lateSeconds: row?.late ?? 0 };
}
