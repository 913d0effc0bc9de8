import type { Session } from './one-session';
import { inBriefTransaction, perform } from './service-role';

/** Of the publication, the subscription and the slot of a move, and in the names of its triggers. */
export const moveName = (environmentId: string): string => `move_${environmentId.replaceAll('-', '_')}`;

/** Tables in which a tenant has rows, and the column that names it. */
export interface MovedTable {
  name: string;
  column: 'environment_id' | 'uid';
}

const raising = `
  select format('create or replace trigger %I before insert or update on %I for each row when (new.%I = %L) execute function refuse_held_write(%L)',
                'held_' || $1::text, $2::text, $3::text, $4::text, $4::text) as step
   union all
  select format('create or replace trigger %I before delete on %I for each row when (old.%I = %L) execute function refuse_held_write(%L)',
                'kept_' || $1::text, $2::text, $3::text, $4::text, $4::text)`;

const standing = `
  select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where t.tgname in ('held_' || $1::text, 'kept_' || $1::text) and t.tgparentid = 0
     and c.relnamespace = current_schema()::regnamespace order by 1, 2`;

const dropping = `select format('drop trigger if exists %I on %I', $1::text, $2::text) as step`;

/**
 * No write of the environment commits once this has returned, whoever asks, whatever it holds in memory: each table gets triggers that refuse its rows. To
 * make them waits for those who have written there, and who writes later meets them. Readers pass, and rows of others are asked for their environment
 * alone. Table by table, so that nobody waits for long.
 */
export async function raiseFence(
  owner: Session,
  environmentId: string,
  tables: readonly MovedTable[],
): Promise<void> {
  const name = moveName(environmentId);
  for (const { name: table, column } of tables) {
    await inBriefTransaction(owner, () => perform(owner, raising, [name, table, column, environmentId]));
  }
}

/** The environment takes writes already where its move says so; the rest is done as others leave room for it. */
export async function dropFence(owner: Session, environmentId: string): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(standing, [moveName(environmentId)]);
  for (const { table, name } of rows) {
    await inBriefTransaction(owner, () => perform(owner, dropping, [name, table]));
  }
}
