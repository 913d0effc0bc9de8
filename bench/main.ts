import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchCases, titlesOf, type BenchCases } from './cases/cases';
import { runActivity } from './activity-run';
import { runBesideEvents } from './beside-events';
import { besideSettings, besideTable } from './beside-table';
import { monthTitle } from './cases/history-case';
import { runCatalog } from './catalog-run';
import { catalogSettings, catalogTable } from './catalog-table';
import { circumstances, loadOfMachine } from './circumstances';
import { runGovernance } from './governance-run';
import { runLedger } from './ledger-run';
import { loadSettings, loadTable } from './load/load-table';
import { memoryTable } from './load/memory';
import { pressedSettings, pressedTable } from './load/pressed';
import { renewalsSettings, renewalsTable } from './renewals-table';
import { runRenewals } from './renewals-run';
import { seed } from './seed';
import { seedMonth } from './seed-month';
import { customersWanted, isWanted, isWholeRun, type Customers } from './settings';
import { firstAsked, underLoad, underPressure } from './stages';
import { openStand, seedTargetOf, type Closers, type Stand } from './stand';
import { runStreams, streamsTable } from './streams-run';
import { runStarts, startTable, startTitle } from './start-up';
import { runWebhooks } from './webhooks-run';

const results = join(__dirname, '../../bench/results');
const startedAt = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

const closers: Closers = [];

/** The cold case comes after all that the first process serves: it is asked of a new one, which must live alone. */
async function bench(): Promise<void> {
  const loadBefore = loadOfMachine();
  const customers = customersWanted();
  const stand = await openStand(closers, say);
  const cases = await casesOf(stand, customers);
  const outcomes = cases ? await underLoad(stand, cases) : [];
  const beside = cases && (await runBesideEvents(stand, cases.besideEvents));
  const pressed = cases ? await underPressure(stand, cases) : [];
  const catalogs = await runCatalog(stand);
  const renewals = await runRenewals(stand);
  const ledger = await runLedger(stand);
  outcomes.push(...(ledger?.pages ?? []));
  outcomes.push(...(await runGovernance(stand)));
  const activity = await runActivity(stand);
  const webhooks = await runWebhooks(stand);
  const cold = cases && (await firstAsked(stand, cases));
  if (cold) outcomes.push(cold.outcome);
  const streams = await runStreams(stand);
  const told = [
    outcomes.length > 0 && `${loadTable(outcomes)}\n\n${loadSettings}`,
    beside && `${besideTable(beside)}\n\n${besideSettings}`,
    pressed.length > 0 && `${pressedTable(pressed)}\n\n${pressedSettings}`,
    cold && memoryTable(cold.growth),
    catalogs.length > 0 && `${catalogTable(catalogs)}\n\n${catalogSettings}`,
    renewals.length > 0 && `${renewalsTable(renewals)}\n\n${renewalsSettings}`,
    ledger?.proof,
    activity?.proof,
    activity?.writes,
    webhooks,
    streams && streamsTable(streams),
    await ofStarts(),
    circumstances(stand.database.version, loadBefore),
  ];
  const report = `${told.filter(Boolean).join('\n\n')}\n`;
  process.stdout.write(`\n${report}`);
  if (isWholeRun()) write(report);
}

/** Seeds what they ask about, unless none of them is wanted. */
async function casesOf(stand: Stand, customers: Customers): Promise<BenchCases | undefined> {
  const none = (count: number) => ({ key: '', customers: count });
  const { large, small, metered } = customers;
  const unseeded = { large: none(large), small: none(small), metered: none(metered) };
  if (!titlesOf(benchCases(unseeded)).some(isWanted)) return undefined;
  const environments = await seed(seedTargetOf(stand), customers);
  say(`seeded ${large + small + metered} customers`);
  if (isWanted(monthTitle)) {
    await seedMonth(seedTargetOf(stand), environments.metered.key);
    say('seeded a month of events');
  }
  return benchCases(environments);
}

/** The second and later starts: the first one makes the database. */
async function ofStarts(): Promise<string> {
  if (!isWanted(startTitle)) return '';
  say('starting the service, packed and unpacked in turn');
  return `${startTable(await runStarts())}\n\nMedians.`;
}

function write(told: string): void {
  mkdirSync(results, { recursive: true });
  const head = '# Latest run of `npm run bench`\n\nMethod: ../README.md.\n\n';
  writeFileSync(join(results, 'latest.md'), head + told);
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
