import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const payments = `ALTER TABLE "payment"
    ALTER COLUMN "invoice_uid" DROP NOT NULL,
    ADD COLUMN IF NOT EXISTS "purchase" jsonb,
    ADD COLUMN IF NOT EXISTS "is_given_up" boolean NOT NULL DEFAULT false`;
const subscriptions = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "pending_until" TIMESTAMP(3) WITH TIME ZONE`;

const begunBy = `CREATE INDEX CONCURRENTLY "ix_payment_purchase" ON "payment" ("environment_id", "request_key")
    WHERE purchase IS NOT NULL
        AND request_key IS NOT NULL`;
const buying = `CREATE INDEX CONCURRENTLY "ix_payment_buying" ON "payment" ("environment_id", "customer_uid")
    WHERE purchase IS NOT NULL
        AND invoice_uid IS NULL
        AND settled_at IS NULL`;

/** Payments of what has no invoice before it is paid, and subscriptions that wait for theirs; null of all that there were. ADR-0095 */
export class ExpandPurchases1795650000000 implements MigrationInterface {
  name = 'ExpandPurchases1795650000000';
  /** Indices concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['payment', 'ACCESS EXCLUSIVE']], [payments]));
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [subscriptions]));
    // They wait for whoever is at work in the database, and nobody waits for them.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, index] of [
      ['ix_payment_purchase', begunBy],
      ['ix_payment_buying', buying],
    ]) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(index as string);
    }
    await runner.query(`RESET lock_timeout`);
  }

  /** Where something was bought, it is refused: what was paid on the way to it has no invoice. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment" ALTER COLUMN "invoice_uid" SET NOT NULL`);
    await runner.query(`DROP INDEX "ix_payment_buying"`);
    await runner.query(`DROP INDEX "ix_payment_purchase"`);
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "pending_until"`);
    await runner.query(`ALTER TABLE "payment" DROP COLUMN "is_given_up", DROP COLUMN "purchase"`);
  }
}
