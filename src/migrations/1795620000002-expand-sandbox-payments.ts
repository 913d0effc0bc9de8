import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandSandboxPayments1795620000002 implements MigrationInterface {
  name = 'ExpandSandboxPayments1795620000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "sandbox_payment" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "key" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "currency" text NOT NULL,
        "method_ref" text NOT NULL,
        "behavior" text NOT NULL,
        "settled" text,
        "refunds" jsonb NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_sandbox_payment_key" UNIQUE ("environment_id", "key"),
        CONSTRAINT "pk_sandbox_payment" PRIMARY KEY ("environment_id", "uid")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sandbox_payment"`);
  }
}
