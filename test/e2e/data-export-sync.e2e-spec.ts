import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  connect,
  ExportPlace,
  FolderReader,
  startSync,
  sync,
  syncedAs,
  WarehouseReader,
} from '../support/data-export';
import { execute, rowsOf } from '../support/database';
import { eventually } from '../support/eventually';
import { untilIdle } from '../support/idle';
import type { TestEnvironment } from '../support/environments';
import { EveryChange } from '../support/every-change';

// Domain: access-and-events

type Row = Record<string, unknown>;

describe('syncs of the data export', () => {
  let app: TestApp;
  let out: ExportPlace;
  let place: TestEnvironment;
  let api: ApiClient;
  let files: FolderReader;
  let tables: WarehouseReader;

  beforeEach(async () => {
    out = await ExportPlace.open();
    app = await createTestApp({ variables: out.variables });
    place = await app.environments.add(app.a.accountId, 'export', 'SANDBOX');
    ({ api } = place);
    files = new FolderReader(join(out.dir, place.environmentId, 'lake'));
    tables = new WarehouseReader(out.warehouse.url);
  });
  afterEach(async () => {
    await app.close();
    await out.close();
  });

  const customer = (id: string, more: object = {}) =>
    expectOk(api.rest('POST', '/customers', { id, ...more }));

  /** As each destination tells it, by PostgreSQL alone: keys, and what can be compared as it is. */
  const keysIn = async (table: string) =>
    (
      await rowsOf<{ uid: string }>(
        app.databaseUrl,
        `select uid from ${table} where environment_id = '${place.environmentId}' order by uid`,
      )
    ).map(({ uid }) => uid);

  it('W9: FILE holds every row in newline JSON and CSV, and the manifest names the snapshot', async () => {
    await customer('acme', { name: '=cmd|/C calc!A0', metadata: { note: 'a "quoted",\nline' } });
    await customer('plain', { name: 'Größe, 大' });
    await connect(api, 'lake', 'FILE', ['customers', 'activity']);
    const last = await sync(api, 'lake');
    const manifest = await files.manifest();
    expect(manifest).toMatchObject({
      transferId: last.transferId,
      heads: { ledgers: 'credit_ledger_heads' },
    });
    expect(Object.keys(manifest.models)).toEqual(['customers', 'activity', 'credit_ledger_heads']);
    const rows = await files.rows('customers');
    expect(rows).toMatchObject([
      { id: 'acme', name: '=cmd|/C calc!A0', email: null, metadata: { note: 'a "quoted",\nline' } },
      { id: 'plain', name: 'Größe, 大' },
    ]);
    expect(rows.map(({ uid }) => uid)).toEqual(await keysIn('customer'));
    expect(manifest.models['customers']).toMatchObject({
      rows: 2,
      columns: { uid: 'uuid', id: 'text', tax_ids: 'jsonb' },
    });
    const records: Row[] = parse(await files.text('customers', 'csv'), { columns: true });
    expect(records.map(({ id, name }) => [id, name])).toEqual([
      ['acme', `'=cmd|/C calc!A0`],
      ['plain', 'Größe, 大'],
    ]);
    expect(records.map(({ metadata }) => JSON.parse(String(metadata)) as object)).toEqual(
      rows.map(({ metadata }) => metadata),
    );
    const log = await files.rows('activity');
    expect(manifest.heads.activity).toEqual({ seq: log.length, hash: log.at(-1)?.['hash'] });
    expect(last.rowsTransferred).toBe(
      Object.values(manifest.models).reduce((sum, { rows: n }) => sum + n, 0),
    );
  });

  it('W9, entitlements-usage A5: keys of reports are told as they were sent, also where several resources have the same one', async () => {
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await publishPlan(api, {
      ...{ id: 'plan', productId: 'product' },
      entitlements: [feature('calls', { hasUnlimitedUsage: true })],
    });
    const ada = await newSubscriber(api, 'plan');
    const longest = '/'.repeat(255);
    for (const resourceId of ['north', 'south', null])
      for (const idempotencyKey of ['k', longest])
        await expectOk(report(api, ada, 'calls', 1, { idempotencyKey, resourceId }));
    await expectOk(report(api, ada, 'calls', 1));
    await connect(api, 'lake', 'FILE', ['usage_measurements']);
    await sync(api, 'lake');
    const keys = (await files.rows('usage_measurements')).map((row) => String(row['idempotency_key']));
    expect(keys.sort()).toEqual([longest, longest, longest, 'k', 'k', 'k', 'null']);
  });

  it('W9: POSTGRES holds what FILE holds, of every kind that there is', async () => {
    const changes = await EveryChange.in(app, place);
    await changes.everything();
    await untilIdle(app.databaseUrl);
    await connect(api, 'lake', 'FILE');
    await connect(api, 'tables', 'POSTGRES');
    // What the service does by itself between the two would tell them apart.
    await startSync(api);
    await Promise.all([syncedAs(api, 'lake', 'SUCCEEDED'), syncedAs(api, 'tables', 'SUCCEEDED')]);
    const [inFiles, inTables] = [await files.manifest(), await tables.manifest()];
    expect(Object.keys(inTables.models)).toEqual(Object.keys(inFiles.models));
    const counted = Object.entries(inTables.models).filter(([, { rows }]) => rows > 0);
    expect(counted.length).toBeGreaterThan(20);
    for (const [model, { columns, rows }] of counted) {
      const stored = await tables.rows(model);
      const told = await files.rows(model);
      expect([model, stored.length, told.length]).toEqual([model, rows, inFiles.models[model]?.rows]);
      for (const [at, row] of told.entries())
        for (const [name, type] of Object.entries(columns)) {
          const [a, b] = [stored[at]?.[name], row[name]];
          if (type === 'timestamptz' && b !== null) expect(Date.parse(String(a))).toBe(Date.parse(String(b)));
          else if (type === 'numeric' && b !== null) expect(String(a)).toBe(b);
          else expect([model, name, a]).toEqual([model, name, b]);
        }
    }
  });

  it('W9: an incremental sync brings what changed and leaves what a full one would', async () => {
    for (const id of ['kept', 'changed', 'gone']) await customer(id);
    // By far more than what comes once more because a transaction of this server is open, another test's as well.
    const others = 30;
    for (let n = 0; n < others; n++) await createFeature(api, `feature-${n}`, 'switch');
    await connect(api, 'lake', 'FILE');
    await connect(api, 'house', 'POSTGRES');
    expect((await sync(api, 'lake')).rowsTransferred).toBeGreaterThan(others);
    await sync(api, 'house');
    // One that began before those lets them come once more, until it ends.
    for (const destination of ['lake', 'house'])
      await eventually(async () =>
        expect((await sync(api, destination)).rowsTransferred).toBeLessThan(others),
      );
    await expectOk(api.rest('PATCH', '/customers/changed', { name: 'New' }));
    await customer('added');
    const second = await sync(api, 'lake');
    expect((await sync(api, 'house')).rowsTransferred).toBeLessThan(others);
    const incremental = await files.manifest();
    expect(incremental.transferId).toBe(second.transferId);
    expect(second.rowsTransferred).toBeLessThan(others);
    expect((await files.rows('customers')).map(({ id, name }) => [id, name])).toEqual([
      ['kept', null],
      ['changed', 'New'],
      ['gone', null],
      ['added', null],
    ]);
    expect((await tables.rows('customers')).map(({ id, name }) => [id, name])).toEqual([
      ['kept', null],
      ['changed', 'New'],
      ['gone', null],
      ['added', null],
    ]);
    // Nobody deletes customers over the doors; rows go by retention.
    await execute(
      app.databaseUrl,
      `delete from customer where id = 'gone' and environment_id = '${place.environmentId}'`,
    );
    await sync(api, 'lake');
    await sync(api, 'house');
    expect((await files.rows('customers')).map(({ id }) => id)).toEqual(['kept', 'changed', 'added']);
    expect((await tables.rows('customers')).map(({ id }) => id)).toEqual(['kept', 'changed', 'added']);
    const texts = await Promise.all(
      (['ndjson', 'csv'] as const).map((each) => files.text('customers', each)),
    );
    await connect(api, 'afresh', 'FILE');
    await sync(api, 'afresh');
    const afresh = new FolderReader(join(out.dir, place.environmentId, 'afresh'));
    expect(
      await Promise.all((['ndjson', 'csv'] as const).map((each) => afresh.text('customers', each))),
    ).toEqual(texts);
    expect((await files.manifest()).models['customers']).toEqual(
      (await afresh.manifest()).models['customers'],
    );
  });

  it('W9: what an open transaction writes is missed by no incremental sync, subtransactions included', async () => {
    await customer('one');
    await connect(api, 'lake', 'FILE', ['customers']);
    const late = app.dataSource.createQueryRunner();
    await late.startTransaction();
    await late.query('savepoint part');
    await late.query(`update customer set name = 'Late' where id = 'one' and environment_id = $1`, [
      place.environmentId,
    ]);
    await late.query('release savepoint part');
    await customer('two');
    await sync(api, 'lake');
    expect((await files.rows('customers')).map(({ name }) => name)).toEqual([null, null]);
    await late.commitTransaction();
    await late.release();
    await sync(api, 'lake');
    expect((await files.rows('customers')).map(({ name }) => name)).toEqual(['Late', null]);
  });

  it('W9: a folder keeps the snapshot that counts and the one before it', async () => {
    await customer('one');
    await connect(api, 'lake', 'FILE', ['customers']);
    const ids = [];
    for (let n = 0; n < 3; n++) {
      await sync(api, 'lake');
      ids.push((await files.manifest()).snapshotId);
    }
    const folder = join(out.dir, place.environmentId, 'lake');
    expect((await readdir(folder)).sort()).toEqual([...ids.slice(1), 'manifest.json'].sort());
  });

  it('W9: deleting a destination leaves what was written, and who makes it again goes on with it', async () => {
    await customer('one');
    await connect(api, 'house', 'POSTGRES', ['customers']);
    await sync(api, 'house');
    await expectOk(api.rest('DELETE', '/data-export/destinations/house'));
    expect(await tables.rows('customers')).toMatchObject([{ id: 'one' }]);
    await customer('two');
    await connect(api, 'house', 'POSTGRES', ['customers']);
    await sync(api, 'house');
    expect(await tables.rows('customers')).toMatchObject([{ id: 'one' }, { id: 'two' }]);
  });

  it('W9: a destination that cannot be reached is tried again, then the sync has failed; no message tells its address', async () => {
    await connect(api, 'house', 'POSTGRES', ['customers']);
    await expectOk(
      api.rest('PATCH', '/data-export/destinations/house', {
        enabledModels: ['customers'],
        integrationId: 'nowhere',
      }),
    );
    await startSync(api, 'house');
    const incomplete = await syncedAs(api, 'house', 'INCOMPLETE');
    expect(incomplete).toMatchObject({
      blamedParty: 'DESTINATION',
      failureMessage: expect.stringContaining('cannot be reached') as string,
    });
    expect(await startSync(api, 'house')).toMatchObject([
      { triggered: false, transferId: incomplete.transferId },
    ]);
    let failed = incomplete;
    await eventually(async () => {
      app.clock.advance({ minutes: 10 });
      failed = await syncedAs(api, 'house', 'FAILED', 500);
    });
    expect(failed).toMatchObject({ blamedParty: 'DESTINATION', transferId: incomplete.transferId });
    expect(JSON.stringify(failed)).not.toContain('127.0.0.1');
    expect(app.logLines.join('\n')).not.toContain('nobody');
    await expectOk(
      api.rest('PATCH', '/data-export/destinations/house', {
        enabledModels: ['customers'],
        integrationId: 'warehouse',
      }),
    );
    await sync(api, 'house');
  });

  it('W9: PATCH cancels a sync that is under way', async () => {
    await connect(api, 'house', 'POSTGRES', ['customers']);
    const choice = { enabledModels: ['customers'], integrationId: 'nowhere' };
    await expectOk(api.rest('PATCH', '/data-export/destinations/house', choice));
    await startSync(api, 'house');
    await syncedAs(api, 'house', 'INCOMPLETE');
    await expectOk(
      api.rest('PATCH', '/data-export/destinations/house', { ...choice, integrationId: 'warehouse' }),
    );
    await syncedAs(api, 'house', 'CANCELLED');
    await sync(api, 'house');
  });
});
