import type { MigrationInterface, QueryRunner } from 'typeorm';

const inserted = 'REFERENCING NEW TABLE AS changed FOR EACH STATEMENT';
const updated = 'REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT';
const deleted = 'REFERENCING OLD TABLE AS changed FOR EACH STATEMENT';

const triggers: [name: string, table: string, rest: string][] = [
  [
    'note_new_wallets',
    'credit_wallet',
    `AFTER INSERT ON "credit_wallet" ${inserted} EXECUTE FUNCTION note_wallets()`,
  ],
  [
    'note_moved_wallets',
    'credit_wallet',
    `AFTER UPDATE ON "credit_wallet" ${updated} EXECUTE FUNCTION note_moved_wallets()`,
  ],
  [
    'note_gone_wallets',
    'credit_wallet',
    `AFTER DELETE ON "credit_wallet" ${deleted} EXECUTE FUNCTION note_wallets()`,
  ],
  [
    'note_new_recurrences',
    'credit_recurrence',
    `AFTER INSERT ON "credit_recurrence" ${inserted} EXECUTE FUNCTION note_recurrences()`,
  ],
  [
    'note_changed_recurrences',
    'credit_recurrence',
    `AFTER UPDATE ON "credit_recurrence" ${updated} EXECUTE FUNCTION note_changed_recurrences()`,
  ],
  [
    'note_gone_recurrences',
    'credit_recurrence',
    `AFTER DELETE ON "credit_recurrence" ${deleted} EXECUTE FUNCTION note_recurrences()`,
  ],
  [
    'note_currency',
    'custom_currency',
    `AFTER INSERT OR UPDATE OR DELETE ON "custom_currency" FOR EACH ROW EXECUTE FUNCTION note_currency()`,
  ],
];

/**
 * Each in a transaction of its own, so that no lock on one table is held while another one is waited for. What was run before is run again
 * without harm. ADR-0107
 */
export class ExpandWalletChangeTriggers1795688000001 implements MigrationInterface {
  name = 'ExpandWalletChangeTriggers1795688000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, , rest] of triggers) await runner.query(`CREATE OR REPLACE TRIGGER ${name} ${rest}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table] of [...triggers].reverse())
      await runner.query(`DROP TRIGGER IF EXISTS ${name} ON "${table}"`);
  }
}
