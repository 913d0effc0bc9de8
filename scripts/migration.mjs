// `npm run migration:run | migration:revert | migration:show | migration:generate -- <name>`, for administrators and
// developers. The database is DATABASE_URL, or the embedded default in DATA_DIR; `generate` needs neither. Migrations are run by
// DATABASE_MIGRATION_URL where it is set.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
const { openMeant, openPresent, openThrowaway } = await import('./lib/migration-database.mjs');
const { generateMigration, requireMigrationName } = await import('./lib/generate-migration.mjs');

const commands = {
  run: { open: openMeant, perform: told(runAll) },
  revert: { open: openPresent, perform: told(({ revertLast }, urls) => revertLast(urls)) },
  show: { open: openPresent, perform: told(({ toldMigrations }, urls) => toldMigrations(urls)) },
  generate: { open: openThrowaway, perform: ({ url }, migration) => generateMigration(url, migration) },
};

/** What the work answers, or why it failed and what to do. */
function told(work) {
  return async ({ url, ownerUrl }) => {
    const { loadBundle } = await import('../dist/src/bundle.js');
    const migration = loadBundle().migration();
    try {
      migration.requireAddresses({ DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl });
      console.log(await work(migration, { url, ownerUrl }));
      return { code: 0 };
    } catch (error) {
      console.error(migration.migrationAdvice(error, { url, ownerUrl }));
      return { code: 1 };
    }
  };
}

/** Ours, each as it is done; then the tables of the job library, and the rights of the service. */
async function runAll({ migrate, requireOneDatabase, toDivideRows }, { url, ownerUrl }) {
  const role = await requireOneDatabase(url, ownerUrl);
  const isDivided = await migrate(url, ownerUrl, true);
  const lines = ['The tables of the job library are up to date.'];
  if (role === undefined) return lines.join('\n');
  lines.push(`The role ${role} has the rights of the service.`);
  lines.push(isDivided ? 'It sees the rows of one environment at a time.' : toDivideRows(role));
  return lines.join('\n');
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
let opened;
try {
  opened = await command.open();
  process.exitCode = (await command.perform(opened, names[0])).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await opened?.close();
}
