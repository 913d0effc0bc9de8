import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandInvoices1795316549544 implements MigrationInterface {
  name = 'ExpandInvoices1795316549544';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    await keepFinalized(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER invoice_line_finalized ON invoice_line`);
    await runner.query(`DROP TRIGGER invoice_finalized ON invoice`);
    await runner.query(`DROP TRIGGER credit_note_issued ON credit_note`);
    await runner.query(`DROP FUNCTION keep_line_of_finalized_invoice()`);
    await runner.query(`DROP FUNCTION keep_finalized_invoice()`);
    await runner.query(`DROP FUNCTION keep_credit_note()`);
    await runner.query(`ALTER TABLE "credit_note" DROP CONSTRAINT "fk_credit_note_invoice"`);
    await runner.query(`ALTER TABLE "invoice_line" DROP CONSTRAINT "fk_invoice_line_invoice"`);
    await runner.query(`ALTER TABLE "invoice" DROP CONSTRAINT "fk_invoice_customer"`);
    await runner.query(`ALTER TABLE "invoice" DROP CONSTRAINT "fk_invoice_legal_entity"`);
    await runner.query(`ALTER TABLE "invoice" DROP CONSTRAINT "fk_invoice_payment_account"`);
    await runner.query(`ALTER TABLE "document_series" DROP CONSTRAINT "fk_document_series_legal_entity"`);
    await runner.query(`DROP TABLE "document_series"`);
    await runner.query(`DROP INDEX "public"."ix_credit_note_contract"`);
    await runner.query(`DROP TABLE "credit_note"`);
    await runner.query(`DROP TABLE "invoice_pdf"`);
    await runner.query(`DROP TABLE "invoice_line"`);
    await runner.query(`DROP INDEX "public"."ix_invoice_due"`);
    await runner.query(`DROP INDEX "public"."ix_invoice_customer_number"`);
    await runner.query(`DROP INDEX "public"."ix_invoice_customer"`);
    await runner.query(`DROP INDEX "public"."ix_invoice_sent"`);
    await runner.query(`DROP INDEX "public"."ix_invoice_draft"`);
    await runner.query(`DROP TABLE "invoice"`);
  }
}

const statements = [
  `CREATE TABLE "invoice" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "contract_uid" uuid NOT NULL,
        "contract_id" text NOT NULL,
        "contract_external_id" text NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "legal_entity_uid" uuid NOT NULL,
        "legal_entity_id" text NOT NULL,
        "payment_account_uid" uuid NOT NULL,
        "payment_account_id" text NOT NULL,
        "currency" text NOT NULL,
        "payment_time" text NOT NULL,
        "period_start" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "period_end" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "sequence" integer NOT NULL,
        "net_terms" integer NOT NULL,
        "note" text,
        "purchase_order" text,
        "issue_date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "due_date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "carries_usage" boolean NOT NULL,
        "state" text NOT NULL,
        "number" text,
        "finalized_at" TIMESTAMP(3) WITH TIME ZONE,
        "paid_at" TIMESTAMP(3) WITH TIME ZONE,
        "canceled_at" TIMESTAMP(3) WITH TIME ZONE,
        "seller" jsonb,
        "buyer" jsonb,
        "sub_total" numeric(38, 12) NOT NULL,
        "discount" numeric(38, 12) NOT NULL,
        "tax" numeric(38, 12) NOT NULL,
        "total" numeric(38, 12) NOT NULL,
        "credited" numeric(38, 12) NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_invoice_period" UNIQUE (
            "environment_id",
            "contract_uid",
            "payment_time",
            "period_start",
            "period_end",
            "sequence"
        ),
        CONSTRAINT "uq_invoice_number" UNIQUE ("environment_id", "legal_entity_uid", "number"),
        CONSTRAINT "pk_invoice" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE INDEX "ix_invoice_draft" ON "invoice" (
        "environment_id",
        "contract_uid",
        "issue_date",
        "uid"
    )
    WHERE state = 'DRAFT'`,
  `CREATE INDEX "ix_invoice_sent" ON "invoice" (
        "environment_id",
        "contract_uid",
        "issue_date",
        "uid"
    )
    WHERE state <> 'DRAFT'`,
  `CREATE INDEX "ix_invoice_customer" ON "invoice" (
        "environment_id",
        "customer_uid",
        "issue_date",
        "uid"
    )
    WHERE state <> 'DRAFT'`,
  `CREATE INDEX "ix_invoice_customer_number" ON "invoice" ("environment_id", "customer_uid", "number")
    WHERE state <> 'DRAFT'`,
  `CREATE INDEX "ix_invoice_due" ON "invoice" ("issue_date", "uid")
    WHERE state = 'DRAFT'`,
  `CREATE TABLE "invoice_line" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "invoice_uid" uuid NOT NULL,
        "position" integer NOT NULL,
        "type" text NOT NULL,
        "item_id" text NOT NULL,
        "description" text NOT NULL,
        "quantity" numeric(38, 12),
        "unit_price" numeric(38, 12),
        "period_start" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "period_end" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "product_external_id" text,
        "tax_percent" numeric(38, 12) NOT NULL,
        "usage_terms" jsonb,
        "sub_total" numeric(38, 12) NOT NULL,
        "discount" numeric(38, 12) NOT NULL,
        "tax" numeric(38, 12) NOT NULL,
        "total" numeric(38, 12) NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_invoice_line_position" UNIQUE ("environment_id", "invoice_uid", "position"),
        CONSTRAINT "pk_invoice_line" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE TABLE "invoice_pdf" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "invoice_uid" uuid NOT NULL,
        "invoice_revision" integer NOT NULL,
        "content" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_invoice_pdf_invoice" UNIQUE ("environment_id", "invoice_uid"),
        CONSTRAINT "pk_invoice_pdf" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE TABLE "credit_note" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "invoice_uid" uuid NOT NULL,
        "contract_uid" uuid NOT NULL,
        "legal_entity_uid" uuid NOT NULL,
        "number" text NOT NULL,
        "reason_code" text NOT NULL,
        "issue_date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "currency" text NOT NULL,
        "sub_total" numeric(38, 12) NOT NULL,
        "discount" numeric(38, 12) NOT NULL,
        "tax" numeric(38, 12) NOT NULL,
        "total" numeric(38, 12) NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_note_invoice" UNIQUE ("environment_id", "invoice_uid"),
        CONSTRAINT "uq_credit_note_number" UNIQUE ("environment_id", "legal_entity_uid", "number"),
        CONSTRAINT "pk_credit_note" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE INDEX "ix_credit_note_contract" ON "credit_note" ("environment_id", "contract_uid", "uid")`,
  `CREATE TABLE "document_series" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "legal_entity_uid" uuid NOT NULL,
        "series" text NOT NULL,
        "last_number" integer NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_document_series" UNIQUE ("environment_id", "legal_entity_uid", "series"),
        CONSTRAINT "pk_document_series" PRIMARY KEY ("environment_id", "uid")
    )`,
  `ALTER TABLE "invoice"
    ADD CONSTRAINT "fk_invoice_legal_entity" FOREIGN KEY ("environment_id", "legal_entity_uid") REFERENCES "legal_entity"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "invoice"
    ADD CONSTRAINT "fk_invoice_payment_account" FOREIGN KEY ("environment_id", "payment_account_uid") REFERENCES "payment_account"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "document_series"
    ADD CONSTRAINT "fk_document_series_legal_entity" FOREIGN KEY ("environment_id", "legal_entity_uid") REFERENCES "legal_entity"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "invoice"
    ADD CONSTRAINT "fk_invoice_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "invoice_pdf"
    ADD CONSTRAINT "fk_invoice_pdf_invoice" FOREIGN KEY ("environment_id", "invoice_uid") REFERENCES "invoice"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "invoice_line"
    ADD CONSTRAINT "fk_invoice_line_invoice" FOREIGN KEY ("environment_id", "invoice_uid") REFERENCES "invoice"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_note"
    ADD CONSTRAINT "fk_credit_note_invoice" FOREIGN KEY ("environment_id", "invoice_uid") REFERENCES "invoice"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
];

/**
 * What was sent does not change, whatever the code above does. Domain: contracts-billing V3. A later migration that fills a new
 * column of finalized invoices switches the trigger off for its own statement.
 */
async function keepFinalized(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE FUNCTION keep_finalized_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      course constant text[] := ARRAY['state', 'paid_at', 'canceled_at', 'credited', 'revision', 'updated_at'];
    BEGIN
      IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'invoice % is finalized and cannot be deleted', OLD.uid;
      END IF;
      IF to_jsonb(NEW) - course <> to_jsonb(OLD) - course
         OR NEW.state <> OLD.state AND NOT (OLD.state = 'OPEN' AND NEW.state IN ('PAID', 'CANCELED')) THEN
        RAISE EXCEPTION 'invoice % is finalized and cannot be changed', OLD.uid;
      END IF;
      RETURN NEW;
    END $$`);
  await runner.query(`CREATE TRIGGER invoice_finalized BEFORE UPDATE OR DELETE ON invoice
    FOR EACH ROW WHEN (OLD.state <> 'DRAFT') EXECUTE FUNCTION keep_finalized_invoice()`);
  await runner.query(`CREATE FUNCTION keep_line_of_finalized_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      line invoice_line := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
    BEGIN
      PERFORM FROM invoice i
        WHERE i.environment_id = line.environment_id AND i.uid = line.invoice_uid AND i.state <> 'DRAFT';
      IF FOUND THEN
        RAISE EXCEPTION 'invoice % is finalized and its lines cannot be changed', line.invoice_uid;
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`);
  await runner.query(`CREATE TRIGGER invoice_line_finalized BEFORE INSERT OR UPDATE OR DELETE ON invoice_line
    FOR EACH ROW EXECUTE FUNCTION keep_line_of_finalized_invoice()`);
  await runner.query(`CREATE FUNCTION keep_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'credit note % is issued and cannot be changed', OLD.uid;
    END $$`);
  await runner.query(`CREATE TRIGGER credit_note_issued BEFORE UPDATE OR DELETE ON credit_note
    FOR EACH ROW EXECUTE FUNCTION keep_credit_note()`);
}
