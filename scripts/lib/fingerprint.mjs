import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot } from './project.mjs';

export const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const isInput = (file) => !/\.(spec|int-spec)\.ts$/.test(file);

/** Files of the project that are named, or are in folders that are, but for tests. */
export function filesOf(names) {
  const present = names.map((name) => inRoot(name)).filter(existsSync);
  return present.flatMap((path) => (statSync(path).isFile() ? [path] : filesUnder(path))).filter(isInput);
}

/** Changes with every file that is added, removed or written; no file is read for it. */
export function fingerprintOf(names) {
  const hash = createHash('sha256');
  for (const file of filesOf(names).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(inRoot(), file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
