import type { Logger } from 'pino';
import type { DataSource } from '#libs/persistence/data-source';
import type { StayingTables } from '#libs/persistence/moved-rows';
import { toDivideRows, type DividedRows, type SpanningRights } from '#libs/persistence/row-security';
import { spanningRoleIn } from '#libs/persistence/row-scopes';
import { rewriterOf, type FewerRights } from '#libs/persistence/service-role';

/**
 * What the role of the service may not change: the ledger of credits, the activity log with the heads of its chains, which a function of their
 * owner writes, which migrations were run, and which environments are on their way. Domain: credits D1; access-and-events W8. ADR-0104, ADR-0120
 */
export const fewerRights: FewerRights = {
  appendOnly: ['credit_ledger_entry', 'activity'],
  readOnly: ['migration', 'migrations', 'activity_chain', 'environment_move'],
};

/** What the role for what spans environments may do, of the tables that it must look into: everything else of tenants is closed to it. ADR-0122 */
const spanning: SpanningRights = {
  ...ofAll('select', [
    'account',
    'activity_chain',
    'credit_grant',
    'credit_wallet',
    'custom_currency',
    'customer',
    'customer_resource',
    'customer_token_secret',
    'engine_cell',
    'engine_change',
    'environment',
    'environment_clock',
    'environment_move',
    'environment_settings',
    'feature',
    'invoice',
    'late_usage_watch',
    'payment',
    'promotional_entitlement',
    'raw_event_other',
    'subscription',
    'webhook',
    'webhook_health',
  ]),
  ...ofAll('select, update', ['activity_watch', 'api_key', 'export_sync', 'ledger_watch', 'stream_cursor']),
  ...ofAll('select, delete', ['assignment_usage', 'awaited_delivery', 'idempotent_answer', 'outbox_event']),
  ...ofAll('select, update, delete', ['task', 'webhook_delivery']),
  ...ofAll('select, insert, update, delete', [
    'deleted_place',
    'engine_member',
    'figure_change',
    'figure_day',
    'stream_change',
    'stream_head',
    'usage_change',
    'usage_day',
  ]),
};

function ofAll(verbs: string, tables: readonly string[]): SpanningRights {
  return Object.fromEntries(tables.map((table) => [table, verbs]));
}

/** Rows of environments are kept apart in all tables that bear one, but for these, which belong to no tenant. */
export const dividedRows: DividedRows = {
  above: ['engine_change', 'environment_move', 'member_environment'],
  rights: spanning,
};

/** Of the tables that bear an environment those that stay when it moves: others are above it, or hold numbers of one database. ADR-0130 */
export const stayingTables: StayingTables = {
  above: dividedRows.above,
  bound: ['environment_clock', 'stream_change', 'stream_head'],
};

/** Where the role that the service works by could change the ledger or the activity log, or sees rows of all environments, whatever the settings say. */
export async function warnOfRights(dataSource: DataSource, logger: Logger): Promise<void> {
  const role = await rewriterOf(dataSource, fewerRights.appendOnly);
  if (role === undefined) return warnOfOpenRows(dataSource, logger);
  logger.warn(
    `The role "${role}" of DATABASE_URL may change the ledger of credits and the activity log, for only triggers keep it from that and it may switch them off: ` +
      'name the owner of the tables in DATABASE_MIGRATION_URL, and in DATABASE_URL a role that owns nothing and may make nothing in their schema',
  );
}

async function warnOfOpenRows(dataSource: DataSource, logger: Logger): Promise<void> {
  if (spanningRoleIn(dataSource) !== undefined) return;
  const [session] = await dataSource.query<{ role: string }[]>('select current_user as role');
  logger.warn(toDivideRows(session?.role ?? ''));
}
