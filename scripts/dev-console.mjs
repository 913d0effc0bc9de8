// `npm run dev:console`: the console as it is written, on port 3001, beside a service that runs.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { packageProgram, run } = await import('./lib/project.mjs');
const { code } = await run([...packageProgram('vite'), 'console', '--config', 'console/vite.config.mjs']);
process.exitCode = code;
