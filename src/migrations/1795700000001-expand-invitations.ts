import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const addInvitations = `ALTER TABLE "member"
  ALTER COLUMN "subject" DROP NOT NULL,
  ADD COLUMN IF NOT EXISTS "id" text NOT NULL DEFAULT (gen_random_uuid())::text,
  ADD COLUMN IF NOT EXISTS "email" text,
  ADD COLUMN IF NOT EXISTS "invitation_digest" text,
  ADD COLUMN IF NOT EXISTS "invitation_ends_at" TIMESTAMP(3) WITH TIME ZONE,
  ADD COLUMN IF NOT EXISTS "revision" integer NOT NULL DEFAULT '1',
  ADD COLUMN IF NOT EXISTS "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now()`;

// Members are few, so their indexes are built under the lock.
const indexes = [
  `CREATE UNIQUE INDEX IF NOT EXISTS "uq_member_id" ON "member" ("account_uid", "id")`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "uq_member_email" ON "member" ("account_uid", "email")`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "uq_member_invitation_digest" ON "member" ("invitation_digest")`,
];

/**
 * Members who are invited: no user is named by them yet, so the release of before, which looks for the subject of a token, does not see them.
 * The members that it makes meanwhile get their id and the rest by default. ADR-0112
 */
export class ExpandInvitations1795700000001 implements MigrationInterface {
  name = 'ExpandInvitations1795700000001';
  /** Every request of a user reads members. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['member', 'ACCESS EXCLUSIVE']], [addInvitations, ...indexes]));
  }

  /** Who was invited and did not come is forgotten: the release of before has no place for them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM "member_environment" WHERE "member_uid" IN (SELECT "uid" FROM "member" WHERE "subject" IS NULL)`,
    );
    await runner.query(`DELETE FROM "member" WHERE "subject" IS NULL`);
    await runner.query(`DROP INDEX "public"."uq_member_invitation_digest"`);
    await runner.query(`DROP INDEX "public"."uq_member_email"`);
    await runner.query(`DROP INDEX "public"."uq_member_id"`);
    await runner.query(`ALTER TABLE "member" DROP COLUMN "id", DROP COLUMN "email", DROP COLUMN "invitation_digest",
      DROP COLUMN "invitation_ends_at", DROP COLUMN "revision", DROP COLUMN "updated_at", ALTER COLUMN "subject" SET NOT NULL`);
  }
}
