import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const flag = `ALTER TABLE "account" ADD COLUMN IF NOT EXISTS "has_governance" boolean NOT NULL DEFAULT true`;

const creations = [
  `CREATE TABLE "entity_type" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "display_name" text NOT NULL,
    "description" text,
    "attribution_keys" text array NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_entity_type_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_entity_type" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "governed_entity" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "customer_id" text NOT NULL,
    "id" text NOT NULL,
    "entity_type_uid" uuid NOT NULL,
    "entity_type_id" text NOT NULL,
    "display_name" text,
    "metadata" jsonb NOT NULL,
    "archived_at" TIMESTAMP(3) WITH TIME ZONE,
    "ancestor_uids" uuid array NOT NULL,
    "parent_uid" uuid,
    "parent_id" text,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_governed_entity_id" UNIQUE ("environment_id", "customer_uid", "id"),
    CONSTRAINT "pk_governed_entity" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_governed_entity_customer" ON "governed_entity" ("environment_id", "customer_uid", "uid")`,
  `CREATE INDEX "ix_governed_entity_type" ON "governed_entity" ("environment_id", "entity_type_uid")`,
  `CREATE INDEX "ix_governed_entity_parent" ON "governed_entity" ("environment_id", "parent_uid") WHERE parent_uid IS NOT NULL`,
  `CREATE TABLE "usage_assignment" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "customer_uid" uuid NOT NULL,
    "entity_uid" uuid NOT NULL,
    "entity_id" text NOT NULL,
    "subject_kind" text NOT NULL,
    "subject_id" text NOT NULL,
    "feature_uid" uuid,
    "currency_uid" uuid,
    "scope_uids" uuid array NOT NULL,
    "scope_ids" text array NOT NULL,
    "scope_key" text NOT NULL,
    "usage_limit" numeric(38,12),
    "cadence" text NOT NULL,
    "used" numeric(38,12) NOT NULL,
    "window_start" TIMESTAMP(3) WITH TIME ZONE,
    "window_end" TIMESTAMP(3) WITH TIME ZONE,
    "utilization" double precision NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_usage_assignment" PRIMARY KEY ("environment_id", "uid")
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX "ix_usage_assignment_customer" ON "usage_assignment" ("environment_id", "customer_uid", "uid")`,
  `CREATE INDEX "ix_usage_assignment_entity" ON "usage_assignment" ("environment_id", "entity_uid", "uid")`,
  `CREATE UNIQUE INDEX "uq_usage_assignment_feature" ON "usage_assignment" ("environment_id", "entity_uid", "feature_uid", "scope_key")
    WHERE feature_uid IS NOT NULL`,
  `CREATE UNIQUE INDEX "uq_usage_assignment_currency" ON "usage_assignment" ("environment_id", "entity_uid", "currency_uid", "scope_key")
    WHERE currency_uid IS NOT NULL`,
  `CREATE INDEX "ix_usage_assignment_utilization" ON "usage_assignment" ("environment_id", "customer_uid", "utilization", "uid")`,
  `CREATE INDEX "ix_usage_assignment_window" ON "usage_assignment" ("environment_id", "customer_uid", "window_end")
    WHERE window_end IS NOT NULL`,
  `CREATE TABLE "assignment_usage" (
    "environment_id" uuid NOT NULL,
    "assignment_uid" uuid NOT NULL,
    "cadence" text NOT NULL,
    "window_start" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "window_end" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "total" numeric(38,12) NOT NULL,
    CONSTRAINT "pk_assignment_usage" PRIMARY KEY ("environment_id", "assignment_uid", "cadence", "window_start")
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX "ix_assignment_usage_window_end" ON "assignment_usage" ("window_end")`,
];

const references = [
  ['governed_entity', 'fk_governed_entity_customer', 'customer_uid', 'customer'],
  ['governed_entity', 'fk_governed_entity_type', 'entity_type_uid', 'entity_type'],
  ['governed_entity', 'fk_governed_entity_parent', 'parent_uid', 'governed_entity'],
  ['usage_assignment', 'fk_usage_assignment_customer', 'customer_uid', 'customer'],
  ['usage_assignment', 'fk_usage_assignment_entity', 'entity_uid', 'governed_entity'],
  ['usage_assignment', 'fk_usage_assignment_feature', 'feature_uid', 'feature'],
  ['usage_assignment', 'fk_usage_assignment_currency', 'currency_uid', 'custom_currency'],
  ['assignment_usage', 'fk_assignment_usage_assignment', 'assignment_uid', 'usage_assignment'],
] as const;

// Whoever holds the attribution keys of an environment in memory hears of it.
const noting = `CREATE OR REPLACE TRIGGER note_entity_type AFTER INSERT OR UPDATE OR DELETE ON "entity_type"
  FOR EACH ROW EXECUTE FUNCTION note_environment()`;

/** Who uses what a customer has, and within which budgets. Domain: access-and-events G1–G10; ADR-0125 */
export class ExpandGovernance1795707000000 implements MigrationInterface {
  name = 'ExpandGovernance1795707000000';
  /** What takes locks on tables that are in use takes each for a moment alone; the rest is made anew where a broken attempt left some of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['account', 'ACCESS EXCLUSIVE']], [flag]));
    for (const table of tables) await runner.query(`DROP TABLE IF EXISTS "${table}"`);
    for (const creation of creations) await runner.query(creation);
    for (const [table, name, column, target] of references) {
      const added = `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" FOREIGN KEY ("environment_id", "${column}") REFERENCES "${target}"("environment_id", "uid")`;
      await runner.query(withBriefLocks([[target, 'SHARE ROW EXCLUSIVE']], [added]));
    }
    await runner.query(noting);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TABLE "${table}"`);
    await runner.query(`ALTER TABLE "account" DROP COLUMN "has_governance"`);
  }
}

const tables = ['assignment_usage', 'usage_assignment', 'governed_entity', 'entity_type'];
