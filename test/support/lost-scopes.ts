import { Database } from '#libs/persistence/database';
import { mappings } from '../../src/areas';
import { aboveTenants } from './above-tenants';

const tables = mappings
  .map(({ options }) => String(options.tableName))
  .filter((table) => !(table in aboveTenants));
const ofTenants = new RegExp(`\\b(?:from|join|into|update)\\s+(?:only\\s+)?(?:${tables.join('|')})\\b`);

interface Sending {
  send(statement: { text: string }, scope: string): Promise<unknown>;
}

let isWatched = false;

/**
 * From now on a statement about rows of tenants that says of no environment fails. Where PostgreSQL divides rows it would find nothing, and that is
 * easily taken for the truth: the service has no such statement (ADR-0122).
 */
export function refuseLostScopes(): void {
  if (isWatched) return;
  isWatched = true;
  const sending = Database.prototype as unknown as Sending;
  const { send } = sending;
  sending.send = function (this: Sending, statement, scope) {
    if (scope === '' && ofTenants.test(statement.text))
      return Promise.reject(new Error(`Asked in no environment: ${statement.text.slice(0, 200)}`));
    return send.call(this, statement, scope);
  };
}
