import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  connect,
  destinationsOf,
  ExportPlace,
  FolderReader,
  seedMeasurements,
  startSync,
  sync,
  WarehouseReader,
} from '../support/data-export';
import { createTestDatabase, execute, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { expectOneInstant, ExportRush, storedCustomers } from '../support/export-rush';
import { untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

jest.setTimeout(3_600_000);

const random = seededRandom('data-export-crash.spec');
const kills = scaled(20, 3);
const seeded = scaled(100_000, 12_000);
/** Of clients, between two kills. */
const changes = scaled(500, 20);

const destinations = ['lake', 'house'];
const models = ['customers', 'activity', 'usage_measurements'];

describe('the service is killed while it exports', () => {
  let out: ExportPlace;
  let database: TestDatabase;
  let service: ServiceProcess;
  let environmentId: string;
  let again: Record<string, string>;

  beforeAll(async () => {
    [out, database] = await Promise.all([ExportPlace.open(), createTestDatabase()]);
    const variables = { DATABASE_URL: database.serviceUrl, ...out.variables };
    service = await ServiceProcess.start(variables);
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    again = { ...variables, PORT, BOOTSTRAP_SERVER_KEY };
    const [place] = await rowsOf<{ uid: string }>(database.url, 'select uid from environment');
    environmentId = (place as { uid: string }).uid;
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
    await out?.close();
  });

  const folder = () => new FolderReader(join(out.dir, environmentId, 'lake'));
  const warehouse = () => new WarehouseReader(out.warehouse.url);

  /** Syncs of either destination, one after the other, whatever becomes of the service. @returns how many were started */
  async function keepSyncing(isOver: () => boolean): Promise<number> {
    let started = 0;
    while (!isOver()) {
      for (const destinationId of destinations) {
        const answer = await untilAnswered(() =>
          service.api.send('POST', '/api/v1/data-export/sync', { destinationId }),
        );
        expect(answer.status).toBe(201);
        const [result] = (answer.body as { data: { results: { triggered: boolean }[] } }).data.results;
        if (result?.triggered) started += 1;
      }
      await pause(100);
    }
    return started;
  }

  const ended = () =>
    eventually(async () => {
      for (const { lastSyncStatus } of await destinationsOf(service.api))
        expect(lastSyncStatus).toMatchObject({ status: 'SUCCEEDED' });
    });

  async function expectSnapshots(): Promise<void> {
    for (const reader of [folder(), warehouse()]) {
      // What is published is put in place as a whole: the manifest from before and after the rows is the same one, or they are read again.
      for (;;) {
        const before = await reader.manifest().catch(() => undefined);
        if (!before) break;
        const rows = await Promise.all(models.map((model) => reader.rows(model))).catch(() => undefined);
        const after = await reader.manifest();
        if (!rows || after.snapshotId !== before.snapshotId) continue;
        const [customers = [], activity = [], measurements = []] = rows;
        expectOneInstant(after, customers, activity);
        expect(measurements.length).toBe(seeded);
        break;
      }
    }
  }

  it(`W9: over ${kills} kills, while customers are made and changed, each destination holds exactly the snapshot that it names`, async () => {
    // So that a sync takes a while.
    await seedMeasurements(service.api, database.url, seeded);
    await connect(service.api, 'lake', 'FILE', models);
    await connect(service.api, 'house', 'POSTGRES', models);
    const rush = new ExportRush(() => service.api, random);
    rush.begin();
    let isOver = false;
    const syncing = keepSyncing(() => isOver);
    for (let kill = 0; kill < kills; kill++) {
      const known = rush.changes;
      await eventually(async () => expect(rush.changes).toBeGreaterThan(known + changes), 180_000);
      // In the middle of a sync, wherever it is by then.
      await eventually(async () =>
        expect(
          await rowsOf(
            database.url,
            `select from export_sync where state = 'RUNNING' and lease_until > now()`,
          ),
        ).not.toEqual([]),
      );
      await pause(random.whole(0, 400));
      await service.kill();
      await expectSnapshots();
      service = await ServiceProcess.start(again);
      // Every other one is met by a sync that reads everything anew.
      if (kill % 2 === 0)
        await execute(
          out.warehouse.url,
          `drop schema if exists ${await warehouse()
            .schema()
            .catch(() => 'nothing')} cascade`,
        );
    }
    isOver = true;
    expect(await syncing).toBeGreaterThan(1);
    await rush.end();
    expect(rush.changes).toBeGreaterThan(kills * changes);
    await ended();
    await expectSnapshots();
  });

  it('W9: and an incremental sync then equals a full one', async () => {
    for (const destinationId of destinations) await sync(service.api, destinationId);
    const incremental = await Promise.all(models.map((model) => folder().text(model, 'csv')));
    const stored = await storedCustomers(database.url);
    const held = await warehouse().rows('customers');
    expect(held.map(({ uid, name }) => ({ uid, name }))).toEqual(stored);
    const tables = await Promise.all(models.map((model) => warehouse().rows(model)));
    await connect(service.api, 'afresh', 'FILE', models);
    const [started] = await startSync(service.api, 'afresh');
    expect(started).toMatchObject({ triggered: true });
    await ended();
    const afresh = new FolderReader(join(out.dir, environmentId, 'afresh'));
    const last = (await destinationsOf(service.api)).find(({ destinationId }) => destinationId === 'afresh');
    expect(last?.lastSyncStatus?.rowsTransferred).toBeGreaterThan(seeded);
    for (const [at, model] of models.entries()) {
      // Making a destination and starting its sync stand in the log: what came since is at its end.
      const whole = await afresh.text(model, 'csv');
      expect(whole.startsWith(incremental[at] as string)).toBe(true);
      if (model !== 'activity') expect(whole).toBe(incremental[at]);
      const rows = await afresh.rows(model);
      expect(rows.slice(0, tables[at]?.length).map(({ uid }) => uid)).toEqual(
        tables[at]?.map(({ uid }) => uid),
      );
    }
  });
});
