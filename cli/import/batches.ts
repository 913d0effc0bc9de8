import type { Read } from './rows';

/** Rows that are sent together, with those of the file among them that cannot be sent. */
export interface Batch {
  sent: { line: number; row: Record<string, unknown> }[];
  unreadable: { line: number; fault: string }[];
  /** Of the file. */
  size: number;
}

/** The service takes as many, and some more bytes. */
export const mostRows = 1000;
const mostBytes = 3 * 1024 * 1024;

/** In the order of the file, the same each time it is read. @param from rows that are passed over */
export async function* batchesOf(
  rows: AsyncIterable<Read>,
  from: number,
  most: number,
): AsyncGenerator<Batch> {
  let batch = emptyBatch();
  let bytes = 0;
  let place = 0;
  for await (const read of rows) {
    if (place++ < from) continue;
    const length = read.row ? Buffer.byteLength(JSON.stringify(read.row)) + 1 : 0;
    if (batch.size === most || (batch.size > 0 && bytes + length > mostBytes)) {
      yield batch;
      [batch, bytes] = [emptyBatch(), 0];
    }
    bytes += length;
    batch.size += 1;
    if (read.row) batch.sent.push({ line: read.line, row: read.row });
    else batch.unreadable.push({ line: read.line, fault: read.fault ?? 'The line is no row' });
  }
  if (batch.size > 0) yield batch;
}

const emptyBatch = (): Batch => ({ sent: [], unreadable: [], size: 0 });
