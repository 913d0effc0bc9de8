import type { MigrationInterface, QueryRunner } from 'typeorm';

const xid = 'pg_current_xact_id()::text::bigint';
const isMember = "coalesce(current_setting('engine.member', true), '') = 'on'";
const columns = 'xid, uid, environment_id, subjects, revision, by_member, about, topic';

const walletOf = (recurrence: string): string =>
  `JOIN credit_wallet w ON w.environment_id = ${recurrence}.environment_id AND w.uid = ${recurrence}.wallet_uid`;

/** All that their customers may do is told anew; of more than a thousand customers none is named. @param wallets as `w` */
const listed = (wallets: string): string => `BEGIN
      INSERT INTO engine_change (${columns})
        SELECT ${xid}, gen_random_uuid(), w.environment_id,
               CASE WHEN count(DISTINCT w.customer_uid) <= 1000 THEN array_agg(DISTINCT w.customer_uid) ELSE '{}' END,
               NULL, ${isMember},
               CASE WHEN count(DISTINCT w.customer_uid) <= 1000 AND stream_wanted(w.environment_id)
                    THEN jsonb_agg(DISTINCT jsonb_build_array('grants', w.customer_uid, w.resource_key)) END,
               'credits'
          FROM ${wallets} GROUP BY w.environment_id;
      RETURN NULL;
    END`;

const hasLeft = (row: string): string => `(${row}.granted - ${row}.used > 0)`;

/** What balances are answered by, as it changes. Each function touches rows of its own environment only. ADR-0107 */
const noting = {
  // A write that does not say its own name has that of the one before it. Who has nothing left, or has something again, may use other
  // features than before; else only what is used and given is otherwise. Which wallets is told only where somebody wants to know.
  note_moved_wallets: `DECLARE listening boolean := EXISTS (SELECT FROM stream_head h WHERE h.wanted_at > clock_timestamp() - interval '1 hour');
    BEGIN
      INSERT INTO engine_change (${columns})
        SELECT ${xid}, gen_random_uuid(), g.environment_id, CASE WHEN cardinality(g.customers) <= 1000 THEN g.customers ELSE '{}' END,
               CASE WHEN NOT EXISTS (SELECT FROM former f WHERE f.last_write IS NOT DISTINCT FROM g.last_write) THEN g.last_write END,
               ${isMember},
               CASE WHEN listening AND cardinality(g.customers) <= 1000 AND stream_wanted(g.environment_id) THEN (
                 SELECT jsonb_agg(DISTINCT CASE WHEN ${hasLeft('n')} = ${hasLeft('o')}
                          THEN jsonb_build_array('usage', n.customer_uid, n.resource_key, n.currency_uid)
                          ELSE jsonb_build_array('grants', n.customer_uid, n.resource_key) END)
                   FROM changed n JOIN former o ON o.environment_id = n.environment_id AND o.uid = n.uid
                  WHERE n.environment_id = g.environment_id AND n.last_write IS NOT DISTINCT FROM g.last_write) END,
               'credits'
          FROM (SELECT c.environment_id, c.last_write, array_agg(DISTINCT c.customer_uid) AS customers
                  FROM changed c GROUP BY c.environment_id, c.last_write) g;
      RETURN NULL;
    END`,
  note_wallets: listed('changed w'),
  // Whether what is owed keeps its holder from using more.
  note_recurrences: listed(`changed c ${walletOf('c')}`),
  note_changed_recurrences: listed(`changed c
          JOIN former o ON o.environment_id = c.environment_id AND o.uid = c.uid
               AND (o.has_soft_limit, o.until) IS DISTINCT FROM (c.has_soft_limit, c.until)
          ${walletOf('c')}`),
  // Anybody may have credits of it; of a new one nobody has, but it may take the id of one that was archived.
  note_currency: `BEGIN
      INSERT INTO engine_change (${columns})
        VALUES (${xid}, gen_random_uuid(), coalesce(NEW.environment_id, OLD.environment_id), '{}', NULL, ${isMember},
                CASE WHEN TG_OP = 'INSERT' THEN '[]'::jsonb ELSE '[["all"]]'::jsonb END, 'credits');
      RETURN NULL;
    END`,
};

/** Balances are held in memory, and hear by the tables what others change of them. ADR-0107 */
export class ExpandWalletChanges1795688000000 implements MigrationInterface {
  name = 'ExpandWalletChanges1795688000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "engine_change" ADD "topic" text`);
    await runner.query(`ALTER TABLE "credit_wallet" ADD "last_write" uuid`);
    for (const [name, body] of Object.entries(noting))
      await runner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    ${body} $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(noting).reverse()) await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query(`ALTER TABLE "credit_wallet" DROP COLUMN "last_write"`);
    await runner.query(`ALTER TABLE "engine_change" DROP COLUMN "topic"`);
  }
}
