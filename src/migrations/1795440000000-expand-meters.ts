import type { MigrationInterface, QueryRunner } from 'typeorm';

const instant = 'TIMESTAMP(3) WITH TIME ZONE';
const counter = `"environment_id" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "resource_key" text NOT NULL`;

/** Raw events, and what meters make of them. ADR-0063 */
export class ExpandMeters1795440000000 implements MigrationInterface {
  name = 'ExpandMeters1795440000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "meter" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "feature_uid" uuid NOT NULL,
        "feature_id" text NOT NULL,
        "definition" jsonb NOT NULL,
        "since" ${instant} NOT NULL,
        "until" ${instant},
        CONSTRAINT "pk_meter" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE UNIQUE INDEX "uq_meter_in_force" ON "meter" ("environment_id", "feature_uid") WHERE until IS NULL`,
    );
    await runner.query(`CREATE TABLE "raw_event" (
        "environment_id" uuid NOT NULL,
        "at" ${instant} NOT NULL,
        "key" uuid NOT NULL,
        "received_at" ${instant} NOT NULL,
        "told_at" ${instant},
        "customer_id" text NOT NULL,
        "resource_id" text,
        "name" text NOT NULL,
        "idempotency_key" text NOT NULL,
        "dimensions" jsonb,
        "flags" integer NOT NULL,
        "fed" uuid array,
        "fed_resource" uuid array,
        CONSTRAINT "pk_raw_event" PRIMARY KEY ("environment_id", "at", "key")
    ) PARTITION BY RANGE ("at")`);
    await runner.query(
      `CREATE INDEX "ix_raw_event_customer" ON "raw_event" ("environment_id", "customer_id", "at")`,
    );
    // For a day that nobody has made a partition of: no event is refused for that.
    await runner.query(`CREATE TABLE "raw_event_other" PARTITION OF "raw_event" DEFAULT`);
    await runner.query(`CREATE TABLE "event_once" (
        "environment_id" uuid NOT NULL,
        "generation" smallint NOT NULL,
        "key" uuid NOT NULL,
        CONSTRAINT "pk_event_once" PRIMARY KEY ("environment_id", "generation", "key")
    ) PARTITION BY LIST ("generation")`);
    await runner.query(`CREATE TABLE "event_once_0" PARTITION OF "event_once" FOR VALUES IN (0)`);
    await runner.query(`CREATE TABLE "event_once_1" PARTITION OF "event_once" FOR VALUES IN (1)`);
    await this.makeCounters(runner);
    await this.noteMeters(runner);
    await this.noteCounters(runner);
  }

  private async makeCounters(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "meter_counter" (
        ${counter},
        "feature_uid" uuid NOT NULL,
        "meter_uid" uuid NOT NULL,
        "window_start" ${instant} NOT NULL,
        "window_end" ${instant} NOT NULL,
        "n" bigint NOT NULL,
        "total" numeric NOT NULL,
        "low" numeric,
        "high" numeric,
        "told_threshold" smallint NOT NULL,
        "told_before" jsonb NOT NULL,
        "last_event_at" ${instant},
        "revision" uuid NOT NULL,
        CONSTRAINT "pk_meter_counter" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "feature_uid")
    ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE TABLE "meter_bucket" (
        ${counter},
        "meter_uid" uuid NOT NULL,
        "starts" ${instant} NOT NULL,
        "ends" ${instant} NOT NULL,
        "n" bigint NOT NULL,
        "total" numeric NOT NULL,
        "low" numeric,
        "high" numeric,
        CONSTRAINT "pk_meter_bucket" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "meter_uid", "starts", "ends")
    ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE TABLE "meter_value" (
        ${counter},
        "meter_uid" uuid NOT NULL,
        "window_start" ${instant} NOT NULL,
        "window_end" ${instant} NOT NULL,
        "value" uuid NOT NULL,
        "first_at" ${instant} NOT NULL,
        CONSTRAINT "pk_meter_value" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "meter_uid", "window_start", "window_end", "value")
    )`);
  }

  /** A trigger, so that what the last release writes begins a meter too. */
  private async noteMeters(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION note_meter() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        UPDATE meter m SET until = coalesce(NEW.updated_at, now())
         WHERE m.environment_id = OLD.environment_id AND m.feature_uid = OLD.uid AND m.until IS NULL;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.meter IS NOT NULL THEN
        INSERT INTO meter (environment_id, uid, feature_uid, feature_id, definition, since)
        VALUES (NEW.environment_id, gen_random_uuid(), NEW.uid, NEW.id, NEW.meter, NEW.updated_at);
      END IF;
      RETURN NULL;
    END $$`);
    await runner.query(`CREATE TRIGGER note_meter AFTER INSERT OR DELETE ON "feature" FOR EACH ROW
    EXECUTE FUNCTION note_meter()`);
    await runner.query(`CREATE TRIGGER note_meter_change AFTER UPDATE ON "feature" FOR EACH ROW
    WHEN (NEW.meter IS DISTINCT FROM OLD.meter) EXECUTE FUNCTION note_meter()`);
    // A new one is of every environment's meters, which processes hold together.
    await runner.query(
      `CREATE TRIGGER note_new_meter AFTER INSERT ON "meter" FOR EACH ROW EXECUTE FUNCTION note_environment()`,
    );
    await runner.query(`INSERT INTO meter (environment_id, uid, feature_uid, feature_id, definition, since)
    SELECT environment_id, gen_random_uuid(), uid, id, meter, updated_at FROM feature WHERE meter IS NOT NULL`);
  }

  /** Whose usage has changed is told like that of reports. ADR-0054 */
  private async noteCounters(runner: QueryRunner): Promise<void> {
    for (const [name, event, changed] of [
      ['note_first_events', 'INSERT', 'NEW'],
      ['note_events', 'UPDATE', 'NEW'],
      ['note_forgotten_events', 'DELETE', 'OLD'],
    ] as const)
      await runner.query(`CREATE TRIGGER ${name} AFTER ${event} ON "meter_counter"
      REFERENCING ${changed} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER note_meter_change ON "feature"`);
    await runner.query(`DROP TRIGGER note_meter ON "feature"`);
    await runner.query(`DROP FUNCTION note_meter()`);
    for (const table of ['meter_value', 'meter_bucket', 'meter_counter', 'event_once', 'raw_event', 'meter'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
