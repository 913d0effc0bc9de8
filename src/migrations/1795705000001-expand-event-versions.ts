import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const add = `ALTER TABLE "outbox_event" ADD COLUMN IF NOT EXISTS "entity_version" bigint`;

/** Events bear the revision of their object; those of the last release none. ADR-0126 */
export class ExpandEventVersions1795705000001 implements MigrationInterface {
  name = 'ExpandEventVersions1795705000001';
  /** Events are written meanwhile. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['outbox_event', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox_event" DROP COLUMN "entity_version"`);
  }
}
