import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import {
  connect,
  ExportPlace,
  FolderReader,
  seedMeasurements,
  startSync,
  syncedAs,
  WarehouseReader,
} from '../support/data-export';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { MemoryWatch } from '../support/memory-watch';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

jest.setTimeout(3_600_000);

const measurements = scaled(1_000_000, 20_000);
/** Rows lie in memory by the thousand: all of them would be ten times as much. */
const mostMb = 300;
const patienceMs = 1_800_000;

describe('an export of many measurements', () => {
  let out: ExportPlace;
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    [out, database] = await Promise.all([ExportPlace.open(), createTestDatabase()]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...out.variables });
    await seedMeasurements(service.api, database.url, measurements);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
    await out?.close();
  });

  /** A line of newline JSON is a row. */
  async function linesOfLake(): Promise<number> {
    const [place] = await rowsOf<{ uid: string }>(database.url, 'select uid from environment');
    const lake = join(out.dir, (place as { uid: string }).uid, 'lake');
    const { snapshotId } = await new FolderReader(lake).manifest();
    let lines = 0;
    const file = createReadStream(join(lake, snapshotId, 'usage_measurements.ndjson'));
    for await (const bytes of file as AsyncIterable<Buffer>)
      for (const byte of bytes) if (byte === 10) lines++;
    return lines;
  }

  async function rowsOfHouse(): Promise<number> {
    const table = `${await new WarehouseReader(out.warehouse.url).schema()}.usage_measurements`;
    const [counted] = await rowsOf<{ n: number }>(
      out.warehouse.url,
      `select count(*)::int as n from ${table}`,
    );
    return counted?.n ?? 0;
  }

  it.each([
    ['lake', 'FILE', linesOfLake],
    ['house', 'POSTGRES', rowsOfHouse],
  ] as const)(
    `W9: ${measurements} measurements go to %s, of type %s, in bounded memory`,
    async (destinationId, type, stored) => {
      await connect(service.api, destinationId, type, ['usage_measurements']);
      const watch = new MemoryWatch(() => service.pid);
      const startedAt = performance.now();
      const [started] = await startSync(service.api, destinationId);
      expect(started).toMatchObject({ triggered: true });
      const last = await syncedAs(service.api, destinationId, 'SUCCEEDED', patienceMs);
      const seconds = (performance.now() - startedAt) / 1000;
      const grownMb = watch.end() - watch.first;

      process.stdout.write(
        `data-export-size.spec: ${type}: ${last.rowsTransferred} rows, ${Math.round(last.rowsTransferred / seconds)} rows/s; ` +
          `resident ${Math.round(watch.first)} MB, +${Math.round(grownMb)} MB at most\n`,
      );
      expect(last.rowsTransferred).toBe(measurements);
      expect(await stored()).toBe(measurements);
      expect(grownMb).toBeLessThan(mostMb);
      expect(service.faults).toEqual([]);
    },
  );
});
