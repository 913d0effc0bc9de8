import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers, subscriptions, the snapshots of what they grant, and usage. */
export class ExpandSubscriptions1764000002000 implements MigrationInterface {
  name = 'ExpandSubscriptions1764000002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TABLE "${table}" CASCADE`);
  }
}

const tables = [
  'customer',
  'customer_resource',
  'usage_counter',
  'usage_window',
  'usage_measurement',
  'entitlement_snapshot',
  'subscription',
  'subscription_package',
];

const statements = [
  `CREATE TABLE "customer" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "name" text,
    "email" text,
    "billing_currency" text,
    "billing_id" text,
    "language" text,
    "timezone" text,
    "metadata" jsonb NOT NULL,
    "archived_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_customer_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_customer" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_customer_email" ON "customer" ("environment_id", "email", "uid") WHERE email IS NOT NULL`,
  `CREATE INDEX "ix_customer_name" ON "customer" ("environment_id", "name", "uid") WHERE name IS NOT NULL`,
  `CREATE INDEX "ix_customer_created_at" ON "customer" ("environment_id", "created_at")`,
  `CREATE INDEX "ix_customer_archived" ON "customer" ("environment_id", "uid") WHERE archived_at IS NOT NULL`,
  `CREATE TABLE "customer_resource" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "id" text NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_customer_resource_id" UNIQUE ("environment_id", "customer_uid", "id"),
    CONSTRAINT "pk_customer_resource" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "usage_counter" (
    "environment_id" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "resource_key" text NOT NULL,
    "feature_uid" uuid NOT NULL,
    "level" bigint NOT NULL,
    "last_set_at" TIMESTAMP(3) WITH TIME ZONE,
    "last_event_at" TIMESTAMP(3) WITH TIME ZONE,
    "rules" jsonb NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_usage_counter" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "feature_uid")
  )`,
  `CREATE TABLE "usage_window" (
    "environment_id" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "resource_key" text NOT NULL,
    "feature_uid" uuid NOT NULL,
    "window_start" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "window_end" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "total" bigint NOT NULL,
    CONSTRAINT "pk_usage_window" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "feature_uid", "window_start", "window_end")
  )`,
  `CREATE TABLE "usage_measurement" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "resource_key" text NOT NULL,
    "feature_uid" uuid NOT NULL,
    "value" bigint NOT NULL,
    "delta" bigint NOT NULL,
    "update_behavior" text NOT NULL,
    "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "recorded_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "usage_after" bigint NOT NULL,
    "window_start" TIMESTAMP(3) WITH TIME ZONE,
    "window_end" TIMESTAMP(3) WITH TIME ZONE,
    "idempotency_key" text,
    "fingerprint" text NOT NULL,
    "dimensions" jsonb,
    CONSTRAINT "pk_usage_measurement" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_usage_measurement_counter" ON "usage_measurement" ("environment_id", "customer_uid", "resource_key", "feature_uid", "occurred_at")`,
  `CREATE UNIQUE INDEX "uq_usage_measurement_key" ON "usage_measurement" ("environment_id", "customer_uid", "resource_key", "feature_uid", "idempotency_key") WHERE idempotency_key IS NOT NULL`,
  `CREATE TABLE "entitlement_snapshot" (
    "environment_id" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "resource_key" text NOT NULL,
    "version" bigint NOT NULL,
    "subscriptions" jsonb NOT NULL,
    "grants" jsonb NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_entitlement_snapshot" PRIMARY KEY ("environment_id", "customer_uid", "resource_key")
  )`,
  `CREATE TABLE "subscription" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "customer_uid" uuid NOT NULL,
    "customer_id" text NOT NULL,
    "resource_key" text NOT NULL,
    "resource_id" text,
    "product_uid" uuid NOT NULL,
    "plan_uid" uuid NOT NULL,
    "plan_id" text NOT NULL,
    "pricing_type" text NOT NULL,
    "start_date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "usage_anchor" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "overrides" jsonb NOT NULL,
    "billing_id" text,
    "metadata" jsonb NOT NULL,
    "canceled_at" TIMESTAMP(3) WITH TIME ZONE,
    "cancel_reason" text,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_subscription_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_subscription" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE UNIQUE INDEX "uq_subscription_slot" ON "subscription" ("environment_id", "customer_uid", "resource_key", "product_uid") WHERE canceled_at IS NULL`,
  `CREATE INDEX "ix_subscription_customer" ON "subscription" ("environment_id", "customer_id", "uid")`,
  `CREATE INDEX "ix_subscription_plan" ON "subscription" ("environment_id", "plan_id", "uid")`,
  `CREATE INDEX "ix_subscription_resource" ON "subscription" ("environment_id", "resource_id", "uid")`,
  `CREATE INDEX "ix_subscription_product" ON "subscription" ("environment_id", "product_uid", "uid")`,
  `CREATE TABLE "subscription_package" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "subscription_uid" uuid NOT NULL,
    "package_uid" uuid NOT NULL,
    "package_id" text NOT NULL,
    "version_uid" uuid NOT NULL,
    "role" text NOT NULL,
    "position" integer NOT NULL,
    "quantity" integer NOT NULL,
    "joined_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_subscription_package" UNIQUE ("environment_id", "subscription_uid", "package_uid"),
    CONSTRAINT "pk_subscription_package" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_subscription_package_version" ON "subscription_package" ("environment_id", "version_uid")`,
  `CREATE INDEX "ix_subscription_package_package" ON "subscription_package" ("environment_id", "package_uid")`,
  `ALTER TABLE "customer_resource" ADD CONSTRAINT "fk_customer_resource_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id","uid")`,
  `ALTER TABLE "usage_counter" ADD CONSTRAINT "fk_usage_counter_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id","uid")`,
  `ALTER TABLE "usage_counter" ADD CONSTRAINT "fk_usage_counter_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id","uid")`,
  `ALTER TABLE "usage_measurement" ADD CONSTRAINT "fk_usage_measurement_counter" FOREIGN KEY ("environment_id", "customer_uid", "resource_key", "feature_uid") REFERENCES "usage_counter"("environment_id","customer_uid","resource_key","feature_uid")`,
  `ALTER TABLE "entitlement_snapshot" ADD CONSTRAINT "fk_entitlement_snapshot_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id","uid")`,
  `ALTER TABLE "subscription" ADD CONSTRAINT "fk_subscription_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id","uid")`,
  `ALTER TABLE "subscription" ADD CONSTRAINT "fk_subscription_product" FOREIGN KEY ("environment_id", "product_uid") REFERENCES "product"("environment_id","uid")`,
  `ALTER TABLE "subscription" ADD CONSTRAINT "fk_subscription_plan" FOREIGN KEY ("environment_id", "plan_uid") REFERENCES "package"("environment_id","uid")`,
  `ALTER TABLE "subscription_package" ADD CONSTRAINT "fk_subscription_package_subscription" FOREIGN KEY ("environment_id", "subscription_uid") REFERENCES "subscription"("environment_id","uid")`,
  `ALTER TABLE "subscription_package" ADD CONSTRAINT "fk_subscription_package_version" FOREIGN KEY ("environment_id", "version_uid") REFERENCES "package_version"("environment_id","uid")`,
];
