import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What environments choose, and memory is told of it as of features. ADR-0058 */
export class ExpandEnvironmentSettings1795412000000 implements MigrationInterface {
  name = 'ExpandEnvironmentSettings1795412000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "environment_settings" (
        "environment_id" uuid NOT NULL,
        "chosen" jsonb NOT NULL,
        "revision" integer NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_environment_settings" PRIMARY KEY ("environment_id")
    )`);
    await runner.query(`CREATE TRIGGER note_settings AFTER INSERT OR UPDATE OR DELETE ON "environment_settings"
    FOR EACH ROW EXECUTE FUNCTION note_environment()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "environment_settings"`);
  }
}
