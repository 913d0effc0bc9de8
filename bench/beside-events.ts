import type { BenchCase } from './cases/bench-case';
import { cpuOf, cpuOfFamily } from './cpu';
import { load, type LoadTarget, type Run } from './load/load';
import { warmUp } from './load/measure';
import { openLoop, type Flood } from './load/open-loop';
import { textsOf } from './load/pressed';
import { isWanted } from './settings';
import { targetOf, type Stand } from './stand';

export const batchesPerSecond = 20;
export const seconds = 3;
export const rounds = 5;
/** More than batches are under way while the service keeps up. */
const connections = 20;

/** CPU microseconds of the service and of PostgreSQL; NaN where there is no /proc. */
type Cpu = [service: number, database: number];

/** Some seconds each. */
export interface Round {
  alone: Run;
  aloneCpu: Cpu;
  events: Flood;
  eventsCpu: Cpu;
  beside: Run;
  besideEvents: Flood;
  besideCpu: Cpu;
}

export interface BesideEvents {
  title: string;
  batchSize: number;
  rounds: Round[];
}

/** Checks alone, events alone and both, in turn. */
export async function runBesideEvents(
  stand: Stand,
  { events, checks }: Record<'events' | 'checks', BenchCase>,
): Promise<BesideEvents | undefined> {
  if (!isWanted(checks.title)) return undefined;
  await stand.database.checkpoint();
  const service = targetOf(stand, stand.service);
  await warmUp(service, events);
  await warmUp(service, checks);
  const next = textsOf(service.url, events);
  const pace = { perSecond: batchesPerSecond, seconds, connections };
  const asked = () => load(service, checks, { seconds });
  const told = () => openLoop(service.url, next, pace);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const [alone, aloneCpu] = await charged(service, asked);
    const [flood, eventsCpu] = await charged(service, told);
    const [[beside, besideEvents], besideCpu] = await charged(service, () => Promise.all([asked(), told()]));
    all.push({ alone, aloneCpu, events: flood, eventsCpu, beside, besideEvents, besideCpu });
  }
  stand.say(checks.title);
  return { title: checks.title, batchSize: events.elements, rounds: all };
}

async function charged<T>(service: LoadTarget, work: () => Promise<T>): Promise<[T, Cpu]> {
  const [ownBefore, databaseBefore] = cpuNow(service);
  const done = await work();
  const [own, database] = cpuNow(service);
  return [done, [own - ownBefore, database - databaseBefore]];
}

const cpuNow = ({ pid, postmaster }: LoadTarget): Cpu => [
  cpuOf(pid) ?? NaN,
  postmaster === undefined ? NaN : (cpuOfFamily(postmaster) ?? NaN),
];
