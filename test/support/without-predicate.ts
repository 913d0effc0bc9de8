import { Database } from '#libs/persistence/database';
import type { TestApp } from './app';

const methods = ['query', 'queryPlannedAnew'] as const;

/** Every condition that holds a table to the environment of who asks. */
const predicate = /\b(?:\w+\.)?environment_id = \$1(?![0-9])/g;

/** The statement as whoever forgot the tenant would have written it. */
const forgetful = (text: string): string => text.replace(predicate, '$1::uuid is not null');

/**
 * As long as the work takes, no statement of the service is held to an environment by what it says itself.
 * @param as by which connections: those of the service unless others are named
 * @returns the texts that were not as they are written
 */
export async function withoutPredicate(
  app: TestApp,
  work: () => Promise<void>,
  as?: TestApp['dataSource'],
): Promise<Set<string>> {
  const database = app.nest.get(Database);
  const changed = new Set<string>();
  const before: unknown = Reflect.get(database, 'dataSource');
  for (const method of methods) {
    const asked = database[method].bind(database);
    const without: Database['query'] = (text, values) => {
      const other = forgetful(text);
      if (other !== text) changed.add(text);
      return asked(other, values);
    };
    Object.defineProperty(database, method, { value: without, configurable: true, writable: true });
  }
  if (as) Reflect.set(database, 'dataSource', as);
  try {
    await work();
  } finally {
    Reflect.set(database, 'dataSource', before);
    for (const method of methods) Reflect.deleteProperty(database, method);
  }
  return changed;
}
