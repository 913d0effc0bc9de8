import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports are committed in groups, each counter held against its revision. ADR-0052 */
export class ExpandUsageRevisions1795393000000 implements MigrationInterface {
  name = 'ExpandUsageRevisions1795393000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_counter" ADD "revision" uuid`);
    // The last release writes counters under its lock and knows no revision: it must not leave the one that another process read.
    await runner.query(`CREATE FUNCTION revise_usage_counter() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.revision := gen_random_uuid();
      RETURN NEW;
    END $$`);
    await runner.query(`CREATE TRIGGER revise_usage_counter BEFORE UPDATE ON "usage_counter" FOR EACH ROW
    WHEN (NEW.revision IS NOT DISTINCT FROM OLD.revision) EXECUTE FUNCTION revise_usage_counter()`);
    await runner.query(`CREATE FUNCTION usage_guard(as_read bigint, all_told bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF as_read <> all_told THEN
        RAISE EXCEPTION 'a counter was changed since it was read' USING ERRCODE = 'EG001';
      END IF;
      RETURN true;
    END $$`);
    // Every report would lock the row of its counter once more. The counter is written by the same statement.
    await runner.query(`ALTER TABLE "usage_measurement" DROP CONSTRAINT "fk_usage_measurement_counter"`);
    await runner.query(`ALTER TABLE "usage_measurement" ALTER COLUMN "fingerprint" DROP NOT NULL`);
    // Room for the next state of a row on its own page, so that no index is written for it.
    await runner.query(`ALTER TABLE "usage_counter" SET (fillfactor = 70)`);
    await runner.query(`ALTER TABLE "usage_window" SET (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_window" RESET (fillfactor)`);
    await runner.query(`ALTER TABLE "usage_counter" RESET (fillfactor)`);
    await runner.query(`UPDATE "usage_measurement" SET "fingerprint" = '' WHERE "fingerprint" IS NULL`);
    await runner.query(`ALTER TABLE "usage_measurement" ALTER COLUMN "fingerprint" SET NOT NULL`);
    await runner.query(`ALTER TABLE "usage_measurement" ADD CONSTRAINT "fk_usage_measurement_counter"
    FOREIGN KEY ("environment_id", "customer_uid", "resource_key", "feature_uid")
    REFERENCES "usage_counter"("environment_id","customer_uid","resource_key","feature_uid")`);
    await runner.query(`DROP FUNCTION usage_guard(bigint, bigint)`);
    await runner.query(`DROP TRIGGER revise_usage_counter ON "usage_counter"`);
    await runner.query(`DROP FUNCTION revise_usage_counter()`);
    await runner.query(`ALTER TABLE "usage_counter" DROP COLUMN "revision"`);
  }
}
