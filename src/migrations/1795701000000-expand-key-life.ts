import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const add = `ALTER TABLE "api_key"
  ADD COLUMN IF NOT EXISTS "pepper_id" text,
  ADD COLUMN IF NOT EXISTS "previous_digest" text,
  ADD COLUMN IF NOT EXISTS "previous_pepper_id" text,
  ADD COLUMN IF NOT EXISTS "previous_last_four" text,
  ADD COLUMN IF NOT EXISTS "previous_ends_at" TIMESTAMP(3) WITH TIME ZONE,
  ADD COLUMN IF NOT EXISTS "rotations" integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS "rotated_at" TIMESTAMP(3) WITH TIME ZONE,
  ADD COLUMN IF NOT EXISTS "last_used_at" TIMESTAMP(3) WITH TIME ZONE`;

/**
 * The secret from before, which pepper made a digest, and when a key was used. Of keys that there are, and of those that the release of before
 * makes meanwhile, the pepper is told when they are used. ADR-0114, ADR-0115
 */
export class ExpandKeyLife1795701000000 implements MigrationInterface {
  name = 'ExpandKeyLife1795701000000';
  /** Every request looks keys up: the index is made concurrently, and what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['api_key', 'ACCESS EXCLUSIVE']], [add]));
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "uq_api_key_previous_digest"`);
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY "uq_api_key_previous_digest" ON "api_key" ("previous_digest")`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."uq_api_key_previous_digest"`);
    await runner.query(`ALTER TABLE "api_key" DROP COLUMN "pepper_id", DROP COLUMN "previous_digest", DROP COLUMN "previous_pepper_id",
      DROP COLUMN "previous_last_four", DROP COLUMN "previous_ends_at", DROP COLUMN "rotations", DROP COLUMN "rotated_at",
      DROP COLUMN "last_used_at"`);
  }
}
