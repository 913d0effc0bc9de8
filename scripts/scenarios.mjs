// `npm run scenarios`: the scenarios at full size, or at the share of it that SCENARIO_SCALE says. `npm test` takes the least.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { buildIfStale } = await import('./lib/build.mjs');
const { runJest } = await import('./lib/jest.mjs');
const { conclude, runSteps } = await import('./lib/steps.mjs');

const startedAt = performance.now();
process.env.SCENARIO_SCALE ??= '1';
await buildIfStale();
const title = `scenarios at scale ${process.env.SCENARIO_SCALE}`;
conclude(await runSteps([{ title, isLive: true, run: () => runJest(['scenarios'], 1) }], 1), startedAt);
