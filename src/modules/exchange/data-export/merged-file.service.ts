import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, type FileHandle } from 'node:fs/promises';
import type { WrittenFile } from './domain/manifest';

/** How one format writes records, each with an end of line. */
export interface FileFormat {
  extension: string;
  header?: string;
  keyOf(record: string): string;
  /** Whether the record goes on after this line. */
  isOpen?(lines: string): boolean;
}

const flushLength = 512 * 1024;

/** The records of a file, some at a time. */
async function* recordsOf(path: string, { isOpen, header }: FileFormat): AsyncGenerator<string[]> {
  let rest = '';
  let isHeader = header !== undefined;
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: flushLength })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    const records: string[] = [];
    let open = '';
    for (const line of lines) {
      const record = open === '' ? line : `${open}\n${line}`;
      open = isOpen?.(record) ? record : '';
      if (open === '' && isHeader) isHeader = false;
      else if (open === '') records.push(record);
    }
    if (open !== '') rest = `${open}\n${rest}`;
    yield records;
  }
}

/** A file of records in the order of their keys: those of a file from before, with others added or in their place. */
export class MergedFile {
  private handle?: FileHandle;
  private parts: string[] = [];
  private length = 0;
  private bytes = 0;
  private rows = 0;
  private readonly digest = createHash('sha256');
  private readonly source?: AsyncGenerator<string[]>;
  private before: string[] = [];
  private at = 0;

  /** @param base where records come from before; undefined: from nowhere */
  constructor(
    private readonly path: string,
    private readonly format: FileFormat,
    private readonly base?: { path: string; rows: number; file: WrittenFile },
  ) {
    if (base) this.source = recordsOf(base.path, format);
  }

  async add(records: readonly string[]): Promise<void> {
    if (!this.source) return this.put(records);
    for (const record of records) {
      const key = this.format.keyOf(record);
      await this.copyBelow(key);
      const same = await this.next();
      if (same !== undefined && this.format.keyOf(same) === key) this.at += 1;
      await this.put([record]);
    }
  }

  async finish(name: string): Promise<{ rows: number; file: WrittenFile }> {
    // Nothing was added: what is there from before is never written to again, so it may have two names.
    if (this.base && this.rows === 0 && this.at === 0) {
      await this.source?.return(undefined);
      await link(this.base.path, this.path);
      return { rows: this.base.rows, file: this.base.file };
    }
    await this.copyBelow();
    await this.flush();
    await this.handle?.sync();
    await this.close();
    return { rows: this.rows, file: { name, bytes: this.bytes, sha256: this.digest.digest('hex') } };
  }

  /** After which it is of no use. */
  async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
    await this.source?.return(undefined);
  }

  private async copyBelow(key?: string): Promise<void> {
    while ((await this.next()) !== undefined) {
      const { before, at } = this;
      const end = before.findIndex(
        (record, place) => place >= at && key !== undefined && this.format.keyOf(record) >= key,
      );
      this.at = end < 0 ? before.length : end;
      await this.put(before.slice(at, this.at));
      if (end >= 0) return;
    }
  }

  /** The first that was not copied. */
  private async next(): Promise<string | undefined> {
    while (this.source && this.at >= this.before.length) {
      const part = await this.source.next();
      if (part.done) return undefined;
      this.before = part.value;
      this.at = 0;
    }
    return this.before[this.at];
  }

  private async put(records: readonly string[]): Promise<void> {
    this.rows += records.length;
    for (const record of records) {
      this.parts.push(record, '\n');
      this.length += record.length;
    }
    if (this.length > flushLength) await this.flush();
  }

  private async flush(): Promise<void> {
    const isFirst = this.handle === undefined;
    this.handle ??= await open(this.path, 'wx', 0o600);
    const head = isFirst && this.format.header !== undefined ? `${this.format.header}\n` : '';
    const chunk = Buffer.from(head + this.parts.join(''), 'utf8');
    this.parts = [];
    this.length = 0;
    this.bytes += chunk.length;
    this.digest.update(chunk);
    await this.handle.writeFile(chunk);
  }
}
