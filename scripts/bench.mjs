// `npm run bench`: measures the service beside a bare HTTP server and writes bench/results/latest.md.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
await installIfStale();
await buildIfStale();
await import('../dist/bench/main.js');
