import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isObject, jsonIn } from './fields';

/** How far a file has come: beside it, so that a command that was ended goes on there. */
export interface ImportState {
  /** Of the file and of how it is read: another one begins anew. */
  digest: string;
  /** Of this way through the file: names its requests, so that one whose answer was lost is answered again. */
  run: string;
  /** Rows that were sent or refused, from the first one on. */
  rows: number;
  /** Of these, in the order in which they are told: `created`, `refused`. */
  counts: Record<string, number>;
  /** Length of the file of refused rows by then. */
  refusedBytes: number;
  isDone: boolean;
}

export const newState = (digest: string): ImportState => ({
  ...{ digest, run: randomUUID(), rows: 0, counts: {}, refusedBytes: 0, isDone: false },
});

export const stateFileOf = (file: string): string => `${file}.import.json`;

/** Undefined where there is none of this file as it is now. */
export function storedState(file: string, digest: string): ImportState | undefined {
  const path = stateFileOf(file);
  if (!existsSync(path)) return undefined;
  const state = jsonIn(readFileSync(path, 'utf8'));
  return isObject(state) && state['digest'] === digest ? (state as unknown as ImportState) : undefined;
}

/** Whole or not at all, whenever the machine stops. */
export function store(file: string, state: ImportState): void {
  const path = stateFileOf(file);
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${path}.new`, path);
}

/** @param reading how it is read */
export async function digestOf(file: string, reading: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(reading));
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}
