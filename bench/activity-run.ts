import type { Client } from 'pg';
import { newUid } from '#libs/kernel/ids';
import { withClient } from './database';
import { markdown, median, tenths, whole } from './figures';
import { proofTable, proven, type Proof } from './proof-run';
import { openEnvironment } from './seed';
import { isWanted } from './settings';
import { seedTargetOf, type Stand } from './stand';

const rows = 1_000_000;
const rounds = 3;
const rowsAtOnce = 5000;
const environmentName = 'activity';
const proofTitle = `proof of the activity log, ${whole(rows)} rows in one environment`;
const writeTitle = 'activity log, written in transactions of one row';
/** In each turn. */
const writes = 1500;

/** What was written in turn. */
interface Way {
  title: string;
  clients: number;
  /** The rows of one transaction: environment, request, changes. */
  statement: string;
}

// The same columns and indexes but the chain's, and the statement that wrote them before.
const unchained = `create table activity_unchained (like activity including indexes);
  drop index activity_unchained_environment_id_seq_idx;
  alter table activity_unchained drop column seq, drop column hash`;
const plain = `insert into activity_unchained (environment_id, uid, type, entity_type, entity_id, parent_id, actor_type, actor, before, after,
    request_id, created_at, updated_at)
  select $1::uuid, a.uid, a.type, a.entity_type, a.entity_id, a.parent_id, a.actor_type, a.actor, a.before, a.after, $2::text, a.at, a.at
    from jsonb_to_recordset($3::jsonb) as a(uid uuid, type text, entity_type text, entity_id text, parent_id text, actor_type text, actor text,
                                            before jsonb, after jsonb, at timestamptz)`;
const chained = 'select write_activity($1::uuid, $2::text, $3::jsonb)';

const ways: readonly Way[] = [1, 10].flatMap((clients) => [
  { title: `${writeTitle}, ${clients} at once, without a chain`, clients, statement: plain },
  { title: `${writeTitle}, ${clients} at once, chained`, clients, statement: chained },
]);

export interface ActivityOutcome {
  proof: string | undefined;
  writes: string | undefined;
}

/** A long activity log is proven as callers ask for it; and what the chain costs who writes it. */
export async function runActivity(stand: Stand): Promise<ActivityOutcome | undefined> {
  if (!isWanted(proofTitle) && !isWanted(writeTitle)) return undefined;
  const { url } = stand.database;
  const key = await openEnvironment(seedTargetOf(stand), environmentName);
  const environmentId = await withClient(url, environmentOf);
  const written = isWanted(writeTitle) ? await writesTable(stand, environmentId) : undefined;
  if (!isWanted(proofTitle)) return { proof: undefined, writes: written };
  await withClient(url, (client) => seedActivity(client, environmentId));
  stand.say(`seeded an activity log of ${whole(rows)} rows`);
  const proofs: Proof[] = [];
  const chain = { title: proofTitle, path: '/activity/proof', key, rows };
  while (proofs.length < rounds) proofs.push(await proven(stand, chain));
  return { proof: proofTable(proofTitle, proofs), writes: written };
}

async function environmentOf(client: Client): Promise<string> {
  const found = await client.query<{ uid: string }>('select uid from environment where name = $1', [
    environmentName,
  ]);
  return found.rows[0]?.uid ?? '';
}

async function seedActivity(client: Client, environmentId: string): Promise<void> {
  for (let made = 0; made < rows; made += rowsAtOnce) {
    const changes = Array.from({ length: rowsAtOnce }, (_, n) => changeOf(made + n));
    await client.query(chained, [environmentId, newUid(), JSON.stringify(changes)]);
  }
  await client.query('vacuum (analyze) activity');
}

/** A change of a customer, as the log tells it. */
function changeOf(index: number): object {
  const customer = (name: string): object => ({
    ...{
      id: `customer-${index}`,
      name,
      email: `customer-${index}@buyers.example`,
      metadata: { region: 'north' },
    },
    ...{ archivedAt: null, billingCurrency: 'usd', billingAddress: null, taxIds: [], integrations: [] },
    ...{ createdAt: '2026-11-21T02:21:05.246Z', updatedAt: '2026-11-21T02:21:05.246Z' },
  });
  return {
    ...{ uid: newUid(), type: 'customer.updated', entity_type: 'CUSTOMER', entity_id: `customer-${index}` },
    ...{ parent_id: null, actor_type: 'APP_SERVER', actor: 'bench' },
    ...{ before: customer('One of many'), after: customer('Another one'), at: new Date().toISOString() },
  };
}

/** Each way in turn, so that all meet the same machine. */
async function writesTable(stand: Stand, environmentId: string): Promise<string> {
  await withClient(stand.database.url, (client) => client.query(unchained));
  const rates = new Map(ways.map((way) => [way, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const way of ways) rates.get(way)?.push(await writesPerSecond(stand, way, environmentId));
  await withClient(stand.database.url, (client) => client.query('drop table activity_unchained'));
  stand.say(writeTitle);
  const lines = ways.map((way) => {
    const rate = median(rates.get(way) ?? []);
    return [way.title, whole(rate), tenths((1000 * way.clients) / rate)];
  });
  return markdown([['case', 'transactions/s', 'ms each'], ...lines], [0]);
}

async function writesPerSecond(stand: Stand, way: Way, environmentId: string): Promise<number> {
  await stand.database.checkpoint();
  let left = writes;
  const began = performance.now();
  const client = (): Promise<void> =>
    withClient(stand.database.url, async (session) => {
      while (left-- > 0) {
        const changes = JSON.stringify([changeOf(left)]);
        await session.query({
          name: 'write',
          text: way.statement,
          values: [environmentId, newUid(), changes],
        });
      }
    });
  await Promise.all(Array.from({ length: way.clients }, client));
  return writes / ((performance.now() - began) / 1000);
}
