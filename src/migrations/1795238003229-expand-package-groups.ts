import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandPackageGroups1795238003229 implements MigrationInterface {
  name = 'ExpandPackageGroups1795238003229';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "package_entitlement_tag" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "package_version_uid" uuid NOT NULL,
        "entitlement_uid" uuid NOT NULL,
        "group_uid" uuid NOT NULL,
        "group_id" text NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_package_entitlement_tag" UNIQUE ("environment_id", "entitlement_uid", "group_uid"),
        CONSTRAINT "pk_package_entitlement_tag" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_package_entitlement_tag_version" ON "package_entitlement_tag" ("environment_id", "package_version_uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_package_entitlement_tag_group" ON "package_entitlement_tag" ("environment_id", "group_uid")`,
    );
    await runner.query(`CREATE TABLE "package_group" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "display_name" text,
        "product_uid" uuid NOT NULL,
        "product_id" text NOT NULL,
        "addons" jsonb NOT NULL,
        "status" text NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_package_group_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_package_group" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_package_group_product" ON "package_group" ("environment_id", "product_uid")`,
    );
    await runner.query(`ALTER TABLE "package_version"
    ADD "package_groups" jsonb`);
    await runner.query(`ALTER TABLE "package_entitlement_tag"
    ADD CONSTRAINT "fk_package_entitlement_tag_version" FOREIGN KEY ("environment_id", "package_version_uid") REFERENCES "package_version"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "package_entitlement_tag"
    ADD CONSTRAINT "fk_package_entitlement_tag_entitlement" FOREIGN KEY ("environment_id", "entitlement_uid") REFERENCES "package_entitlement"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "package_entitlement_tag"
    ADD CONSTRAINT "fk_package_entitlement_tag_group" FOREIGN KEY ("environment_id", "group_uid") REFERENCES "feature_group"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "package_group"
    ADD CONSTRAINT "fk_package_group_product" FOREIGN KEY ("environment_id", "product_uid") REFERENCES "product"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "package_group" DROP CONSTRAINT "fk_package_group_product"`);
    await runner.query(
      `ALTER TABLE "package_entitlement_tag" DROP CONSTRAINT "fk_package_entitlement_tag_group"`,
    );
    await runner.query(
      `ALTER TABLE "package_entitlement_tag" DROP CONSTRAINT "fk_package_entitlement_tag_entitlement"`,
    );
    await runner.query(
      `ALTER TABLE "package_entitlement_tag" DROP CONSTRAINT "fk_package_entitlement_tag_version"`,
    );
    await runner.query(`ALTER TABLE "package_version" DROP COLUMN "package_groups"`);
    await runner.query(`DROP INDEX "public"."ix_package_group_product"`);
    await runner.query(`DROP TABLE "package_group"`);
    await runner.query(`DROP INDEX "public"."ix_package_entitlement_tag_group"`);
    await runner.query(`DROP INDEX "public"."ix_package_entitlement_tag_version"`);
    await runner.query(`DROP TABLE "package_entitlement_tag"`);
  }
}
