import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE "environment_move" (
    "environment_id" uuid NOT NULL,
    "direction" text NOT NULL,
    "is_held" boolean NOT NULL,
    "began_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "environment_move_direction" CHECK (direction IN ('LEAVING', 'ARRIVING')),
    CONSTRAINT "pk_environment_move" PRIMARY KEY ("environment_id")
  )`;

/**
 * The fence: triggers that call it stand on the tables of tenants only while an environment is held, for rows of that one alone. What spans
 * environments passes over its rows; an account that changes the environment itself must hear of it. What replication brings is not asked.
 */
const refuse = `CREATE FUNCTION refuse_held_write() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      held constant uuid := TG_ARGV[0]::uuid;
      about constant text := current_setting('engine.environment', true);
    BEGIN
      IF EXISTS (SELECT FROM environment_move m WHERE m.environment_id = held AND NOT m.is_held) THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      END IF;
      IF about <> held::text AND TG_TABLE_NAME <> 'environment' THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'environment % is being moved to another database', held USING ERRCODE = 'EM001';
    END $$`;

/** Environments that are on their way from or to another database. ADR-0130 */
export class ExpandEnvironmentMoves1795710000000 implements MigrationInterface {
  name = 'ExpandEnvironmentMoves1795710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query(refuse);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION refuse_held_write()`);
    await runner.query(`DROP TABLE "environment_move"`);
  }
}
