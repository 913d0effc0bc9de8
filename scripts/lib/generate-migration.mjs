import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { inRoot, packageProgram, run } from './project.mjs';

const folder = 'src/migrations';
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Ends the process with a message unless this can name a migration. */
export function requireMigrationName(name) {
  if (kebab.test(name ?? '')) return;
  console.error('Name the migration in kebab-case by what it adds: npm run migration:generate -- coupons');
  process.exit(1);
}

/**
 * Writes `<utc>-expand-<name>.ts`: the step from the migrations so far to the mappings of today, found on an empty database
 * so that no administrator's database can leave its traces in it.
 */
export async function generateMigration(url, name) {
  const { migrate } = await import('../../dist/src/migrate.js');
  await migrate(url);
  const before = new Set(readdirSync(inRoot(folder)));
  const command = ['migration:generate', `${folder}/expand-${name}`, '--pretty', '-d', 'dist/ormconfig.js'];
  const told = await run([...packageProgram('typeorm'), ...command], {
    env: { ...process.env, DATABASE_URL: url },
    show: false,
  });
  const file = readdirSync(inRoot(folder)).find((each) => !before.has(each));
  if (!file) {
    console.error(told.output.trim());
    return { code: 1 };
  }
  writeFileSync(inRoot(folder, file), inHouseStyle(readFileSync(inRoot(folder, file), 'utf8')));
  addToList(file);
  const { code } = await run([...packageProgram('oxfmt'), `${folder}/${file}`, `${folder}/index.ts`]);
  console.log(`Wrote ${folder}/${file} and added it to ${folder}/index.ts.`);
  console.log('Read it before you run it: npm run migration:run');
  return { code };
}

/** As the migrations that were written by hand look: type imports, no `public`, no banner, statements less indented. */
const inHouseStyle = (text) =>
  text
    .replace(
      /^import \{.*\} from ["']typeorm["'];?$/m,
      "import type { MigrationInterface, QueryRunner } from 'typeorm';",
    )
    .replace(/\/\*\*[\s\S]*?\*\/\s*/, '')
    .replace(/public async /g, 'async ')
    .replace(/queryRunner/g, 'runner')
    .replace(/`\n\s+/g, '`')
    .replace(/\n\s+`/g, '`')
    .replace(/\n {12}/g, '\n    ');

/** Files are in the order of their instants, so the newest goes last. */
function addToList(file) {
  const list = inRoot(folder, 'index.ts');
  const text = readFileSync(list, 'utf8');
  const name = /class (\w+)/.exec(readFileSync(inRoot(folder, file), 'utf8'))?.[1];
  const importLine = `import { ${name} } from './${file.replace(/\.ts$/, '')}';\n`;
  const lastImport = text.lastIndexOf('import ');
  const afterImports = text.indexOf('\n', lastImport) + 1;
  const imported = text.slice(0, afterImports) + importLine + text.slice(afterImports);
  writeFileSync(list, imported.replace(/,?\s*\];/, `, ${name}];`));
}
