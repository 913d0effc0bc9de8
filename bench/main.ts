import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { benchCases, type BenchCase } from './cases';
import { catalogSizes, catalogTitles } from './catalog-cases';
import { runCatalog } from './catalog-run';
import { startChild, type Child } from './child';
import { openBenchDatabase } from './database';
import { connections, load, median, requireServed, type LoadTarget, type Run } from './load';
import { catalogTable, circumstances, startTable, table, type Outcome } from './report';
import { seed, type SeedTarget, type SeededEnvironment } from './seed';
import { runStarts, startTitle } from './start-up';

const large = 100_000;
const small = 1000;
const rounds = 3;
const runSeconds = 2;
const warmUpSeconds = 1;
const root = join(__dirname, '../..');
const pepper = 'bK7rW2mQx9LzT4vNd8Hs';

const startedAt = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

/** Closed in the opposite order, however the bench ends. */
const closers: (() => Promise<void>)[] = [];

async function startBoth(databaseUrl: string, serverKey: string): Promise<{ bare: Child; service: Child }> {
  const bare = await startChild(join(__dirname, 'bare-server.js'), {});
  closers.push(() => bare.stop());
  const flags = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [];
  const service = await startChild(
    join(root, 'dist/src/launch.js'),
    {
      DATABASE_URL: databaseUrl,
      MIGRATE_ON_START: 'true',
      PORT: '0',
      API_KEY_PEPPER: pepper,
      BOOTSTRAP_SERVER_KEY: serverKey,
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    },
    flags,
  );
  closers.push(() => service.stop());
  return { bare, service };
}

/** The same for every case: one GET. */
const yardstickOf = (measured: BenchCase): BenchCase => ({
  ...measured,
  requests: [{ method: 'GET', path: '/' }],
});

/** The bare server and the service in turn, so that a busy neighbour troubles both. */
async function measure(bare: LoadTarget, service: LoadTarget, measured: BenchCase): Promise<Outcome> {
  const yardstick = yardstickOf(measured);
  await requireServed(service.url, measured);
  await load(service, measured, warmUpSeconds);
  const runs = { bare: [] as Run[], service: [] as Run[] };
  for (let round = 0; round < rounds; round++) {
    runs.bare.push(await load(bare, yardstick, runSeconds));
    runs.service.push(await load(service, measured, runSeconds));
  }
  return { measured, bare: median(runs.bare), service: median(runs.service) };
}

async function bench(): Promise<void> {
  const database = await openBenchDatabase(process.env['DATABASE_URL']);
  closers.push(() => database.close());
  say(`PostgreSQL ${database.version} is ready`);
  const firstKey = newKeySecret('server-');
  const { bare, service } = await startBoth(database.url, firstKey);
  say(`the service listens after ${service.startMs.toFixed(0)} ms, schema and first keys included`);
  const target = { url: service.url, databaseUrl: database.url, pepper, firstKey };
  const measured = { ...service, postmaster: database.postmaster };
  const told = [
    await underLoad(bare, measured, target),
    await ofCatalogs(measured, target),
    await ofStarts(),
  ].filter(Boolean);
  told.push(circumstances(database.version));
  const report = `${told.join('\n\n')}\n`;
  process.stdout.write(`\n${report}`);
  if (only === undefined) write(report);
}

const only = process.env['BENCH_ONLY'];
const isWanted = (title: string): boolean => only === undefined || title.includes(only);

/** Many customers at once. */
async function underLoad(bare: LoadTarget, service: LoadTarget, target: SeedTarget): Promise<string> {
  const unseeded = [large, small].map((customers) => ({ key: '', customers }));
  if (!casesOf(unseeded).some(({ title }) => isWanted(title))) return '';
  const environments = await seed(target, large, small);
  say(`seeded ${large + small} customers`);
  const outcomes: Outcome[] = [];
  const cases = casesOf(environments).filter(({ title }) => isWanted(title));
  await load(bare, yardstickOf(cases[0] as BenchCase), warmUpSeconds);
  for (const each of cases) {
    outcomes.push(await measure(bare, service, each));
    const { perSecond } = (outcomes.at(-1) as Outcome).service;
    say(`${each.title}: ${perSecond.toFixed(0)} req/s`);
  }
  const settings = `${connections} connections, ${rounds} runs of ${runSeconds} s each in turn with the bare server, medians`;
  return `${table(outcomes)}\n\n${settings}.`;
}

function casesOf([first, second]: SeededEnvironment[]): BenchCase[] {
  if (!first || !second) throw new Error('Nothing was seeded');
  return benchCases(first, second);
}

/** A large catalog beside a small one. */
async function ofCatalogs(service: LoadTarget, target: SeedTarget): Promise<string> {
  if (!catalogTitles.some(isWanted)) return '';
  const outcomes = await runCatalog(service, target, isWanted, say);
  const sizes = Object.entries(catalogSizes).map(
    ([name, { features, plans, entitlementsPerPlan }]) =>
      `${name}: ${features} features, ${plans} plans with ${entitlementsPerPlan} entitlements each`,
  );
  const load = loadavg()[0]?.toFixed(1);
  return `${catalogTable(outcomes)}\n\nOne request after the other, ${sizes.join('; ')}. Load of the machine ${load}.`;
}

/** The second and later starts: the first one makes the database. */
async function ofStarts(): Promise<string> {
  if (!isWanted(startTitle)) return '';
  say('starting the service, packed and unpacked in turn');
  return `${startTable(await runStarts())}\n\nMedians. Load of the machine ${loadavg()[0]?.toFixed(1)}.`;
}

function write(told: string): void {
  const file = join(root, 'bench/results/latest.md');
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(file, `# Latest run of \`npm run bench\`\n\nMethod: ../README.md.\n\n${told}`);
}

const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  }
});

async function main(): Promise<void> {
  try {
    await Promise.race([bench(), interrupted]);
  } catch (error) {
    process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const close of closers.reverse()) await close();
    say('closed');
  }
  // A run of the load generator may still be going on after an interruption.
  process.exit();
}

void main();
