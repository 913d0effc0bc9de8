import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { assets } from './assets.mjs';
import { bundle } from './bundle.mjs';
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

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const isInput = (file) => !/\.(spec|int-spec)\.ts$/.test(file);

function inputFiles() {
  const present = inputs.map((name) => inRoot(name)).filter(existsSync);
  return present.flatMap((path) => (statSync(path).isFile() ? [path] : filesUnder(path))).filter(isInput);
}

/** Changes with every file that is added, removed or written; no file is read for it. */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(inRoot(), file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

export async function buildIfStale() {
  const isFresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint(inputFiles());
  if (isFresh) return;
  console.log('Building …');
  const { code } = await build();
  if (code !== 0) process.exit(code);
}

/** Compiles what changed into dist and packs it. Options as in `run`. */
export async function build(options) {
  const files = inputFiles();
  // Taken before the compiler reads: what is saved meanwhile makes the build stale.
  const before = fingerprint(files);
  rmSync(stampFile, { force: true });
  reconcile(files);
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
export function reconcile(files = inputFiles()) {
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
