import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from './database';
import { expectOk, type ApiClient } from './client';
import { eventually } from './eventually';

export interface ToldDestination {
  destinationId: string;
  type: string;
  connectionStatus: string;
  enabledModels: string[];
  connectedAt: string;
  lastSyncStatus?: {
    status: string;
    finishedAt: string;
    transferId: string;
    rowsTransferred: number;
    blamedParty?: string;
    failureMessage?: string;
  };
}

export interface ToldManifest {
  snapshotId: string;
  transferId: string;
  takenAt: string;
  source: { database: string; snapshot: string; horizon: string };
  heads: { activity: { seq: number; hash: string } | null; ledgers: string };
  models: Record<
    string,
    {
      rows: number;
      columns: Record<string, string>;
      files?: { name: string; bytes: number; sha256: string }[];
    }
  >;
}

/** A folder and a database beside that of the service, as an operator gives them. */
export class ExportPlace {
  private constructor(
    readonly dir: string,
    readonly warehouse: TestDatabase,
  ) {}

  static async open(): Promise<ExportPlace> {
    const dir = await mkdtemp(join(tmpdir(), 'data-export-'));
    return new ExportPlace(dir, await createEmptyDatabase());
  }

  get variables(): Record<string, string> {
    const connections = { warehouse: this.warehouse.url, nowhere: 'postgres://nobody@127.0.0.1:1/nothing' };
    return { DATA_EXPORT_DIR: this.dir, DATA_EXPORT_CONNECTIONS: JSON.stringify(connections) };
  }

  async close(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
    await this.warehouse.drop();
  }
}

/** What a FILE destination holds, by its own manifest. */
export class FolderReader {
  constructor(private readonly folder: string) {}

  async manifest(): Promise<ToldManifest> {
    return JSON.parse(await readFile(join(this.folder, 'manifest.json'), 'utf8')) as ToldManifest;
  }

  async text(model: string, extension: 'ndjson' | 'csv' = 'ndjson'): Promise<string> {
    const { snapshotId } = await this.manifest();
    return readFile(join(this.folder, snapshotId, `${model}.${extension}`), 'utf8');
  }

  async rows(model: string): Promise<Record<string, unknown>[]> {
    const lines = (await this.text(model)).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

/** What a POSTGRES destination holds. */
export class WarehouseReader {
  constructor(private readonly url: string) {}

  async schema(): Promise<string> {
    const found = await rowsOf<{ name: string }>(
      this.url,
      `select nspname as name from pg_namespace where nspname like 'export\\_%' order by 1`,
    );
    if (found.length !== 1) throw new Error(`There are ${found.length} schemas of destinations`);
    return (found[0] as { name: string }).name;
  }

  async manifest(): Promise<ToldManifest> {
    const text = `select manifest from ${await this.schema()}.export_manifest`;
    const [row] = await rowsOf<{ manifest: ToldManifest }>(this.url, text);
    if (!row) throw new Error('Nothing was published');
    return row.manifest;
  }

  /** As text, in the order of their keys. */
  async rows(model: string): Promise<Record<string, string | null>[]> {
    const text = `select to_jsonb(t) as row from ${await this.schema()}.${model} t order by t`;
    return (await rowsOf<{ row: Record<string, string | null> }>(this.url, text)).map(({ row }) => row);
  }
}

export const destinationsOf = async (api: ApiClient): Promise<ToldDestination[]> =>
  (await expectOk<{ destinations: ToldDestination[] }>(api.rest('GET', '/data-export/destinations')))
    .destinations;

/** One that can be synced at once. */
export async function connect(
  api: ApiClient,
  destinationId: string,
  destinationType: 'FILE' | 'POSTGRES',
  enabledModels?: string[],
): Promise<void> {
  const body = { destinationId, destinationType, enabledModels };
  const made = await expectOk<{ destinations: ToldDestination[] }>(
    api.rest('POST', '/data-export/destinations', body),
  );
  if (destinationType === 'FILE') return;
  const chosen = made.destinations.find((each) => each.destinationId === destinationId)?.enabledModels;
  const choice = { enabledModels: chosen, integrationId: 'warehouse' };
  await expectOk(api.rest('PATCH', `/data-export/destinations/${destinationId}`, choice));
}

/** So many measurements of one customer, behind the back of the service. */
export async function seedMeasurements(api: ApiClient, databaseUrl: string, count: number): Promise<void> {
  await expectOk(api.rest('POST', '/customers', { id: 'seeded' }));
  await execute(
    databaseUrl,
    `insert into usage_measurement (environment_id, uid, customer_uid, resource_key, feature_uid, value, delta, update_behavior,
                                    occurred_at, recorded_at, usage_after)
     select c.environment_id, gen_random_uuid(), c.uid, '', gen_random_uuid(), n, n, 'DELTA', now(), now(), n
       from customer c, generate_series(1, ${count}) n where c.id = 'seeded'`,
  );
}

export interface StartedSync {
  destinationId: string;
  triggered: boolean;
  transferId?: string;
  errorMessage?: string;
}

export const startSync = async (api: ApiClient, destinationId?: string): Promise<StartedSync[]> =>
  (await expectOk<{ results: StartedSync[] }>(api.rest('POST', '/data-export/sync', { destinationId })))
    .results;

/** @returns how it ended */
export async function syncedAs(
  api: ApiClient,
  destinationId: string,
  status: string,
  patienceMs?: number,
): Promise<Required<ToldDestination>['lastSyncStatus']> {
  let last: ToldDestination['lastSyncStatus'];
  await eventually(async () => {
    const all = await destinationsOf(api);
    last = all.find((each) => each.destinationId === destinationId)?.lastSyncStatus;
    expect(last).toMatchObject({ status });
  }, patienceMs);
  return last as Required<ToldDestination>['lastSyncStatus'];
}

export async function sync(
  api: ApiClient,
  destinationId: string,
): Promise<Required<ToldDestination>['lastSyncStatus']> {
  const [started] = await startSync(api, destinationId);
  expect(started).toMatchObject({ destinationId, triggered: true });
  const last = await syncedAs(api, destinationId, 'SUCCEEDED');
  expect(last.transferId).toBe(started?.transferId);
  return last;
}
