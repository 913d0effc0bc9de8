import { Client } from 'pg';
import type { TestApp } from './app';

/** On a connection as the service opens it, about one environment. @param url of the role of the service, unless another is said */
export async function asService<T>(
  app: TestApp,
  environmentId: string,
  work: (session: Client) => Promise<T>,
  url = app.serviceUrl,
): Promise<T> {
  const { options } = app.serviceSource.options.extra as { options: string };
  const session = new Client({ connectionString: url, options });
  await session.connect();
  try {
    await session.query(`select set_config('engine.environment', $1, false)`, [environmentId]);
    return await work(session);
  } finally {
    await session.end();
  }
}
