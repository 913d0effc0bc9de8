import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const table = [
  `CREATE TABLE IF NOT EXISTS "attention" (
    "environment_id" uuid NOT NULL,
    "kind" text NOT NULL,
    "uid" uuid NOT NULL,
    "cause_uid" uuid NOT NULL,
    "since" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_attention" PRIMARY KEY ("environment_id", "kind", "uid")
  )`,
  `CREATE INDEX IF NOT EXISTS "ix_attention_newest" ON "attention" ("environment_id", "kind", "since", "uid")`,
];

/** Of an invoice the payment that waits for its day to be followed: one at most, however often somebody has charged it by hand. */
const followed = `CREATE INDEX CONCURRENTLY "ix_payment_invoice_followed" ON "payment" ("environment_id", "invoice_uid")
    WHERE due_at IS NOT NULL
        AND settled_at IS NOT NULL`;

interface Kept {
  on: string;
  event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** A write of which it does not hold runs none of it. */
  when: string;
  calls: string;
}

/** Of a row as it was, or as it is: does it need attention? What was owed once and is settled is another row. */
const isFailing = (row: string): string => `${row}.state = 'OPEN' AND ${row}.collection = 'FAILED'`;
const isOwed = (row: string): string => `${row}.grant_type = 'OVERDRAFT' AND ${row}.voided_at IS NULL`;
const hasFailed = (row: string): string =>
  `${row}.state IN ('FAILED', 'CANCELED') AND NOT ${row}.is_given_up AND ${row}.invoice_uid IS NOT NULL`;

/** What ends a row comes before what makes one, so that none is made that nothing ends. */
const triggers: Record<string, Kept> = {
  invoice_attention_over: {
    ...{ on: 'invoice', event: 'UPDATE', calls: 'end_attention_to_payment' },
    when: `${isFailing('OLD')} AND (NEW.state, NEW.collection) IS DISTINCT FROM (OLD.state, OLD.collection)`,
  },
  invoice_attention_gone: {
    ...{ on: 'invoice', event: 'DELETE', calls: 'end_attention_to_payment' },
    when: isFailing('OLD'),
  },
  payment_attention: {
    ...{ on: 'payment', event: 'INSERT', calls: 'begin_attention_to_payment' },
    when: hasFailed('NEW'),
  },
  payment_attention_changed: {
    ...{ on: 'payment', event: 'UPDATE', calls: 'begin_attention_to_payment' },
    when: `${hasFailed('NEW')} AND NEW.state <> OLD.state`,
  },
  credit_grant_attention_over: {
    ...{ on: 'credit_grant', event: 'UPDATE', calls: 'end_attention_to_wallet' },
    when: `${isOwed('OLD')} AND NEW.voided_at IS NOT NULL`,
  },
  credit_grant_attention_gone: {
    ...{ on: 'credit_grant', event: 'DELETE', calls: 'end_attention_to_wallet' },
    when: isOwed('OLD'),
  },
  credit_grant_attention: {
    ...{ on: 'credit_grant', event: 'INSERT', calls: 'begin_attention_to_wallet' },
    when: isOwed('NEW'),
  },
};

const insert = 'INSERT INTO attention AS a (environment_id, kind, uid, cause_uid, since)';
const latest = `ON CONFLICT (environment_id, kind, uid) DO UPDATE SET cause_uid = EXCLUDED.cause_uid, since = EXCLUDED.since`;

/** Who writes a payment that failed has noted that at its invoice before, and holds it: whoever closes it comes before that, or after the commit. */
const functions: Record<string, string> = {
  begin_attention_to_payment: `
        ${insert}
        SELECT i.environment_id, 'FAILED_PAYMENT', i.uid, NEW.uid, coalesce(NEW.settled_at, NEW.updated_at)
          FROM invoice i
         WHERE i.environment_id = NEW.environment_id AND i.uid = NEW.invoice_uid AND ${isFailing('i')}
           FOR SHARE OF i
        ${latest};`,
  end_attention_to_payment: `
        DELETE FROM attention a
         WHERE a.environment_id = OLD.environment_id AND a.kind = 'FAILED_PAYMENT' AND a.uid = OLD.uid;`,
  begin_attention_to_wallet: `
        ${insert}
        VALUES (NEW.environment_id, 'OVERDRAFT', NEW.wallet_uid, NEW.uid, NEW.effective_at)
        ${latest};`,
  end_attention_to_wallet: `
        DELETE FROM attention a
         WHERE a.environment_id = OLD.environment_id AND a.kind = 'OVERDRAFT' AND a.uid = OLD.wallet_uid
           AND a.cause_uid = OLD.uid;`,
};

const keeping = (table: string): string[] =>
  Object.entries(triggers)
    .filter(([, { on }]) => on === table)
    .map(
      ([name, { event, when, calls }]) => `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON ${table}
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${calls}()`,
    );

interface Subject {
  environment_id: string;
  uid: string;
}

/** What was there before the triggers. */
interface Former {
  /** Which rows it may be, as far as they have no line yet. */
  subjects: string;
  /** Those of $1 and $2 that are it by then, each held until its line is there: who would end it comes before, or finds the line. */
  put: string;
}

const lacks = (row: string, kind: string, subject: string): string =>
  `NOT EXISTS (SELECT FROM attention a WHERE a.environment_id = ${row}.environment_id AND a.kind = '${kind}' AND a.uid = ${subject})`;
const isAsked = (row: string): string =>
  `(${row}.environment_id, ${row}.uid) IN (SELECT s.e, s.u FROM unnest($1::uuid[], $2::uuid[]) s (e, u))`;

const formerPayments: Former = {
  subjects: `SELECT i.environment_id, i.uid FROM invoice i WHERE ${isFailing('i')} AND ${lacks('i', 'FAILED_PAYMENT', 'i.uid')}`,
  put: `${insert}
    SELECT i.environment_id, 'FAILED_PAYMENT', i.uid, p.uid, coalesce(p.settled_at, p.updated_at)
      FROM invoice i CROSS JOIN LATERAL (
        SELECT f.uid, f.settled_at, f.updated_at FROM payment f
         WHERE f.environment_id = i.environment_id AND f.invoice_uid = i.uid AND ${hasFailed('f')}
         ORDER BY f.uid DESC LIMIT 1) p
     WHERE ${isAsked('i')} AND ${isFailing('i')} FOR SHARE OF i`,
};
/** Wallets are held before what is in them, as by whoever moves them. */
const formerOverdrafts: Former = {
  subjects: `SELECT g.environment_id, g.uid FROM credit_grant g WHERE ${isOwed('g')} AND ${lacks('g', 'OVERDRAFT', 'g.wallet_uid')}`,
  put: `${insert}
    SELECT g.environment_id, 'OVERDRAFT', g.wallet_uid, g.uid, g.effective_at
      FROM credit_grant g JOIN credit_wallet w ON w.environment_id = g.environment_id AND w.uid = g.wallet_uid
     WHERE ${isAsked('g')} AND ${isOwed('g')} FOR SHARE OF w, g`,
};

/** Held at once for some milliseconds, and only where nobody is waited for. */
const atOnce = 200;

/** Many at a time where nobody is at work on them, and the rest one by one: so nobody waits for it who is waited for. */
async function putFormer(runner: QueryRunner, { subjects, put }: Former): Promise<void> {
  const ask = async (): Promise<Subject[]> => (await runner.query(subjects)) as Subject[];
  const putAll = (all: readonly Subject[], locking: string): Promise<unknown> =>
    runner.query(`${put} ${locking} ON CONFLICT DO NOTHING`, [
      all.map(({ environment_id }) => environment_id),
      all.map(({ uid }) => uid),
    ]);
  const found = await ask();
  for (let place = 0; place < found.length; place += atOnce)
    await putAll(found.slice(place, place + atOnce), 'SKIP LOCKED');
  for (const left of await ask()) await putAll([left], '');
}

/** What needs attention, kept by whoever writes the rows that it is about. ADR-0140 */
export class ExpandAttention1795713000000 implements MigrationInterface {
  name = 'ExpandAttention1795713000000';
  /** One statement where it holds others up; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of table) await runner.query(statement);
    for (const [name, work] of Object.entries(functions))
      await runner.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $keep$
      BEGIN${work}
        RETURN NULL;
      END $keep$`);
    for (const each of ['invoice', 'payment', 'credit_grant'])
      await runner.query(withBriefLocks([[each, 'SHARE ROW EXCLUSIVE']], keeping(each)));
    // From here on it waits for whoever is at work, and nobody waits for it for longer than some rows take.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_payment_invoice_followed"`);
    await runner.query(followed);
    for (const former of [formerPayments, formerOverdrafts]) await putFormer(runner, former);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, { on }] of Object.entries(triggers))
      await runner.query(`DROP TRIGGER ${name} ON ${on}`);
    for (const name of Object.keys(functions)) await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query(`DROP INDEX "ix_payment_invoice_followed"`);
    await runner.query(`DROP TABLE "attention"`);
  }
}
