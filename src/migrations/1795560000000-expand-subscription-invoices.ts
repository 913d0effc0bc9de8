import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const invoices = `ALTER TABLE "invoice"
    ALTER COLUMN "contract_external_id" DROP NOT NULL,
    ALTER COLUMN "payment_account_uid" DROP NOT NULL,
    ALTER COLUMN "payment_account_id" DROP NOT NULL,
    ALTER COLUMN "issue_date" DROP NOT NULL,
    ALTER COLUMN "due_date" DROP NOT NULL,
    ADD COLUMN IF NOT EXISTS "kind" text,
    ADD COLUMN IF NOT EXISTS "closes_at" TIMESTAMP(3) WITH TIME ZONE,
    ADD COLUMN IF NOT EXISTS "bill_terms" jsonb,
    ADD COLUMN IF NOT EXISTS "balance_applied" numeric(38, 12) NOT NULL DEFAULT '0'`;
const creditNotes = `ALTER TABLE "credit_note" ADD COLUMN IF NOT EXISTS "to_balance" numeric(38, 12) NOT NULL DEFAULT '0'`;
const balances = `CREATE TABLE IF NOT EXISTS "customer_balance" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "currency" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_customer_balance" UNIQUE ("environment_id", "customer_uid", "currency"),
        CONSTRAINT "pk_customer_balance" PRIMARY KEY ("environment_id", "uid"),
        CONSTRAINT "ck_customer_balance_amount" CHECK ("amount" >= 0),
        CONSTRAINT "fk_customer_balance_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION
    )`;
const subscriptions = `ALTER TABLE "subscription"
    ADD COLUMN IF NOT EXISTS "billing" jsonb,
    ADD COLUMN IF NOT EXISTS "billed_until" TIMESTAMP(3) WITH TIME ZONE`;
// The last release knows nothing of periods that are billed, and puts down of what it changes when something else is due.
const keepRenewals = `CREATE OR REPLACE FUNCTION keep_renewal_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.due_at := least(NEW.due_at, NEW.billed_until);
      RETURN NEW;
    END $$`;
const renewals = `CREATE TRIGGER subscription_renewal BEFORE INSERT OR UPDATE ON subscription
    FOR EACH ROW WHEN (NEW.billed_until IS NOT NULL AND NEW.slot = 'PLAN' AND NEW.canceled_at IS NULL)
    EXECUTE FUNCTION keep_renewal_of_subscription()`;

/** Invoices of subscriptions beside those of contracts, and what customers are given back. ADR-0077 */
export class ExpandSubscriptionInvoices1795560000000 implements MigrationInterface {
  name = 'ExpandSubscriptionInvoices1795560000000';
  /** Each statement by itself, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['invoice', 'ACCESS EXCLUSIVE']], [invoices]));
    await runner.query(withBriefLocks([['credit_note', 'ACCESS EXCLUSIVE']], [creditNotes]));
    await runner.query(withBriefLocks([['customer', 'SHARE ROW EXCLUSIVE']], [balances]));
    await runner.query(keepRenewals);
    const triggers = [`DROP TRIGGER IF EXISTS subscription_renewal ON subscription`, renewals];
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [subscriptions, ...triggers]));
  }

  /** Where subscriptions were billed, it is refused: what was sent stays. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER subscription_renewal ON subscription`);
    await runner.query(`DROP FUNCTION keep_renewal_of_subscription()`);
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "billed_until", DROP COLUMN "billing"`);
    await runner.query(`DROP TABLE "customer_balance"`);
    await runner.query(`ALTER TABLE "credit_note" DROP COLUMN "to_balance"`);
    await runner.query(`ALTER TABLE "invoice"
    DROP COLUMN "balance_applied", DROP COLUMN "bill_terms", DROP COLUMN "closes_at", DROP COLUMN "kind",
    ALTER COLUMN "due_date" SET NOT NULL,
    ALTER COLUMN "issue_date" SET NOT NULL,
    ALTER COLUMN "payment_account_id" SET NOT NULL,
    ALTER COLUMN "payment_account_uid" SET NOT NULL,
    ALTER COLUMN "contract_external_id" SET NOT NULL`);
  }
}
