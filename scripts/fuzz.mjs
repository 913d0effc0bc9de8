// `npm run fuzz`: asks both doors for what they may and may not take, of a service of its own or of one that runs; --help tells all.
import { parseArgs } from 'node:util';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const usage = `npm run fuzz -- [options]

  --rest <count>      requests to REST, 200000 when left out
  --graphql <count>   requests to GraphQL, 20000 when left out
  --seed <number>     the course of that seed once more
  --only <text>       operations alone whose name or path holds it
  --url <address>     a running service instead of one of its own: what is in the environment of its key is spoilt
  --key <key>         full access key there
  --table             tells statuses of each operation
`;

const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    ...{ rest: text, graphql: text, seed: text, only: text, url: text, key: text },
    ...{ table: { type: 'boolean' }, help: { type: 'boolean' } },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const set = (name, value) => value !== undefined && (process.env[name] = value);
process.env.FUZZ_REST ??= '200000';
process.env.FUZZ_GRAPHQL ??= '20000';
set('FUZZ_REST', values.rest);
set('FUZZ_GRAPHQL', values.graphql);
set('SEED', values.seed);
set('FUZZ_ONLY', values.only);
set('FUZZ_URL', values.url);
set('FUZZ_KEY', values.key);
set('FUZZ_TABLE', values.table && 'true');

const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { buildIfStale } = await import('./lib/build.mjs');
const { packageProgram, run } = await import('./lib/project.mjs');
await buildIfStale();
const flags = ['--selectProjects', 'scenarios', '--runInBand', '--testPathPatterns', 'test/scenarios/fuzz'];
const { code } = await run([...packageProgram('jest'), ...flags]);
process.exitCode = code;
