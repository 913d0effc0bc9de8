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
const { SCENARIO_SCALE: scale } = process.env;
const step = (title, project) => ({ title, isLive: true, run: () => runJest([project], 1) });
conclude(
  await runSteps(
    [
      step(`scenarios at scale ${scale}`, 'scenarios'),
      step(`scenarios that compare times, at scale ${scale}`, 'scenarios-alone'),
    ],
    1,
  ),
  startedAt,
);
