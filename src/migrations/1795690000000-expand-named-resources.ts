import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const add = `ALTER TABLE "usage_measurement" ADD COLUMN IF NOT EXISTS "named_resource_uid" uuid`;

/** Measurements keep the resource that a report named where they count elsewhere. Of those that there are nobody knows it. ADR-0105 */
export class ExpandNamedResources1795690000000 implements MigrationInterface {
  name = 'ExpandNamedResources1795690000000';
  /** Reports go on meanwhile. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['usage_measurement', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_measurement" DROP COLUMN "named_resource_uid"`);
  }
}
