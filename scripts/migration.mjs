// `npm run migration:run | migration:revert | migration:show | migration:generate -- <name>`, for administrators and
// developers. The database is DATABASE_URL, or the embedded default in DATA_DIR; `generate` needs neither. Migrations are run by
// DATABASE_MIGRATION_URL where it is set.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
const { openMeant, openThrowaway } = await import('./lib/migration-database.mjs');
const { generateMigration, requireMigrationName } = await import('./lib/generate-migration.mjs');
const { packageProgram, run } = await import('./lib/project.mjs');

const typeorm = (url, command, ...rest) =>
  run([...packageProgram('typeorm'), `migration:${command}`, ...rest, '-d', 'dist/ormconfig.js'], {
    env: { ...process.env, DATABASE_URL: url },
  });

const commands = {
  run: { open: openMeant, perform: runAll },
  revert: { open: openMeant, perform: ({ ownerUrl }) => typeorm(ownerUrl, 'revert') },
  show: { open: openMeant, perform: ({ ownerUrl }) => typeorm(ownerUrl, 'show') },
  generate: { open: openThrowaway, perform: ({ url }, migration) => generateMigration(url, migration) },
};

/** Ours, each as it is done; then the tables of the job library, and the rights of the service. */
async function runAll({ url, ownerUrl }) {
  const { loadBundle } = await import('../dist/src/bundle.js');
  const { migrate, migrationAdvice, requireOneDatabase, toDivideRows } = loadBundle().migration();
  try {
    const role = await requireOneDatabase(url, ownerUrl);
    const isDivided = await migrate(url, ownerUrl, true);
    console.log('The tables of the job library are up to date.');
    if (role === undefined) return { code: 0 };
    console.log(`The role ${role} has the rights of the service.`);
    console.log(isDivided ? 'It sees the rows of one environment at a time.' : toDivideRows(role));
    return { code: 0 };
  } catch (error) {
    console.error(migrationAdvice(error, { url, ownerUrl }));
    return { code: 1 };
  }
}

const [name = '', ...names] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Say one of: ${Object.keys(commands).join(', ')}`);
  process.exit(1);
}
if (name === 'generate') requireMigrationName(names[0]);
await installIfStale();
await buildIfStale();
const { close, ...urls } = await command.open();
try {
  process.exitCode = (await command.perform(urls, names[0])).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await close();
}
