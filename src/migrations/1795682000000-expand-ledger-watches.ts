import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Proven first in the coming night: domain/ledger-watch.ts. */
const firstDue = `(date_trunc('day', now() AT TIME ZONE 'UTC') + interval '26 hours') AT TIME ZONE 'UTC'`;

const watched = (wallets: string): string => `INSERT INTO ledger_watch
    (environment_id, uid, due_at, rows, told_seq, told_head, created_at, updated_at)
    SELECT w.environment_id, w.uid, ${firstDue}, 0, 0, '', now(), now() FROM ${wallets} w ON CONFLICT DO NOTHING`;

/** Whoever makes a wallet has it watched, from its first entry on. */
const watching = [
  `CREATE OR REPLACE FUNCTION watch_credit_ledger() RETURNS trigger LANGUAGE plpgsql AS $watch$
    BEGIN
      ${watched('made')};
      RETURN NULL;
    END $watch$`,
  `DROP TRIGGER IF EXISTS credit_wallet_watched ON credit_wallet`,
  `CREATE TRIGGER credit_wallet_watched AFTER INSERT ON credit_wallet REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION watch_credit_ledger()`,
  watched('credit_wallet'),
];

/** When each ledger of credits is proven next, what became of it last, and which head of it was told to the log. ADR-0100 */
export class ExpandLedgerWatches1795682000000 implements MigrationInterface {
  name = 'ExpandLedgerWatches1795682000000';
  /** One statement where it holds others up; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS "ledger_watch" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "claimed_until" TIMESTAMP(3) WITH TIME ZONE,
        "proved_at" TIMESTAMP(3) WITH TIME ZONE,
        "rows" bigint NOT NULL,
        "fault_seq" bigint,
        "fault_reason" text,
        "told_seq" bigint NOT NULL,
        "told_head" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_ledger_watch" PRIMARY KEY ("environment_id", "uid")
    ) WITH (fillfactor = 70)`);
    await runner.query(
      `CREATE INDEX IF NOT EXISTS "ix_ledger_watch_due" ON "ledger_watch" ("due_at", "uid")`,
    );
    await runner.query(`CREATE INDEX IF NOT EXISTS "ix_ledger_watch_fault" ON "ledger_watch" ("uid")
    WHERE fault_seq IS NOT NULL`);
    await runner.query(withBriefLocks([['credit_wallet', 'SHARE ROW EXCLUSIVE']], watching));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER credit_wallet_watched ON credit_wallet`);
    await runner.query(`DROP FUNCTION watch_credit_ledger()`);
    await runner.query(`DROP TABLE "ledger_watch"`);
  }
}
