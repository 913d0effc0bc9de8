import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Whole or not at all, over a power cut too, and by the first of several processes only. False when a file is there already. */
export function writeOnce(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

/** What stands in it; undefined of a folder. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code !== 'EISDIR') throw error;
    return undefined;
  }
}
