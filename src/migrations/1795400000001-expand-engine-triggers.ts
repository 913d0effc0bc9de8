import type { MigrationInterface, QueryRunner } from 'typeorm';

const changedRow = `WHEN (OLD.id IS DISTINCT FROM NEW.id OR OLD.archived_at IS DISTINCT FROM NEW.archived_at)`;

const triggers: [name: string, table: string, rest: string][] = [
  [
    'note_customer_change',
    'customer',
    `AFTER UPDATE ON "customer" FOR EACH ROW ${changedRow} EXECUTE FUNCTION note_customer()`,
  ],
  [
    'note_customer_end',
    'customer',
    `AFTER DELETE ON "customer" FOR EACH ROW EXECUTE FUNCTION note_customer()`,
  ],
  [
    'note_resource',
    'customer_resource',
    `AFTER UPDATE OR DELETE ON "customer_resource" FOR EACH ROW EXECUTE FUNCTION note_of_customer()`,
  ],
  [
    'note_grants',
    'entitlement_snapshot',
    `AFTER INSERT OR UPDATE OR DELETE ON "entitlement_snapshot" FOR EACH ROW EXECUTE FUNCTION note_of_customer()`,
  ],
  [
    'note_feature',
    'feature',
    `AFTER UPDATE OR DELETE ON "feature" FOR EACH ROW EXECUTE FUNCTION note_environment()`,
  ],
  [
    'note_first_usage',
    'usage_counter',
    `AFTER INSERT ON "usage_counter" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage()`,
  ],
  [
    'note_usage',
    'usage_counter',
    `AFTER UPDATE ON "usage_counter" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage()`,
  ],
  [
    'note_forgotten_usage',
    'usage_counter',
    `AFTER DELETE ON "usage_counter" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage()`,
  ],
];

/**
 * Each in a transaction of its own, so that no lock on one table is held while another one is waited for: under load that would be a
 * deadlock with whoever writes both. What was run before is run again without harm. ADR-0054
 */
export class ExpandEngineTriggers1795400000001 implements MigrationInterface {
  name = 'ExpandEngineTriggers1795400000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, , rest] of triggers) await runner.query(`CREATE OR REPLACE TRIGGER ${name} ${rest}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table] of [...triggers].reverse()) {
      await runner.query(`DROP TRIGGER IF EXISTS ${name} ON "${table}"`);
    }
  }
}
