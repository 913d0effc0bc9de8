import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const typed = (type: string): string =>
  `ALTER TABLE credit_ledger_entry ALTER COLUMN event_id TYPE ${type} USING event_id::${type}`;

/** What causes an entry is a raw event too, whose id is no uuid. No release has written entries that would have to be written anew. ADR-0105 */
export class ExpandLedgerEventIds1795687000000 implements MigrationInterface {
  name = 'ExpandLedgerEventIds1795687000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['credit_ledger_entry', 'ACCESS EXCLUSIVE']], [typed('text')]));
  }

  /** Refused by the database once a raw event stands in a ledger, which nobody may change. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(typed('uuid'));
  }
}
