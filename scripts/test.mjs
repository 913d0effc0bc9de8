// `npm test`: every check there is; with --fast (`npm run check`) those that need no database, and with the name of an area all
// that is about it. --random: the files in an order of chance. --record: notes how long each takes.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { build } = await import('./lib/build.mjs');
const { runJest } = await import('./lib/jest.mjs');
const { packageProgram, run } = await import('./lib/project.mjs');
const { asOneTest, conclude, runSteps } = await import('./lib/steps.mjs');

const isFast = process.argv.includes('--fast');
if (process.argv.includes('--random')) process.env.TEST_ORDER = 'random';
if (process.argv.includes('--record')) process.env.TEST_RECORD = 'true';
const area = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const startedAt = performance.now();

const silently = { show: false };
const command = (title, line) => ({ title, run: async () => asOneTest(await run(line, silently)) });
const program = (title, name, args, bin) =>
  command(title, [...packageProgram(name, bin), ...args.split(' ')]);

/** The types of the console's client, made once: who checks types without them takes everything that the wire tells for `any`. */
let wireTypes;
const withWireTypes = (step) => ({
  ...step,
  run: async () => {
    wireTypes ??= run([process.execPath, 'scripts/console-types.mjs', '--wire'], silently);
    const { code, output } = await wireTypes;
    return code === 0 ? step.run() : asOneTest({ code, output });
  },
});
const lintByTypes = (files) => withWireTypes(program('lint by types (oxlint)', 'oxlint', files));

const documents = command('generated documents', [process.execPath, 'dist/src/generate.js', '--check']);
/** Begun long before the documents, which it generates from, are looked at. */
let building;
// The longest first: two run side by side.
const fixed = [
  // Its rules look at one file each, so what was found in a file holds until the file changes.
  program(
    'lint (eslint)',
    'eslint',
    '. --max-warnings=0 --cache --cache-strategy=content --cache-location=node_modules/.cache/eslint',
  ),
  { title: 'build', run: () => (building = build(silently)).then(asOneTest) },
  lintByTypes('.'),
  program('types (tsc)', 'typescript-7', '--noEmit -p tsconfig.json', 'tsc'),
  withWireTypes(command('types of the console', [process.execPath, 'scripts/console-types.mjs'])),
  program(
    'architecture (dependency-cruiser)',
    'dependency-cruiser',
    '--config .dependency-cruiser.cjs src libs',
    'depcruise',
  ),
  program('format (oxfmt)', 'oxfmt', '--check .'),
  command('licences of what is shipped', [process.execPath, 'scripts/licences.mjs']),
  command('secrets in files', [process.execPath, 'scripts/secrets.mjs']),
  { ...documents, run: () => building.then(documents.run) },
];
const jest = (title, projects, workers) => ({
  title,
  isLive: true,
  run: () => runJest(projects, workers),
});
/** Side by side, though there are two cores: a fifth of the time each waits for its database. */
const shares = 3;
const whole = isFast
  ? [jest('unit tests', ['unit-shares'], shares)]
  : [
      jest('unit and database tests', ['unit-shares', 'database-shares'], shares),
      jest('scenarios', ['scenario-shares'], 3),
      jest('scenarios that compare times', ['scenarios-alone'], 1),
    ];

/** What is about one area, all at once. */
async function areaSteps(name) {
  const { areaNames, areaOf } = await import('./lib/area.mjs');
  const found = areaOf(name);
  if (!found) {
    console.error(`There is no area ${name}. There are: ${areaNames().join(', ')}.`);
    process.exit(1);
  }
  process.env.TEST_FILES = found.tests.join(' ');
  const files = [found.folder, ...found.tests].join(' ');
  return [
    jest(`tests of ${name}`, ['chosen'], 1),
    program('types (tsc)', 'typescript-7', '--noEmit -p tsconfig.json', 'tsc'),
    lintByTypes(files),
    program('lint (eslint)', 'eslint', `${files} --max-warnings=0`),
  ];
}

const outcomes = area
  ? await runSteps(await areaSteps(area), 3)
  : [...(await runSteps(fixed, 2)), ...(await runSteps(whole, 1))];
conclude(outcomes, startedAt);
