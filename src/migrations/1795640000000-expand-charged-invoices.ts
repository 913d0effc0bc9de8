import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const payments = `ALTER TABLE "payment"
    ALTER COLUMN "integration_id" DROP NOT NULL,
    ALTER COLUMN "customer_ref" DROP NOT NULL,
    ALTER COLUMN "method_ref" DROP NOT NULL,
    ADD COLUMN IF NOT EXISTS "attempt" integer,
    ADD COLUMN IF NOT EXISTS "first_failed_at" TIMESTAMP(3) WITH TIME ZONE,
    ADD COLUMN IF NOT EXISTS "refused_ref" text`;
const invoices = `ALTER TABLE "invoice" ADD COLUMN IF NOT EXISTS "collection" text`;

/** What of a finalized invoice may change. */
const keepFinalized = (
  course: string,
): string => `CREATE OR REPLACE FUNCTION keep_finalized_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      course constant text[] := ARRAY[${course}];
    BEGIN
      IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'invoice % is finalized and cannot be deleted', OLD.uid;
      END IF;
      IF to_jsonb(NEW) - course <> to_jsonb(OLD) - course
         OR NEW.state <> OLD.state AND NOT (OLD.state = 'OPEN' AND NEW.state IN ('PAID', 'CANCELED')) THEN
        RAISE EXCEPTION 'invoice % is finalized and cannot be changed', OLD.uid;
      END IF;
      RETURN NEW;
    END $$`;
const formerCourse = `'state', 'paid_at', 'canceled_at', 'credited', 'revision', 'updated_at'`;

const unsettled = `CREATE UNIQUE INDEX CONCURRENTLY "uq_payment_unsettled" ON "payment" ("environment_id", "invoice_uid")
    WHERE settled_at IS NULL
        AND state <> 'RETURNING'`;
const followed = `CREATE INDEX CONCURRENTLY "ix_payment_followed" ON "payment" ("environment_id", "customer_uid", "due_at")
    WHERE due_at IS NOT NULL
        AND settled_at IS NOT NULL`;
const onItsWay = `CREATE UNIQUE INDEX "uq_payment_on_its_way" ON "payment" ("environment_id", "invoice_uid")
    WHERE due_at IS NOT NULL
        AND state <> 'RETURNING'`;

/** Payments that the clock brings about, one after another that failed; null of all that were asked for. ADR-0094 */
export class ExpandChargedInvoices1795640000000 implements MigrationInterface {
  name = 'ExpandChargedInvoices1795640000000';
  /** Indices concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['payment', 'ACCESS EXCLUSIVE']], [payments]));
    await runner.query(withBriefLocks([['invoice', 'ACCESS EXCLUSIVE']], [invoices]));
    await runner.query(keepFinalized(`${formerCourse}, 'collection'`));
    // They wait for whoever is at work in the database, and nobody waits for them.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, index] of [
      ['uq_payment_unsettled', unsettled],
      ['ix_payment_followed', followed],
    ]) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(index as string);
    }
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "uq_payment_on_its_way"`);
    await runner.query(`RESET lock_timeout`);
  }

  /** Where the clock has collected, it is refused: what failed waits still. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(onItsWay);
    await runner.query(`DROP INDEX "ix_payment_followed"`);
    await runner.query(`DROP INDEX "uq_payment_unsettled"`);
    await runner.query(keepFinalized(formerCourse));
    await runner.query(`ALTER TABLE "invoice" DROP COLUMN "collection"`);
    await runner.query(`ALTER TABLE "payment"
    DROP COLUMN "refused_ref", DROP COLUMN "first_failed_at", DROP COLUMN "attempt",
    ALTER COLUMN "method_ref" SET NOT NULL,
    ALTER COLUMN "customer_ref" SET NOT NULL,
    ALTER COLUMN "integration_id" SET NOT NULL`);
  }
}
