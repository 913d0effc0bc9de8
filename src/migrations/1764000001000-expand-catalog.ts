import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products, features, custom currencies, plans and addons with their versions and entitlements. */
export class ExpandCatalog1764000001000 implements MigrationInterface {
  name = 'ExpandCatalog1764000001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TABLE "${table}" CASCADE`);
  }
}

const tables = ['product', 'feature', 'custom_currency', 'package', 'package_version', 'package_entitlement'];

const statements = [
  `CREATE TABLE "product" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "display_name" text NOT NULL,
    "description" text,
    "metadata" jsonb NOT NULL,
    "multiple_subscriptions" boolean NOT NULL,
    "status" text NOT NULL,
    "settings" jsonb NOT NULL,
    "usage_reset_cutoff" text NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_product_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_product" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "feature" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "display_name" text NOT NULL,
    "description" text,
    "feature_type" text NOT NULL,
    "meter_type" text NOT NULL,
    "feature_status" text NOT NULL,
    "feature_units" text,
    "feature_units_plural" text,
    "enum_configuration" jsonb,
    "unit_transformation" jsonb,
    "metadata" jsonb NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_feature_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_feature" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "custom_currency" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "display_name" text NOT NULL,
    "description" text,
    "symbol" text,
    "units" jsonb,
    "metadata" jsonb NOT NULL,
    "archived_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_custom_currency" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE UNIQUE INDEX "uq_custom_currency_id" ON "custom_currency" ("environment_id", "id") WHERE archived_at IS NULL`,
  `CREATE INDEX "ix_custom_currency_any_id" ON "custom_currency" ("environment_id", "id")`,
  `CREATE TABLE "package" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "kind" text NOT NULL,
    "id" text NOT NULL,
    "product_uid" uuid NOT NULL,
    "product_id" text NOT NULL,
    "display_name" text NOT NULL,
    "description" text,
    "billing_id" text,
    "metadata" jsonb NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_package_id" UNIQUE ("environment_id", "kind", "id"),
    CONSTRAINT "pk_package" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_package_product" ON "package" ("environment_id", "product_uid")`,
  `CREATE TABLE "package_version" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "package_uid" uuid NOT NULL,
    "version_number" integer NOT NULL,
    "status" text NOT NULL,
    "is_latest" boolean NOT NULL,
    "published_at" TIMESTAMP(3) WITH TIME ZONE,
    "pricing_type" text,
    "parent_plan_uid" uuid,
    "parent_plan_id" text,
    "compatible_addons" jsonb,
    "dependencies" jsonb,
    "max_quantity" integer,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_package_version_number" UNIQUE ("environment_id", "package_uid", "version_number"),
    CONSTRAINT "pk_package_version" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE UNIQUE INDEX "uq_package_version_draft" ON "package_version" ("environment_id", "package_uid") WHERE status = 'DRAFT'`,
  `CREATE UNIQUE INDEX "uq_package_version_latest" ON "package_version" ("environment_id", "package_uid") WHERE is_latest`,
  `CREATE INDEX "ix_package_version_parent" ON "package_version" ("environment_id", "parent_plan_uid")`,
  `CREATE TABLE "package_entitlement" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "package_version_uid" uuid NOT NULL,
    "kind" text NOT NULL,
    "ref_id" text NOT NULL,
    "feature_uid" uuid,
    "currency_uid" uuid,
    "description" text,
    "is_granted" boolean NOT NULL,
    "is_custom" boolean,
    "position" double precision NOT NULL,
    "behavior" text NOT NULL,
    "hidden_from_widgets" jsonb NOT NULL,
    "display_name_override" text,
    "usage_limit" bigint,
    "has_unlimited_usage" boolean NOT NULL,
    "has_soft_limit" boolean NOT NULL,
    "reset_period" text,
    "according_to" text,
    "enum_values" jsonb,
    "amount" numeric(38,12),
    "cadence" text,
    "dependency_feature_uid" uuid,
    "dependency_feature_id" text,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_package_entitlement" UNIQUE ("environment_id", "package_version_uid", "kind", "ref_id"),
    CONSTRAINT "pk_package_entitlement" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_package_entitlement_feature" ON "package_entitlement" ("environment_id", "feature_uid")`,
  `CREATE INDEX "ix_package_entitlement_currency" ON "package_entitlement" ("environment_id", "currency_uid")`,
  `ALTER TABLE "package" ADD CONSTRAINT "fk_package_product" FOREIGN KEY ("environment_id", "product_uid") REFERENCES "product"("environment_id","uid")`,
  `ALTER TABLE "package_version" ADD CONSTRAINT "fk_package_version_package" FOREIGN KEY ("environment_id", "package_uid") REFERENCES "package"("environment_id","uid") ON DELETE CASCADE`,
  `ALTER TABLE "package_version" ADD CONSTRAINT "fk_package_version_parent" FOREIGN KEY ("environment_id", "parent_plan_uid") REFERENCES "package"("environment_id","uid")`,
  `ALTER TABLE "package_entitlement" ADD CONSTRAINT "fk_package_entitlement_version" FOREIGN KEY ("environment_id", "package_version_uid") REFERENCES "package_version"("environment_id","uid") ON DELETE CASCADE`,
  `ALTER TABLE "package_entitlement" ADD CONSTRAINT "fk_package_entitlement_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id","uid")`,
  `ALTER TABLE "package_entitlement" ADD CONSTRAINT "fk_package_entitlement_currency" FOREIGN KEY ("environment_id", "currency_uid") REFERENCES "custom_currency"("environment_id","uid")`,
  `ALTER TABLE "package_entitlement" ADD CONSTRAINT "fk_package_entitlement_dependency" FOREIGN KEY ("environment_id", "dependency_feature_uid") REFERENCES "feature"("environment_id","uid")`,
];
