import type { Pool, PoolClient } from 'pg';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  giveBack: (cause?: Error | boolean) => void,
) => void;

/**
 * The pool, to which who was given a connection by a callback may give it back twice. The job library (0.17.3) does so with the one that listens for
 * jobs, where the database goes away while it listens anew and ends at the same time. The pool itself would throw into a promise that nobody hears,
 * which ends the process.
 */
export function forgivingPool(pool: Pool): Pool {
  const connect = (told?: Connected): unknown => (told ? pool.connect(onceBack(told)) : pool.connect());
  return new Proxy(pool, {
    get: (target, name, receiver) =>
      name === 'connect' ? connect : (Reflect.get(target, name, receiver) as unknown),
  });
}

const onceBack =
  (told: Connected): Connected =>
  (error, client, giveBack) => {
    let isBack = false;
    told(error, client, (cause) => {
      if (isBack) return;
      isBack = true;
      giveBack(cause);
    });
  };
