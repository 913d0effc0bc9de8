import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint.mjs';
import { inRoot, packageProgram, run } from './project.mjs';

const inputs = ['console', 'openapi.json', 'package-lock.json', 'scripts/lib/console.mjs'];
const stampFile = inRoot('dist/.console-stamp');

export const isConsoleFresh = () =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprintOf(inputs);

/** Packs the console into dist/assets/console, unless it is what its sources say. Options as in `run`. */
export async function buildConsole(options) {
  if (isConsoleFresh()) return { code: 0, output: '' };
  const before = fingerprintOf(inputs);
  rmSync(stampFile, { force: true });
  const result = await run(
    [...packageProgram('vite'), 'build', 'console', '--config', join('console', 'vite.config.mjs')],
    options,
  );
  if (result.code === 0) writeFileSync(stampFile, before);
  return result;
}
