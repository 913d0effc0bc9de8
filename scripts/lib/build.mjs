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
];
/** Files that the GraphiQL page loads; it asks no foreign host. */
const graphiqlFiles = [
  'graphiql/graphiql.min.js',
  'graphiql/graphiql.min.css',
  'react/umd/react.production.min.js',
  'react-dom/umd/react-dom.production.min.js',
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

/** Compiles what changed into dist. Options as in `run`. */
export async function build(options) {
  const files = inputFiles();
  // Taken before the compiler reads: what is saved meanwhile makes the build stale.
  const before = fingerprint(files);
  rmSync(stampFile, { force: true });
  reconcile(files);
  const result = await run([...packageProgram('typescript', 'tsc'), '-p', 'tsconfig.build.json'], options);
  if (result.code !== 0) return result;
  copyGraphiql();
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
  const assets = join(dist, 'assets') + sep;
  for (const file of existsSync(dist) ? filesUnder(dist) : []) {
    const isOutput = /\.js(\.map)?$/.test(file) && !file.startsWith(assets);
    if (isOutput && !outputs.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
  if (![...outputs].every(existsSync)) rmSync(join(dist, '.tsbuildinfo'), { force: true });
}

export function copyGraphiql() {
  const target = join(dist, 'assets/graphiql');
  mkdirSync(target, { recursive: true });
  for (const file of graphiqlFiles) copyFileSync(inRoot('node_modules', file), join(target, basename(file)));
}
