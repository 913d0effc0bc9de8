import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { assets } from './assets.mjs';
import { bundle } from './bundle.mjs';
import { buildConsole, isConsoleFresh } from './console.mjs';
import { filesOf, filesUnder, fingerprintOf } from './fingerprint.mjs';
import { inRoot, packageProgram, run } from './project.mjs';

const inputs = [
  'src',
  'libs',
  'bench',
  'cli',
  'demo',
  'scripts',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];
const dist = inRoot('dist');
const stampFile = join(dist, '.build-stamp');

export async function buildIfStale() {
  const isFresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprintOf(inputs);
  if (isFresh && isConsoleFresh()) return;
  console.log('Building …');
  const { code } = isFresh ? await buildConsole() : await build();
  if (code !== 0) process.exit(code);
}

/** Compiles what changed into dist and packs it, and the console beside it. Options as in `run`. */
export async function build(options) {
  const [service, console] = await Promise.all([buildService(options), buildConsole(options)]);
  return service.code === 0 ? console : service;
}

async function buildService(options) {
  // Taken before the compiler reads: what is saved meanwhile makes the build stale.
  const before = fingerprintOf(inputs);
  rmSync(stampFile, { force: true });
  reconcile();
  const result = await run([...packageProgram('typescript-7', 'tsc'), '-p', 'tsconfig.build.json'], options);
  if (result.code !== 0) return result;
  copyAssets();
  try {
    await bundle();
  } catch (error) {
    // It has told the places on the terminal; `npm test` shows the output that is returned.
    return { code: 1, output: error.message };
  }
  writeFileSync(stampFile, before);
  return result;
}

/** Neither drops the compiler what lost its source, nor writes again what somebody deleted. */
export function reconcile() {
  const files = filesOf(inputs);
  const outputs = new Set(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => join(dist, relative(inRoot(), file)).replace(/\.ts$/, '.js')),
  );
  const notCompiled = ['assets', 'bundle'].map((folder) => join(dist, folder) + sep);
  for (const file of existsSync(dist) ? filesUnder(dist) : []) {
    const isOutput = /\.js(\.map)?$/.test(file) && !notCompiled.some((folder) => file.startsWith(folder));
    if (isOutput && !outputs.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
  if (![...outputs].every(existsSync)) {
    for (const name of ['.tsbuildinfo', '.tsbuildinfo-dev']) rmSync(join(dist, name), { force: true });
  }
}

export function copyAssets() {
  for (const [folder, files] of Object.entries(assets)) {
    const target = join(dist, 'assets', folder);
    mkdirSync(target, { recursive: true });
    for (const file of files) copyFileSync(inRoot('node_modules', file), join(target, basename(file)));
  }
}
