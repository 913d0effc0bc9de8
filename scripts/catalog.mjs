// `npm run catalog -- export|plan|apply`: the catalog of an environment as a document. Without words it tells how.
import { createInterface } from 'node:readline/promises';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
await installIfStale();
await buildIfStale();

const { runCatalogCommand } = await import('../dist/cli/catalog/command.js');
const { DATA_DIR: dataDirectory = '.data', PORT: port = '3000' } = process.env;

async function ask(question) {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return lines.question(question).finally(() => lines.close());
}

const terminal = {
  write: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  ...(process.stdin.isTTY && { ask }),
};
process.exitCode = await runCatalogCommand(process.argv.slice(2), {
  terminal,
  variables: process.env,
  dataDirectory,
  port,
});
