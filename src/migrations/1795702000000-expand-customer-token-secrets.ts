import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandCustomerTokenSecrets1795702000000 implements MigrationInterface {
  name = 'ExpandCustomerTokenSecrets1795702000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "customer_token_secret" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "sealed_secret" text NOT NULL,
        "last_four" text NOT NULL,
        "ends_at" TIMESTAMP(3) WITH TIME ZONE,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_customer_token_secret_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_customer_token_secret" PRIMARY KEY ("environment_id", "uid")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "customer_token_secret"`);
  }
}
