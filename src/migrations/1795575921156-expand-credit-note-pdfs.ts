import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const create = `CREATE TABLE IF NOT EXISTS "credit_note_pdf" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "credit_note_uid" uuid NOT NULL,
        "content" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_note_pdf_note" UNIQUE ("environment_id", "credit_note_uid"),
        CONSTRAINT "pk_credit_note_pdf" PRIMARY KEY ("environment_id", "uid")
    )`;

const reference = `ALTER TABLE "credit_note_pdf"
    DROP CONSTRAINT IF EXISTS "fk_credit_note_pdf_note",
    ADD CONSTRAINT "fk_credit_note_pdf_note" FOREIGN KEY ("environment_id", "credit_note_uid") REFERENCES "credit_note"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`;

/** Documents of credit notes; each is rendered when it is first asked for. */
export class ExpandCreditNotePdfs1795575921156 implements MigrationInterface {
  name = 'ExpandCreditNotePdfs1795575921156';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['credit_note', 'SHARE ROW EXCLUSIVE']], [create, reference]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "credit_note_pdf"`);
  }
}
