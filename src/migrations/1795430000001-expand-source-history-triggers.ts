import type { MigrationInterface, QueryRunner } from 'typeorm';

const triggers: [name: string, table: string, rest: string][] = [
  [
    'note_source_states',
    'entitlement_snapshot',
    `AFTER UPDATE OF subscriptions, grants ON "entitlement_snapshot" FOR EACH ROW EXECUTE FUNCTION note_source_states()`,
  ],
  [
    'note_customer_state',
    'customer',
    `AFTER UPDATE ON "customer" FOR EACH ROW WHEN ((OLD.archived_at IS NULL) IS DISTINCT FROM (NEW.archived_at IS NULL))
     EXECUTE FUNCTION note_customer_state()`,
  ],
  [
    'note_feature_state',
    'feature',
    `AFTER UPDATE OR DELETE ON "feature" FOR EACH ROW EXECUTE FUNCTION note_feature_state()`,
  ],
];

/**
 * The history begins: of environments that are there already, now. By triggers, so that what the last release writes beside this one is
 * in it too. Each in a transaction of its own, as those of ADR-0054; what was run before is run again without harm. ADR-0060
 */
export class ExpandSourceHistoryTriggers1795430000001 implements MigrationInterface {
  name = 'ExpandSourceHistoryTriggers1795430000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, , rest] of triggers) await runner.query(`CREATE OR REPLACE TRIGGER ${name} ${rest}`);
    await runner.query(`INSERT INTO entitlement_history_start (environment_id, known_from)
        SELECT uid, clock_timestamp() FROM environment ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM entitlement_history_start`);
    for (const [name, table] of [...triggers].reverse())
      await runner.query(`DROP TRIGGER IF EXISTS ${name} ON "${table}"`);
  }
}
