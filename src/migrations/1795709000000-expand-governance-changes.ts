import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const columns = 'xid, uid, environment_id, subjects, revision, by_member, about, topic';
const own = `pg_current_xact_id()::text::bigint, gen_random_uuid()`;
const isMember = "coalesce(current_setting('engine.member', true), '') = 'on'";

/** Of more than a thousand customers none is named. No stream tells of it. */
const noted = (subjects: string, revision: string): string =>
  `CASE WHEN cardinality(${subjects}) <= 1000 THEN ${subjects} ELSE '{}' END, ${revision}, ${isMember}, '[]', 'governance'`;

/** What checks within budgets are answered by, as it changes. Each function touches rows of its own environment only. */
const noting = {
  note_governed: `INSERT INTO engine_change (${columns})
        SELECT ${own}, g.environment_id, ${noted('g.customers', 'NULL')}
          FROM (SELECT c.environment_id, array_agg(DISTINCT c.customer_uid) AS customers FROM changed c GROUP BY c.environment_id) g;`,
  // A write that does not say its own name has that of the one before it: it is no count, or one of the last release.
  note_counted_budgets: `INSERT INTO engine_change (${columns})
        SELECT ${own}, g.environment_id,
               ${noted('g.customers', 'CASE WHEN NOT EXISTS (SELECT FROM former f WHERE f.last_write IS NOT DISTINCT FROM g.last_write) THEN g.last_write END')}
          FROM (SELECT c.environment_id, c.last_write, array_agg(DISTINCT c.customer_uid) AS customers
                  FROM changed c GROUP BY c.environment_id, c.last_write) g;`,
};

const ofStatement = {
  INSERT: 'REFERENCING NEW TABLE AS changed FOR EACH STATEMENT',
  UPDATE: 'REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT',
  DELETE: 'REFERENCING OLD TABLE AS changed FOR EACH STATEMENT',
};

const triggers: [name: string, table: string, event: keyof typeof ofStatement, note: keyof typeof noting][] =
  [
    ['note_new_entities', 'governed_entity', 'INSERT', 'note_governed'],
    ['note_changed_entities', 'governed_entity', 'UPDATE', 'note_governed'],
    ['note_gone_entities', 'governed_entity', 'DELETE', 'note_governed'],
    ['note_new_budgets', 'usage_assignment', 'INSERT', 'note_governed'],
    ['note_counted_budgets', 'usage_assignment', 'UPDATE', 'note_counted_budgets'],
    ['note_gone_budgets', 'usage_assignment', 'DELETE', 'note_governed'],
  ];

/** Budgets of entities are held in memory, and hear by the tables what others change of them. ADR-0136 */
export class ExpandGovernanceChanges1795709000000 implements MigrationInterface {
  name = 'ExpandGovernanceChanges1795709000000';
  /** Each table is locked for a moment alone; what was run before is run again without harm. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const added = `ALTER TABLE "usage_assignment" ADD COLUMN IF NOT EXISTS "last_write" uuid,
                     ADD COLUMN IF NOT EXISTS "writes" bigint NOT NULL DEFAULT 0`;
    await runner.query(withBriefLocks([['usage_assignment', 'ACCESS EXCLUSIVE']], [added]));
    for (const [name, body] of Object.entries(noting))
      await runner.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${body}
      RETURN NULL;
    END $$`);
    for (const [name, table, event, note] of triggers) {
      const made = `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON "${table}" ${ofStatement[event]} EXECUTE FUNCTION ${note}()`;
      await runner.query(withBriefLocks([[table, 'SHARE ROW EXCLUSIVE']], [made]));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table] of [...triggers].reverse())
      await runner.query(`DROP TRIGGER IF EXISTS ${name} ON "${table}"`);
    for (const name of Object.keys(noting).reverse()) await runner.query(`DROP FUNCTION IF EXISTS ${name}()`);
    await runner.query(
      `ALTER TABLE "usage_assignment" DROP COLUMN IF EXISTS "writes", DROP COLUMN IF EXISTS "last_write"`,
    );
  }
}
