import { currentContext } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { TestApp } from './app';

interface Asked {
  requestId: string;
  name: string | undefined;
}

type Listener = (asked: Asked) => void;

/** Who listens to which database; it is wrapped while anybody does. */
const listeners = new Map<Database, Set<Listener>>();

/**
 * What one request asked the database once it was known who asks, by the names of the statements. Background work, other
 * requests and the look-up of a key that is not in the cache any more are left out, whatever else runs at the time.
 */
export async function countedStatements<A extends { headers: Headers }>(
  app: TestApp,
  send: () => Promise<A>,
): Promise<{ answer: A; statements: (string | undefined)[] }> {
  const all: Asked[] = [];
  const stop = listen(app.nest.get(Database), (asked) => void all.push(asked));
  try {
    const answer = await send();
    const id = answer.headers.get('x-request-id');
    if (id === null) throw new Error('The answer bears no request id');
    return {
      answer,
      statements: all.filter(({ requestId }) => requestId === id).map(({ name }) => name),
    };
  } finally {
    stop();
  }
}

/** @returns ends it */
function listen(database: Database, listener: Listener): () => void {
  const present = listeners.get(database) ?? wrap(database);
  present.add(listener);
  return () => {
    present.delete(listener);
    if (present.size > 0) return;
    listeners.delete(database);
    // The method of the class is seen again.
    Reflect.deleteProperty(database, 'query');
  };
}

function wrap(database: Database): Set<Listener> {
  const present = new Set<Listener>();
  const query = database.query.bind(database);
  const listened: Database['query'] = (statement, values) => {
    const context = currentContext();
    // Before the caller is known it is the key that is looked up, or not, as its cache has it.
    if (context?.principal && context.door !== 'WORKER') {
      for (const tell of present) tell({ requestId: context.requestId, name: statement.name });
    }
    return query(statement, values);
  };
  Object.defineProperty(database, 'query', { value: listened, configurable: true, writable: true });
  listeners.set(database, present);
  return present;
}
