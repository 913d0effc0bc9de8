// `npm run import -- customers|subscriptions <file>`: rows of another system, from a file of any length. `--help` tells how.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
await installIfStale();
await buildIfStale();

const { runImportCommand } = await import('../dist/cli/import/command.js');
const { DATA_DIR: dataDirectory = '.data', PORT: port = '3000' } = process.env;

const terminal = {
  write: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
};
process.exitCode = await runImportCommand(process.argv.slice(2), {
  terminal,
  variables: process.env,
  dataDirectory,
  port,
});
