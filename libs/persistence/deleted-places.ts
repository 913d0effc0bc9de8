interface ListedRows {
  /** The list, by a word of the code's own, never a caller's. */
  list: string;
  /** Column whose value is the cursor of a row. */
  cursor: 'id' | 'uid';
  /** Column that says whose rows they are, where it is not `environment_id`. */
  tenant?: string;
}

/**
 * The deletion of rows `t`, with where they stood remembered: a loop that deletes what it lists asks for the next page
 * after an object that is gone. Of two objects that had the same id, the one deleted last. Domain: access-and-events L2a
 */
export const rememberPlaces = (
  deletion: string,
  { list, cursor, tenant = 'environment_id' }: ListedRows,
): string => `
  with gone as (${deletion} returning t.${tenant} as environment_id, t.${cursor}::text as cursor, t.uid)
  insert into deleted_place (environment_id, list, cursor, uid, deleted_at)
  select environment_id, '${list}', cursor, uid, now() from gone
      on conflict (environment_id, list, cursor) do update set uid = excluded.uid, deleted_at = excluded.deleted_at`;

/** Where the object stood that a cursor named in the environment $1. The cleaning job forgets it after a day. */
export const rememberedPlace = (list: string, cursor: string): string =>
  `select d.uid from deleted_place d where d.environment_id = $1 and d.list = '${list}' and d.cursor = ${cursor}::text`;
