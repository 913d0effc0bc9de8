import { rowsOf } from './database';
import { eventually } from './eventually';

const due = `
  select from graphile_worker._private_jobs
   where attempts < max_attempts and (locked_at is not null or run_at <= now())`;

/** Once no job is due or under way: what the service does by itself has been done. */
export const untilIdle = (databaseUrl: string): Promise<void> =>
  eventually(async () => expect(await rowsOf(databaseUrl, due)).toHaveLength(0));
