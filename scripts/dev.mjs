// `npm run dev`: compiles on every change and starts the service again whenever that succeeds.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { copyAssets, reconcile } = await import('./lib/build.mjs');
const { buildConsole } = await import('./lib/console.mjs');
const { packageProgram, root } = await import('./lib/project.mjs');

await installIfStale();
reconcile();
copyAssets();
await buildConsole();

let service;
let isLeaving = false;

/** The service drains and its embedded database stops before the next one starts. */
function stopService() {
  const stopping = service;
  service = undefined;
  if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    stopping.once('exit', resolve);
    stopping.kill('SIGTERM');
  });
}

let turn = Promise.resolve();
function restartService() {
  turn = turn.then(async () => {
    await stopService();
    if (isLeaving) return;
    // A group of its own: Ctrl-C reaches us, and we stop the service in good order.
    service = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], {
      cwd: root,
      stdio: 'inherit',
      detached: true,
    });
  });
}

// The compiler before the native one: it watches on every file system. Neither reads what the other remembers.
const [node, ...tsc] = packageProgram('typescript', 'tsc');
const memory = ['--tsBuildInfoFile', 'dist/.tsbuildinfo-dev'];
const watching = ['-p', 'tsconfig.build.json', ...memory, '--watch', '--preserveWatchOutput'];
const compiler = spawn(node, [...tsc, ...watching], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
createInterface({ input: compiler.stdout }).on('line', (line) => {
  if (line.trim()) console.log(line);
  if (line.includes('Found 0 errors')) restartService();
});
compiler.once('exit', () => void leave());

async function leave() {
  if (isLeaving) return;
  isLeaving = true;
  compiler.kill();
  await turn;
  await stopService();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void leave());
