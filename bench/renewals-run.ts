import { setTimeout as pause } from 'node:timers/promises';
import { usually, type BenchCase } from './cases/bench-case';
import type { Child } from './child';
import { cpuOf, cpuOfFamily } from './cpu';
import { withClient } from './database';
import { load, type Run } from './load/load';
import { bareSeconds, yardstickOf } from './load/measure';
import { WaitingRenewals } from './seed-renewals';
import { startService } from './service';
import { isWanted } from './settings';
import { seedTargetOf, type Stand } from './stand';

/** Begins the title of every case. */
const head = 'renewals, by';
/** Each bills so many, and one before them warms up. */
export const perRound = 600;
export const rounds = 3;
/** Of the service, at work together. */
const renewalCases = [
  { title: `${head} one process`, processes: 1, bar: '–' },
  { title: `${head} three processes`, processes: 3, bar: '≥ 150 invoices/s' },
] as const;
/** As many turns as a process takes at once. */
const turnsOfProcess = 2;
const lookMs = 10;

/** CPU microseconds are those of an invoice; undefined where there is no /proc. */
export interface RenewalRound {
  perSecond: number;
  serviceMicros: number | undefined;
  databaseMicros: number | undefined;
  bare: Run;
}

export interface RenewalsOutcome {
  title: string;
  bar: string;
  rounds: RenewalRound[];
}

/** Due subscriptions are carried out in the background, as the clock brings them, in turn with the bare server. */
export async function runRenewals(stand: Stand): Promise<RenewalsOutcome[]> {
  const wanted = renewalCases.filter(({ title }) => isWanted(title));
  if (wanted.length === 0) return [];
  const count = wanted.length * (rounds + 1) * perRound;
  return withClient(stand.database.url, async (client) => {
    const waiting = await WaitingRenewals.seed(client, seedTargetOf(stand), count);
    stand.say(`${count} subscriptions wait for their renewal`);
    const outcomes: RenewalsOutcome[] = [];
    for (const each of wanted) {
      outcomes.push(await outcomeOf(stand, waiting, each));
      stand.say(`${each.title}: ${outcomes.at(-1)?.rounds.at(-1)?.perSecond.toFixed(0)} invoices/s`);
    }
    return outcomes;
  });
}

async function outcomeOf(
  stand: Stand,
  waiting: WaitingRenewals,
  { title, processes, bar }: (typeof renewalCases)[number],
): Promise<RenewalsOutcome> {
  const services = [stand.service];
  while (services.length < processes)
    services.push(stand.keep(await startService(stand.database, stand.serverKey)));
  const yardstick = yardstickOf({ ...usually, key: stand.serverKey, title, requests: [] });
  await load(stand.bare, yardstick, { requests: yardstick.warmUp });
  await roundOf(stand, waiting, services, yardstick);
  const all: RenewalRound[] = [];
  while (all.length < rounds) all.push(await roundOf(stand, waiting, services, yardstick));
  await Promise.all(services.slice(1).map((service) => service.stop()));
  return { title, bar, rounds: all };
}

async function roundOf(
  stand: Stand,
  waiting: WaitingRenewals,
  services: readonly Child[],
  yardstick: BenchCase,
): Promise<RenewalRound> {
  const bare = await load(stand.bare, yardstick, { seconds: bareSeconds });
  await stand.database.checkpoint();
  // A walk that is under way still may come upon them before it is asked to.
  const all = (await waiting.numbered()) + perRound;
  await waiting.fallDue(perRound);
  const before = cpuNow(stand, services);
  const began = performance.now();
  await waiting.askForRuns(turnsOfProcess * services.length);
  while ((await waiting.numbered()) < all) await pause(lookMs);
  const seconds = (performance.now() - began) / 1000;
  const after = cpuNow(stand, services);
  const each = (part: 'service' | 'database'): number | undefined => {
    const micros = after[part] - before[part];
    return Number.isNaN(micros) ? undefined : micros / perRound;
  };
  return {
    perSecond: perRound / seconds,
    serviceMicros: each('service'),
    databaseMicros: each('database'),
    bare,
  };
}

const cpuNow = ({ database: { postmaster } }: Stand, services: readonly Child[]) => ({
  service: services.reduce((sum, { pid }) => sum + (cpuOf(pid) ?? NaN), 0),
  database: postmaster === undefined ? NaN : (cpuOfFamily(postmaster) ?? NaN),
});
