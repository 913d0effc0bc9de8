import { currentContext } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { TestApp } from './app';

interface Asked {
  requestId: string;
  text: string;
}

type Listener = (asked: Asked) => void;

/** Who listens to which database; it is wrapped while anybody does. */
const listeners = new Map<Database, Set<Listener>>();

/**
 * What one request asked the database once it was known who asks, by the texts of the statements. Background work, other
 * requests and the look-up of a key that is not in the cache any more are left out, whatever else runs at the time.
 */
export async function countedStatements<A extends { headers: Headers }>(
  app: TestApp,
  send: () => Promise<A>,
): Promise<{ answer: A; statements: string[] }> {
  const all: Asked[] = [];
  const stop = listen(app.nest.get(Database), (asked) => void all.push(asked));
  try {
    const answer = await send();
    const id = answer.headers.get('x-request-id');
    if (id === null) throw new Error('The answer bears no request id');
    return {
      answer,
      statements: all.filter(({ requestId }) => requestId === id).map(({ text }) => text),
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
    // The methods of the class are seen again.
    for (const method of methods) Reflect.deleteProperty(database, method);
  };
}

const methods = ['query', 'queryIn', 'queryEverywhere', 'queryPlannedAnew'] as const;

function wrap(database: Database): Set<Listener> {
  const present = new Set<Listener>();
  for (const method of methods) {
    const query = database[method].bind(database) as (...asked: unknown[]) => unknown;
    const listened = (...asked: unknown[]): unknown => {
      const text = String(asked[method === 'queryIn' ? 1 : 0]);
      const context = currentContext();
      // Before the caller is known it is the key that is looked up, or not, as its cache has it.
      if (context?.principal && context.door !== 'WORKER') {
        for (const tell of present) tell({ requestId: context.requestId, text });
      }
      return query(...asked);
    };
    Object.defineProperty(database, method, { value: listened, configurable: true, writable: true });
  }
  listeners.set(database, present);
  return present;
}
