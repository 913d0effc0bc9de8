import type { MigrationInterface, QueryRunner } from 'typeorm';

const ofStatement = {
  INSERT: 'REFERENCING NEW TABLE AS changed FOR EACH STATEMENT',
  UPDATE: 'REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT',
  DELETE: 'REFERENCING OLD TABLE AS changed FOR EACH STATEMENT',
};

const triggers: [name: string, table: string, event: keyof typeof ofStatement, note: string][] = [
  ['note_new_wallets', 'credit_wallet', 'INSERT', 'note_wallets'],
  ['note_moved_wallets', 'credit_wallet', 'UPDATE', 'note_moved_wallets'],
  ['note_gone_wallets', 'credit_wallet', 'DELETE', 'note_wallets'],
  ['note_new_recurrences', 'credit_recurrence', 'INSERT', 'note_recurrences'],
  ['note_changed_recurrences', 'credit_recurrence', 'UPDATE', 'note_changed_recurrences'],
  ['note_gone_recurrences', 'credit_recurrence', 'DELETE', 'note_recurrences'],
];

const currencyTrigger = `CREATE OR REPLACE TRIGGER note_currency AFTER INSERT OR UPDATE OR DELETE ON "custom_currency"
    FOR EACH ROW EXECUTE FUNCTION note_currency()`;

/**
 * Each in a transaction of its own, so that no lock on one table is held while another one is waited for. What was run before is run again
 * without harm. ADR-0107
 */
export class ExpandWalletChangeTriggers1795688000001 implements MigrationInterface {
  name = 'ExpandWalletChangeTriggers1795688000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, event, note] of triggers)
      await runner.query(
        `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON "${table}" ${ofStatement[event]} EXECUTE FUNCTION ${note}()`,
      );
    await runner.query(currencyTrigger);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER IF EXISTS note_currency ON "custom_currency"`);
    for (const [name, table] of [...triggers].reverse())
      await runner.query(`DROP TRIGGER IF EXISTS ${name} ON "${table}"`);
  }
}
