import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of the sandbox on which somebody pays. ADR-0096 */
export class ExpandSandboxCheckouts1795660000000 implements MigrationInterface {
  name = 'ExpandSandboxCheckouts1795660000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "sandbox_checkout" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "key" text NOT NULL,
        "reference" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "currency" text NOT NULL,
        "customer_ref" text NOT NULL,
        "description" text NOT NULL,
        "success_url" text NOT NULL,
        "cancel_url" text NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "payment_uid" text NOT NULL,
        "paid_by" uuid,
        "closed_at" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_sandbox_checkout_key" UNIQUE ("environment_id", "key"),
        CONSTRAINT "uq_sandbox_checkout_reference" UNIQUE ("environment_id", "reference"),
        CONSTRAINT "pk_sandbox_checkout" PRIMARY KEY ("environment_id", "uid")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sandbox_checkout"`);
  }
}
