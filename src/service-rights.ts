import type { Logger } from 'pino';
import type { DataSource } from '#libs/persistence/data-source';
import { rewriterOf, type FewerRights } from '#libs/persistence/service-role';

/** What the role of the service may not change: the ledger of credits, and which migrations were run. Domain: credits D1. ADR-0104 */
export const fewerRights: FewerRights = {
  appendOnly: ['credit_ledger_entry'],
  readOnly: ['migration', 'migrations'],
};

/** Where the role that the service works by could change the ledger, whatever the settings say. */
export async function warnOfOneRole(dataSource: DataSource, logger: Logger): Promise<void> {
  const role = await rewriterOf(dataSource, fewerRights.appendOnly);
  if (role === undefined) return;
  logger.warn(
    `The role "${role}" of DATABASE_URL may change the ledger of credits, for only triggers keep it from that and it may switch them off: ` +
      'name the owner of the tables in DATABASE_MIGRATION_URL, and in DATABASE_URL a role that owns nothing and may make nothing in their schema',
  );
}
