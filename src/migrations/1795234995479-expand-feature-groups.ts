import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandFeatureGroups1795234995479 implements MigrationInterface {
  name = 'ExpandFeatureGroups1795234995479';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "feature_group" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "display_name" text NOT NULL,
        "status" text NOT NULL,
        "metadata" jsonb NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_feature_group_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_feature_group" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE TABLE "feature_group_member" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "group_uid" uuid NOT NULL,
        "feature_uid" uuid NOT NULL,
        "feature_id" text NOT NULL,
        "position" integer NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_feature_group_member" UNIQUE ("environment_id", "group_uid", "feature_uid"),
        CONSTRAINT "pk_feature_group_member" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_feature_group_member_feature" ON "feature_group_member" ("environment_id", "feature_uid")`,
    );
    await runner.query(`ALTER TABLE "feature_group_member"
    ADD CONSTRAINT "fk_feature_group_member_group" FOREIGN KEY ("environment_id", "group_uid") REFERENCES "feature_group"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "feature_group_member"
    ADD CONSTRAINT "fk_feature_group_member_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "feature_group_member" DROP CONSTRAINT "fk_feature_group_member_feature"`,
    );
    await runner.query(`ALTER TABLE "feature_group_member" DROP CONSTRAINT "fk_feature_group_member_group"`);
    await runner.query(`DROP INDEX "public"."ix_feature_group_member_feature"`);
    await runner.query(`DROP TABLE "feature_group_member"`);
    await runner.query(`DROP TABLE "feature_group"`);
  }
}
