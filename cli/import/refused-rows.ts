import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import type { ImportState } from './import-state';

/** As somebody looks for it in the file. */
export interface RefusedRow {
  line: number;
  id: unknown;
  code: string | null;
  message: string;
}

export const refusedFileOf = (file: string): string => `${file}.refused.jsonl`;

/** As it was when the state was stored: what was written since belongs to rows that are sent again. */
export function openRefused(file: string, { refusedBytes }: ImportState): void {
  const path = refusedFileOf(file);
  if (existsSync(path)) truncateSync(path, refusedBytes);
  else if (refusedBytes > 0) writeFileSync(path, '');
}

/** @returns by how many bytes it is longer */
export function appendRefused(file: string, rows: readonly RefusedRow[]): number {
  if (rows.length === 0) return 0;
  const inOrder = rows.toSorted((one, other) => one.line - other.line);
  const text = inOrder.map((row) => `${JSON.stringify(row)}\n`).join('');
  appendFileSync(refusedFileOf(file), text);
  return Buffer.byteLength(text);
}
