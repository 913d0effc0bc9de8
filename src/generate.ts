import 'reflect-metadata';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { loadEnvironment } from '#libs/config/env';
import { renderEnvExample } from '#libs/config/env-example';
import { graphqlSchema } from '#libs/http/documents';
import { openApiDocument } from '#libs/http/openapi';
import { SystemClock } from '#libs/kernel/clock';
import { renderErrorCodes } from '#libs/kernel/errors/error-codes-document';
import { openDataSource } from '#libs/persistence/data-source';
import { startEmbeddedPostgres } from '#libs/persistence/embedded';
import { FixedWindowStorage } from '#libs/security/fixed-window.storage';
import { createLogger } from '#libs/telemetry/logger';
import { modelsDocument } from '#modules/exchange/data-export';
import { ormOptions } from '../ormconfig';
import { createApp } from './create-app';
import { migrate } from './migrate';
import { readRuleBook, renderRuleIndex, ruleIndexFile } from './rule-index';

const closingMs = 5_000;

/** The published documents as this code would write them, by file. */
async function documents(): Promise<Map<string, string>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'generate-'));
  const database = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    durable: false,
  });
  const environment = loadEnvironment({ DATA_DIR: directory, LOG_LEVEL: 'error', LOG_FORMAT: 'json' });
  const logger = createLogger(environment);
  try {
    await migrate(database.url);
    const dataSource = await openDataSource(ormOptions(database.url, 10), logger);
    const platform = {
      environment,
      databaseUrl: database.url,
      peppers: ['documents only'],
      sealingKeys: [],
      clock: new SystemClock(),
    };
    const app = await createApp({ ...platform, logger, dataSource, windows: new FixedWindowStorage() });
    const told = new Map([
      ['openapi.json', `${JSON.stringify(openApiDocument(app), null, 2)}\n`],
      ['schema.gql', graphqlSchema(app)],
      ['docs/error-codes.md', renderErrorCodes()],
      ['docs/data-export.md', modelsDocument()],
      [ruleIndexFile, renderRuleIndex(readRuleBook('.'))],
      ['.env.example', renderEnvExample()],
    ]);
    // They are told: a job of the application that waits for something is waited for no longer than this.
    await Promise.race([app.close().then(() => dataSource.destroy()), setTimeout(closingMs)]);
    return told;
  } finally {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [file, text] of await documents()) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (isCheck) stale.push(file);
    else writeFileSync(file, text);
  }
  if (stale.length === 0) return;
  process.stdout.write(`Stale: ${stale.join(', ')}. Run npm run generate and commit the result.\n`);
  process.exitCode = 1;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
    process.exit(1);
  },
);
