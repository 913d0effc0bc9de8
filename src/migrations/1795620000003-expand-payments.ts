import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const create = `CREATE TABLE IF NOT EXISTS "payment" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "invoice_uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "currency" text NOT NULL,
        "integration_id" text NOT NULL,
        "customer_ref" text NOT NULL,
        "method_ref" text NOT NULL,
        "description" text NOT NULL,
        "request_key" text,
        "state" text NOT NULL,
        "ref" text,
        "reason" text,
        "action_url" text,
        "told_at" TIMESTAMP(3) WITH TIME ZONE,
        "settled_at" TIMESTAMP(3) WITH TIME ZONE,
        "returned" numeric(38, 12) NOT NULL,
        "due_at" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_payment" PRIMARY KEY ("environment_id", "uid")
    )`;

const indices = [
  `CREATE UNIQUE INDEX IF NOT EXISTS "uq_payment_on_its_way" ON "payment" ("environment_id", "invoice_uid")
    WHERE due_at IS NOT NULL
        AND state <> 'RETURNING'`,
  `CREATE INDEX IF NOT EXISTS "ix_payment_invoice" ON "payment" ("environment_id", "invoice_uid", "uid")`,
  `CREATE INDEX IF NOT EXISTS "ix_payment_due_here" ON "payment" ("environment_id", "due_at", "uid")
    WHERE due_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS "ix_payment_due" ON "payment" ("due_at", "uid", "environment_id")
    WHERE due_at IS NOT NULL`,
];

const reference = (name: string, column: string, table: string): string => `ALTER TABLE "payment"
    DROP CONSTRAINT IF EXISTS "${name}",
    ADD CONSTRAINT "${name}" FOREIGN KEY ("environment_id", "${column}") REFERENCES "${table}"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`;

/** Attempts to collect invoices. ADR-0093 */
export class ExpandPayments1795620000003 implements MigrationInterface {
  name = 'ExpandPayments1795620000003';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const references = [
      reference('fk_payment_invoice', 'invoice_uid', 'invoice'),
      reference('fk_payment_customer', 'customer_uid', 'customer'),
    ];
    await runner.query(
      withBriefLocks(
        [
          ['customer', 'SHARE ROW EXCLUSIVE'],
          ['invoice', 'SHARE ROW EXCLUSIVE'],
        ],
        [create, ...indices, ...references],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payment"`);
  }
}
