import type { QueryResultRow } from 'pg';
import type { Database } from './database';

/** What falls due, in some environment. */
export interface DueSubject {
  environmentId: string;
  uid: string;
  /** As of when it is done where clocks are set. Subjects of a kind follow each other by this and by their uid. */
  dueAt: Date;
}

/** Of which environments what is due is looked for, and the time that they have. */
export interface DueScope {
  now: Date;
  /** This one only. */
  environmentId?: string;
  /** All but those, which have a time of their own. */
  besides: readonly string[];
}

/** Before all others of a kind. */
export const firstDue = { dueAt: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };

/**
 * The environments of a scope as a condition of a statement, and its value.
 * @param column such as `i.environment_id`
 * @param place such as `$6`
 */
export const inScope = (
  { environmentId, besides }: DueScope,
  column: string,
  place: string,
): [condition: string, value: unknown] =>
  environmentId === undefined
    ? [`${column} <> all(${place}::uuid[])`, besides]
    : [`${column} = ${place}::uuid`, environmentId];

/**
 * The next ones of a kind, in the order of their instants and uids.
 * @param due the statement with the condition of its environments: `$1` is now, `$2` and `$3` the last one before, `$4` the limit
 * @param after the last one of the batch before
 */
export function nextDue<T extends DueSubject>(
  database: Database,
  due: (isInScope: string) => string,
  scope: DueScope,
  after: DueSubject | undefined,
  limit: number,
): Promise<T[]> {
  const { dueAt, uid } = after ?? firstDue;
  const [isInScope, environments] = inScope(scope, 'environment_id', '$5');
  const values = [scope.now, dueAt, uid, limit, environments];
  return askInScope<T & Record<string, unknown>>(database, scope, due(isInScope), values);
}

/** Of one environment, or as what spans them. */
export const askInScope = <R extends QueryResultRow>(
  database: Database,
  { environmentId }: DueScope,
  text: string,
  values: unknown[],
): Promise<R[]> =>
  environmentId === undefined
    ? database.queryEverywhere<R>(text, values)
    : database.queryIn<R>(environmentId, text, values);
