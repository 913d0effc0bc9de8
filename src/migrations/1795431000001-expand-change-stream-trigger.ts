import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Alone, so that its lock on the table of customers is held for no other statement; it may be run again without harm. A customer that is
 * new answers other than one that is not there. ADR-0061
 */
export class ExpandChangeStreamTrigger1795431000001 implements MigrationInterface {
  name = 'ExpandChangeStreamTrigger1795431000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE TRIGGER note_new_customer AFTER INSERT ON "customer" FOR EACH ROW EXECUTE FUNCTION note_new_customer()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER IF EXISTS note_new_customer ON "customer"`);
  }
}
