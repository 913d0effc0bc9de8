// `npm start`: everything from a fresh checkout to a listening service, with nothing but Node and npm.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { endWithParent } = await import('./lib/end-with-parent.mjs');
endWithParent();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
await installIfStale();
await buildIfStale();
// In this very process: signals reach the service itself, and nothing lies between it and the terminal.
await import('../dist/src/launch.js');
