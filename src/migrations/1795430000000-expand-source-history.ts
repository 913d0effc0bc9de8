import type { MigrationInterface, QueryRunner } from 'typeorm';

const instantOf = (value: string): string => `to_timestamp((${value})::float8 / 1000)::timestamptz(3)`;
const now = `nullif(current_setting('source_history.now', true), '')::timestamptz`;
// What raises no revision was changed by a tool, which tells no instant either.
const changedAt = 'CASE WHEN NEW.revision = OLD.revision THEN clock_timestamp() ELSE NEW.updated_at END';

const functions: Record<string, string> = {
  // A snapshot's sources one by one, each with what it grants of all features.
  'entitlement_sources(subscriptions jsonb, grants jsonb)': `
    RETURNS TABLE (source_key text, source_kind text, starts_at timestamptz, ends_at timestamptz, granted jsonb)
    LANGUAGE sql IMMUTABLE AS $$
      SELECT source_key, coalesce(l.kind, g.kind), ${instantOf('coalesce(l.starts, g.starts)')},
             ${instantOf('CASE WHEN l.source_key IS NULL THEN g.ends ELSE l.ends END')}, coalesce(g.granted, '{}')
        FROM (SELECT life ->> 'key' AS source_key, 'SUBSCRIPTION' AS kind, life ->> 'from' AS starts, life ->> 'until' AS ends
                FROM jsonb_array_elements(subscriptions) AS lives(life)) l
             FULL JOIN
             (SELECT source ->> 'key' AS source_key, min(source ->> 'kind') AS kind, min(source ->> 'from') AS starts,
                     min(source ->> 'until') AS ends, jsonb_object_agg(feature.key, source) AS granted
                FROM jsonb_each(grants) AS feature, jsonb_array_elements(feature.value) AS sources(source)
               GROUP BY source ->> 'key') g
             USING (source_key)
    $$`,
  // What was there when the history began is written down when it is first changed: until then the snapshot itself tells it. A tool that raises no version tells no instant either.
  'note_source_states()': `
    RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      latest timestamptz;
      last int;
      known timestamptz;
    BEGIN
      SELECT s.declared_at, s.place INTO latest, last FROM entitlement_source_state s
       WHERE s.environment_id = NEW.environment_id AND s.customer_uid = NEW.customer_uid AND s.resource_key = NEW.resource_key
       ORDER BY s.declared_at DESC, s.place DESC LIMIT 1;
      IF latest IS NULL THEN
        latest := OLD.updated_at;
        last := 0;
        INSERT INTO entitlement_source_state
          SELECT OLD.environment_id, OLD.customer_uid, OLD.resource_key, OLD.updated_at, last, was.source_key,
                 OLD.updated_at, was.source_kind, was.starts_at, was.ends_at, was.granted
            FROM entitlement_sources(OLD.subscriptions, OLD.grants) was;
      END IF;
      known := greatest(latest, CASE WHEN NEW.version = OLD.version THEN clock_timestamp() ELSE coalesce(${now}, NEW.updated_at) END);
      INSERT INTO entitlement_source_state
        SELECT NEW.environment_id, NEW.customer_uid, NEW.resource_key, known, last + 1, source_key, NEW.updated_at,
               coalesce(becomes.source_kind, was.source_kind), coalesce(becomes.starts_at, was.starts_at),
               CASE WHEN becomes.source_kind IS NULL THEN was.ends_at ELSE becomes.ends_at END, becomes.granted
          FROM entitlement_sources(NEW.subscriptions, NEW.grants) becomes
               FULL JOIN entitlement_sources(OLD.subscriptions, OLD.grants) was USING (source_key)
         WHERE (becomes.source_kind, becomes.starts_at, becomes.ends_at, becomes.granted)
               IS DISTINCT FROM (was.source_kind, was.starts_at, was.ends_at, was.granted)
           AND (becomes.source_kind IS NOT NULL OR was.ends_at IS NULL OR was.ends_at > known);
      RETURN NULL;
    END $$`,
  // The state before the first change was true from the beginning of its subject on.
  'note_subject_state(subject uuid, tenant uuid, began timestamptz, changed timestamptz, public_id text, before jsonb, after jsonb)': `
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      latest timestamptz;
      last int;
    BEGIN
      SELECT s.known_at, s.place INTO latest, last FROM entitlement_subject_state s
       WHERE s.environment_id = tenant AND s.subject_uid = subject ORDER BY s.known_at DESC, s.place DESC LIMIT 1;
      IF latest IS NULL THEN
        latest := began;
        last := 0;
        INSERT INTO entitlement_subject_state VALUES (tenant, subject, began, last, public_id, before);
      END IF;
      INSERT INTO entitlement_subject_state VALUES (tenant, subject, greatest(latest, changed), last + 1, public_id, after);
    END $$`,
  'note_customer_state()': `
    RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM note_subject_state(NEW.uid, NEW.environment_id, NEW.created_at, ${changedAt}, NEW.id,
        jsonb_build_object('isArchived', OLD.archived_at IS NOT NULL), jsonb_build_object('isArchived', NEW.archived_at IS NOT NULL));
      RETURN NULL;
    END $$`,
  'feature_facts(f feature)': `
    RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT jsonb_build_object('uid', f.uid, 'id', f.id, 'displayName', f.display_name, 'featureType', f.feature_type,
        'meterType', f.meter_type, 'featureStatus', f.feature_status, 'unitTransformation', f.unit_transformation,
        'hasMeter', f.meter IS NOT NULL)
    $$`,
  'note_feature_state()': `
    RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        PERFORM note_subject_state(OLD.uid, OLD.environment_id, OLD.created_at, coalesce(${now}, clock_timestamp()),
          OLD.id, feature_facts(OLD), NULL);
      ELSIF feature_facts(OLD) IS DISTINCT FROM feature_facts(NEW) THEN
        PERFORM note_subject_state(NEW.uid, NEW.environment_id, NEW.created_at, ${changedAt}, NEW.id,
          feature_facts(OLD), feature_facts(NEW));
      END IF;
      RETURN NULL;
    END $$`,
};

const nameOf = (signature: string): string => signature.slice(0, signature.indexOf('('));

/** What the service knew of sources, customers and features, and from when on. ADR-0060 */
export class ExpandSourceHistory1795430000000 implements MigrationInterface {
  name = 'ExpandSourceHistory1795430000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "entitlement_source_state" (
        "environment_id" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "resource_key" text NOT NULL,
        "declared_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "place" integer NOT NULL,
        "source_key" text NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "source_kind" text NOT NULL,
        "starts_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "ends_at" TIMESTAMP(3) WITH TIME ZONE,
        "granted" jsonb,
        CONSTRAINT "pk_entitlement_source_state"
          PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "declared_at", "place", "source_key")
    )`);
    await runner.query(`CREATE TABLE "entitlement_subject_state" (
        "environment_id" uuid NOT NULL,
        "subject_uid" uuid NOT NULL,
        "known_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "place" integer NOT NULL,
        "id" text NOT NULL,
        "facts" jsonb,
        CONSTRAINT "pk_entitlement_subject_state" PRIMARY KEY ("environment_id", "subject_uid", "known_at", "place")
    )`);
    await runner.query(`CREATE INDEX "ix_entitlement_subject_state_id" ON "entitlement_subject_state"
        ("environment_id", "id", "known_at")`);
    await runner.query(`CREATE TABLE "entitlement_history_start" (
        "environment_id" uuid NOT NULL,
        "known_from" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_entitlement_history_start" PRIMARY KEY ("environment_id")
    )`);
    for (const [signature, rest] of Object.entries(functions))
      await runner.query(`CREATE FUNCTION ${signature} ${rest}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const signature of Object.keys(functions).reverse())
      await runner.query(`DROP FUNCTION ${nameOf(signature)}`);
    await runner.query(`DROP TABLE "entitlement_history_start"`);
    await runner.query(`DROP TABLE "entitlement_subject_state"`);
    await runner.query(`DROP TABLE "entitlement_source_state"`);
  }
}
