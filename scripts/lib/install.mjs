import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, readJson, run } from './project.mjs';

const lockFile = inRoot('package-lock.json');
const stampFile = inRoot('node_modules/.install-stamp');

/** Runs `npm ci` unless node_modules is what package-lock.json says. */
export async function installIfStale() {
  const lock = readFileSync(lockFile);
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  if (!isInstalled()) await install();
  writeFileSync(stampFile, wanted);
}

/** npm keeps a list of what it installed; a run of `npm ci` by hand needs no second one by us. */
function isInstalled() {
  const list = inRoot('node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = readJson(list).packages;
  return Object.entries(readJson(lockFile).packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || installed[path]?.version === version || (!installed[path] && (optional || devOptional)),
  );
}

async function install() {
  console.log('Installing the packages of package-lock.json (npm ci), about half a minute …');
  // Nothing here needs an install script, and a stranger's script needs nothing here. The build needs the dev packages.
  const { code } = await run(
    [...npm(), 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      shell: !process.env.npm_execpath && process.platform === 'win32',
    },
  );
  if (code === 0) return;
  console.error(
    'npm ci failed (see above). Check that the npm registry can be reached, then run the command again.',
  );
  process.exit(1);
}

/** The command line of the npm that started this, or else of that on the path. */
export const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']);
