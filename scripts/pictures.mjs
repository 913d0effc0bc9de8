// `npm run pictures`: the pictures of the README, taken anew by the test that tells the same story in a browser.
import { mkdirSync } from 'node:fs';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { buildIfStale } = await import('./lib/build.mjs');
const { inRoot, packageProgram, run } = await import('./lib/project.mjs');
await buildIfStale();
process.env.CONSOLE_PICTURES = inRoot('docs/pictures');
mkdirSync(process.env.CONSOLE_PICTURES, { recursive: true });
const story = ['--selectProjects', 'database', '-i', '--testPathPatterns', 'console-story'];
process.exitCode = (await run([...packageProgram('jest'), ...story])).code;
