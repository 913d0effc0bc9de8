import type { MigrationInterface, QueryRunner } from 'typeorm';

const noteMeter = (
  column: string,
  value: string,
): string => `CREATE OR REPLACE FUNCTION note_meter() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        UPDATE meter m SET until = coalesce(NEW.updated_at, now())
         WHERE m.environment_id = OLD.environment_id AND m.feature_uid = OLD.uid AND m.until IS NULL;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.meter IS NOT NULL THEN
        INSERT INTO meter (environment_id, uid, feature_uid, ${column}definition, since)
        VALUES (NEW.environment_id, gen_random_uuid(), NEW.uid, ${value}NEW.meter, NEW.updated_at);
      END IF;
      RETURN NULL;
    END $$`;

/** A meter outlives its feature, so it keeps the id by which the feature was called. ADR-0063 */
export class ExpandMeterFeatures1795450000000 implements MigrationInterface {
  name = 'ExpandMeterFeatures1795450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "meter" ADD COLUMN "feature_id" text`);
    await runner.query(noteMeter('feature_id, ', 'NEW.id, '));
    // There are as few as features with meters. Of one that was deleted meanwhile the history knows the id: it is older than meters are.
    await runner.query(`UPDATE meter m
        SET feature_id = coalesce(
              (SELECT f.id FROM feature f WHERE f.environment_id = m.environment_id AND f.uid = m.feature_uid),
              (SELECT s.id FROM entitlement_subject_state s
                WHERE s.environment_id = m.environment_id AND s.subject_uid = m.feature_uid
                ORDER BY s.known_at DESC, s.place DESC LIMIT 1))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteMeter('', ''));
    await runner.query(`ALTER TABLE "meter" DROP COLUMN "feature_id"`);
  }
}
