import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const create = `CREATE TABLE IF NOT EXISTS "contract_former_line" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "contract_uid" uuid NOT NULL,
        "external_id" text,
        "name" text NOT NULL,
        "article_uid" uuid,
        "feature_uid" uuid,
        "pricing_model_id" text NOT NULL,
        "rows" jsonb NOT NULL,
        "cycle_unit" text NOT NULL,
        "cycle_count" integer NOT NULL,
        "payment_time" text NOT NULL,
        "discount" numeric(38, 12) NOT NULL,
        "tax" numeric(38, 12) NOT NULL,
        "net_terms" integer,
        "separate_invoice" boolean NOT NULL,
        "activation_start_date" TIMESTAMP(3) WITH TIME ZONE,
        "activation_end_date" TIMESTAMP(3) WITH TIME ZONE,
        "billed_from" TIMESTAMP(3) WITH TIME ZONE,
        "legal_entity_uid" uuid,
        "legal_entity_id" text,
        "payment_account_uid" uuid,
        "payment_account_id" text,
        "line_uid" uuid NOT NULL,
        "last_day" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_contract_former_line" PRIMARY KEY ("environment_id", "uid")
    )`;

const indices = [
  `CREATE INDEX IF NOT EXISTS "ix_contract_former_line_contract" ON "contract_former_line" ("environment_id", "contract_uid")`,
  `CREATE INDEX IF NOT EXISTS "ix_contract_former_line_article" ON "contract_former_line" ("environment_id", "article_uid")`,
  `CREATE INDEX IF NOT EXISTS "ix_contract_former_line_feature" ON "contract_former_line" ("environment_id", "feature_uid")`,
  `CREATE INDEX IF NOT EXISTS "ix_contract_former_line_entity" ON "contract_former_line" ("environment_id", "legal_entity_uid")`,
  `CREATE INDEX IF NOT EXISTS "ix_contract_former_line_account" ON "contract_former_line" ("environment_id", "payment_account_uid")`,
];

/** What a table that is just made refers to. */
const references = `ALTER TABLE "contract_former_line"
    DROP CONSTRAINT IF EXISTS "fk_contract_former_line_contract",
    DROP CONSTRAINT IF EXISTS "fk_contract_former_line_article",
    DROP CONSTRAINT IF EXISTS "fk_contract_former_line_feature",
    DROP CONSTRAINT IF EXISTS "fk_contract_former_line_entity",
    DROP CONSTRAINT IF EXISTS "fk_contract_former_line_account",
    ADD CONSTRAINT "fk_contract_former_line_contract" FOREIGN KEY ("environment_id", "contract_uid") REFERENCES "contract"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION,
    ADD CONSTRAINT "fk_contract_former_line_article" FOREIGN KEY ("environment_id", "article_uid") REFERENCES "billing_article"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION,
    ADD CONSTRAINT "fk_contract_former_line_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION,
    ADD CONSTRAINT "fk_contract_former_line_entity" FOREIGN KEY ("environment_id", "legal_entity_uid") REFERENCES "legal_entity"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION,
    ADD CONSTRAINT "fk_contract_former_line_account" FOREIGN KEY ("environment_id", "payment_account_uid") REFERENCES "payment_account"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`;

/** What lines were before an amendment that left begun invoices as they are: none of those that are there was. ADR-0084 */
export class ExpandContractFormerLines1795574668157 implements MigrationInterface {
  name = 'ExpandContractFormerLines1795574668157';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const locks: Parameters<typeof withBriefLocks>[0] = [
      ['contract', 'SHARE ROW EXCLUSIVE'],
      ['contract_line_item', 'ACCESS EXCLUSIVE'],
      ['billing_article', 'SHARE ROW EXCLUSIVE'],
      ['feature', 'SHARE ROW EXCLUSIVE'],
      ['legal_entity', 'SHARE ROW EXCLUSIVE'],
      ['payment_account', 'SHARE ROW EXCLUSIVE'],
    ];
    const add = `ALTER TABLE "contract_line_item" ADD COLUMN IF NOT EXISTS "billed_from" TIMESTAMP(3) WITH TIME ZONE`;
    await runner.query(withBriefLocks(locks, [create, ...indices, references, add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "contract_former_line"`);
    await runner.query(`ALTER TABLE "contract_line_item" DROP COLUMN "billed_from"`);
  }
}
