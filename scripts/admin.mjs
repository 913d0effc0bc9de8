// `npm run admin -- environments list|set-type …`: what only who reaches the database may do. `--help` tells all.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
await installIfStale();
await buildIfStale();

const { loadBundle } = await import('../dist/src/bundle.js');
const { runAdminCommand } = loadBundle().admin();

const terminal = {
  write: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
};
process.exitCode = await runAdminCommand(process.argv.slice(2), { terminal, variables: process.env });
