// `npm test`: every check there is; with --fast (`npm run check`) those that need no database.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { build } = await import('./lib/build.mjs');
const { runJest } = await import('./lib/jest.mjs');
const { packageProgram, run } = await import('./lib/project.mjs');
const { asOneTest, conclude, runSteps } = await import('./lib/steps.mjs');

const isFast = process.argv.includes('--fast');
const startedAt = performance.now();

const silently = { show: false };
const command = (title, line) => ({ title, run: async () => asOneTest(await run(line, silently)) });
const program = (title, name, args, bin) =>
  command(title, [...packageProgram(name, bin), ...args.split(' ')]);

// The longest first: two run side by side.
const fixed = [
  program('lint (eslint)', 'eslint', '. --max-warnings=0'),
  program('types (tsc)', 'typescript', '--noEmit -p tsconfig.json', 'tsc'),
  program(
    'architecture (dependency-cruiser)',
    'dependency-cruiser',
    '--config .dependency-cruiser.cjs src libs',
    'depcruise',
  ),
  program('format (prettier)', 'prettier', '--check --log-level=warn .'),
  { title: 'build', run: async () => asOneTest(await build(silently)) },
];
const built = [command('generated documents', [process.execPath, 'dist/src/generate.js', '--check'])];
const jest = (title, projects, workers) => ({
  title,
  isLive: true,
  run: () => runJest(projects, workers),
});
const tests = isFast
  ? [jest('unit tests', ['unit'], 2)]
  : [jest('unit and database tests', ['unit', 'database'], 2), jest('scenarios', ['scenarios'], 1)];

conclude(
  [...(await runSteps(fixed, 2)), ...(await runSteps(built, 1)), ...(await runSteps(tests, 1))],
  startedAt,
);
