/** So long a migration stands before others who want a table; who stands behind it waits with it. */
const patienceMs = 50;
/** Between two attempts those pass who wait. */
const restMs = 100;
const attempts = 600;

type LockMode = 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE';

/**
 * Statements of a migration that change tables at which others are at work, as one statement for a migration without a transaction: it commits
 * where it ends, so that no table is held from one answer to the next. While somebody works for longer in one of the tables it gives way and
 * tries again. It may have run before: what a broken attempt left must be no fault of it. ADR-0018
 * @throws as statement: 55P03 once it has given way too often
 */
export function withBriefLocks(
  tables: readonly [table: string, mode: LockMode][],
  statements: readonly string[],
): string {
  const locks = tables.map(([table, mode]) => `LOCK TABLE "${table}" IN ${mode} MODE;`).join('\n        ');
  return `DO $brief$
  BEGIN
    PERFORM set_config('lock_timeout', '${patienceMs}ms', true);
    FOR attempt IN 1..${attempts} LOOP
      BEGIN
        ${locks}
        ${statements.join(';\n        ')};
        RETURN;
      EXCEPTION WHEN lock_not_available THEN
        IF attempt = ${attempts} THEN RAISE; END IF;
      END;
      PERFORM pg_sleep(${restMs / 1000});
    END LOOP;
  END $brief$`;
}
