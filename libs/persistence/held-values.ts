import type { Session } from './one-session';

const asking = `
  select format('select exists (select from %I where %I is not null) as found', c.relname, a.attname) as text
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and concat(c.relname, '.', a.attname) ~ $1`;

/**
 * Does any row of any tenant have a value in one of these columns? A database that lacks them has none.
 * @param columns as a regular expression on `table.column`
 * @param session that sees all rows
 */
export async function holdsAny(session: Session, columns: RegExp): Promise<boolean> {
  const { rows } = await session.query<{ text: string }>(asking, [columns.source]);
  for (const { text } of rows) {
    const [told] = (await session.query<{ found: boolean }>(text)).rows;
    if (told?.found) return true;
  }
  return false;
}
