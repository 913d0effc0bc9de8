import { Client } from 'pg';
import type { TestApp } from './app';

/** As somebody who owns the database does, and whom no trigger stops. */
export async function behindOurBack(
  { databaseUrl }: TestApp,
  ...statements: [text: string, values: unknown[]][]
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const [text, values] of statements) await client.query(text, values);
  } finally {
    await client.end();
  }
}

/**
 * Cuts off what the one wallet of an environment has in its ledger after a place, and sets wallet and grants back to it, so that all that is left
 * fits together. It had one grant, from which was drawn.
 */
export const truncated = (app: TestApp, environmentId: string, seq: number): Promise<void> =>
  behindOurBack(
    app,
    ['delete from credit_ledger_entry where environment_id = $1 and seq > $2', [environmentId, seq]],
    [
      `update credit_wallet w set seq = e.seq, head = e.digest, used = w.granted - e.ending_balance
         from credit_ledger_entry e where w.environment_id = $1 and e.environment_id = $1 and e.wallet_uid = w.uid and e.seq = $2`,
      [environmentId, seq],
    ],
    [
      `update credit_grant g set consumed = w.used from credit_wallet w where g.environment_id = $1 and w.uid = g.wallet_uid`,
      [environmentId],
    ],
  );

/** As an owner who knows how entries of the activity log are hashed makes all of `$environment` fit together again. */
export const rehash = `do $$ declare a activity%rowtype; h text; begin
    for a in select * from activity where environment_id = '$environment' order by seq loop
      h := activity_digest(coalesce(h, ''), a);
      update activity set hash = decode(h, 'hex') where environment_id = a.environment_id and uid = a.uid;
    end loop;
    update activity_chain set head = decode(h, 'hex'), seq = (select max(seq) from activity where environment_id = '$environment')
     where environment_id = '$environment';
  end $$`;
