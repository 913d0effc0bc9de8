import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Settings of a process in which the named packages are not installed, and what takes its file away. */
export function withoutPackages(...names: string[]): { NODE_OPTIONS: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'without-packages-'));
  const hook = join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    `const Module = require('node:module');
const resolve = Module._resolveFilename;
const missing = ${JSON.stringify(names)};
Module._resolveFilename = function (name, ...rest) {
  if (missing.some((absent) => name === absent || name.startsWith(absent + '/'))) {
    throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
  }
  return resolve.call(this, name, ...rest);
};
`,
  );
  return { NODE_OPTIONS: `--require ${hook}`, remove: () => rmSync(folder, { recursive: true }) };
}
