import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { isUid } from '#libs/kernel/ids';
import { columnsOf, type ExportColumn, type ExportModel, type ExportRow } from './domain/export-model';
import { DestinationFault, type ExportTarget, type ModelWriter } from './domain/export-target';
import type { Manifest, WrittenFile } from './domain/manifest';
import { csvHeader, csvRecord, isOpenCsv, jsonLine, keyOfCsv, keyOfJson } from './domain/row-texts';
import { readManifest } from './manifest.record';
import { MergedFile, type FileFormat } from './merged-file.service';

const manifestName = 'manifest.json';
const unfinished = '.unfinished-';

interface WrittenFormat extends FileFormat {
  write(columns: readonly ExportColumn[], row: ExportRow): string;
}

const formatsOf = (columns: readonly ExportColumn[]): WrittenFormat[] => [
  { extension: 'ndjson', keyOf: keyOfJson, write: jsonLine },
  { extension: 'csv', header: csvHeader(columns), keyOf: keyOfCsv, isOpen: isOpenCsv, write: csvRecord },
];

/** Snapshots as files: each in a folder of its own, and the manifest, which is put in place last, names the one that counts. */
@Injectable()
export class SnapshotFiles {
  /** What is not published leaves nothing that counts. @throws DestinationFault, or what the work throws */
  async write<T>(folder: string, snapshotId: string, work: (target: ExportTarget) => Promise<T>): Promise<T> {
    const target = await FileTarget.open(folder, snapshotId);
    try {
      return await work(target);
    } finally {
      await target.close();
    }
  }
}

class FileTarget implements ExportTarget {
  private readonly files = new Map<string, WrittenFile[]>();
  private readonly opened: MergedFile[] = [];

  private constructor(
    private readonly folder: string,
    private readonly snapshotId: string,
    readonly held: Manifest | undefined,
  ) {}

  static async open(folder: string, snapshotId: string): Promise<FileTarget> {
    return orFault(async () => {
      await mkdir(join(folder, unfinished + snapshotId), { recursive: true, mode: 0o700 });
      const target = new FileTarget(folder, snapshotId, await heldIn(folder));
      // Who writes holds a lock: whatever else is not finished was left behind.
      await target.removeAllBut([unfinished + snapshotId, target.held?.snapshotId]);
      return target;
    });
  }

  write(model: ExportModel, isAddition: boolean): Promise<ModelWriter> {
    const columns = columnsOf(model);
    const files = formatsOf(columns).map((format) => ({
      format,
      name: `${model.id}.${format.extension}`,
      file: this.fileOf(model, format, isAddition),
    }));
    return Promise.resolve({
      add: (rows) =>
        orFault(async () => {
          for (const { file, format } of files) await file.add(rows.map((row) => format.write(columns, row)));
        }),
      finish: () =>
        orFault(async () => {
          const finished = [];
          for (const { file, name } of files) finished.push(await file.finish(name));
          this.files.set(
            model.id,
            finished.map(({ file }) => file),
          );
          return finished[0]?.rows ?? 0;
        }),
      drop: () =>
        orFault(async () => {
          for (const { file, name } of files) {
            await file.close();
            await rm(join(this.working, name), { force: true });
          }
        }),
    });
  }

  publish(manifest: Manifest): Promise<void> {
    return orFault(async () => {
      const models = Object.entries(manifest.models).map(([id, model]) => [
        id,
        { ...model, files: this.files.get(id) ?? [] },
      ]);
      const text = JSON.stringify({ ...manifest, models: Object.fromEntries(models) as unknown }, null, 2);
      await writeDurably(join(this.working, manifestName), `${text}\n`);
      await syncFolder(this.working);
      await rename(this.working, join(this.folder, this.snapshotId));
      await syncFolder(this.folder);
      await rename(join(this.folder, this.snapshotId, manifestName), join(this.folder, manifestName));
      await syncFolder(this.folder);
      // Who reads the one from before may go on.
      await this.removeAllBut([this.snapshotId, this.held?.snapshotId]);
    });
  }

  /** What was not published is removed. */
  async close(): Promise<void> {
    for (const file of this.opened) await file.close().catch(() => undefined);
    await rm(this.working, { recursive: true, force: true }).catch(() => undefined);
  }

  private get working(): string {
    return join(this.folder, unfinished + this.snapshotId);
  }

  private fileOf(model: ExportModel, format: FileFormat, isAddition: boolean): MergedFile {
    const name = `${model.id}.${format.extension}`;
    const known = isAddition ? this.held?.models[model.id] : undefined;
    const file = known?.files?.find((each) => each.name === name);
    const base =
      known && file && this.held
        ? { path: join(this.folder, this.held.snapshotId, name), rows: known.rows, file }
        : undefined;
    const merged = new MergedFile(join(this.working, name), format, base);
    this.opened.push(merged);
    return merged;
  }

  private async removeAllBut(names: readonly (string | undefined)[]): Promise<void> {
    for (const name of await readdir(this.folder))
      if ((isUid(name) || name.startsWith(unfinished)) && !names.includes(name))
        await rm(join(this.folder, name), { recursive: true, force: true });
  }
}

/** Undefined also where a file is not as long as it was: somebody else was at it. */
async function heldIn(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  const held = readManifest(text);
  if (!held || !isUid(held.snapshotId)) return undefined;
  const files = Object.values(held.models).flatMap((model) => model.files ?? []);
  for (const { name, bytes } of files) {
    const found = await stat(join(folder, held.snapshotId, name)).catch(() => undefined);
    if (found?.size !== bytes) return undefined;
  }
  return held;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? new DestinationFault(code) : error;
  }
}
