import type { BenchCase } from './cases/bench-case';
import type { BenchCases } from './cases/cases';
import type { Child } from './child';
import { measure, measureOnce, warmUp, type Outcome } from './load/measure';
import { memoryOf, tellingMemory, type Growth } from './load/memory';
import { press, type Pressed } from './load/pressed';
import { limited, startService } from './service';
import { isWanted } from './settings';
import { targetOf, type Stand } from './stand';

/** One process, and then the same beside a second one. */
export async function underLoad(stand: Stand, cases: BenchCases): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const each of needed(cases.alone)) outcomes.push(await outcomeOf(stand, stand.service, each));
  if (![cases.besideAnother, cases.limited].some(({ title }) => isWanted(title))) return outcomes;
  const second = stand.keep(await startService(stand.database, stand.serverKey, limited));
  for (const [service, each] of [
    [stand.service, cases.besideAnother],
    [second, cases.limited],
  ] as const)
    if (isWanted(each.title)) outcomes.push(await outcomeOf(stand, service, each));
  await second.stop();
  return outcomes;
}

/** Those that are wanted, and those that they are told as a multiple of. */
function needed(cases: readonly BenchCase[]): BenchCase[] {
  const wanted = cases.filter(({ title }) => isWanted(title));
  return cases.filter(
    (each) => wanted.includes(each) || wanted.some(({ against }) => against === each.title),
  );
}

/** In turn with the bare server. */
export async function outcomeOf(stand: Stand, service: Child, each: BenchCase): Promise<Outcome> {
  await stand.database.checkpoint();
  const outcome = await measure({ bare: stand.bare, service: targetOf(stand, service) }, each);
  tell(stand, outcome);
  return outcome;
}

const tell = ({ say }: Stand, { measured, service }: Outcome): void =>
  say(`${measured.title}: ${service.perSecond.toFixed(0)} req/s`);

export async function underPressure(stand: Stand, cases: BenchCases): Promise<Pressed[]> {
  const all: Pressed[] = [];
  for (const each of cases.pressed.filter(({ title }) => isWanted(title))) {
    await stand.database.checkpoint();
    all.push(...(await press({ bare: stand.bare, service: targetOf(stand, stand.service) }, each)));
    stand.say(each.title);
  }
  return all;
}

/** A new process that lives alone is asked about customers it has never heard of: what that costs, and what it keeps of them. */
export async function firstAsked(
  stand: Stand,
  cases: BenchCases,
): Promise<{ outcome: Outcome; growth: Growth } | undefined> {
  const once = cases.firstAsked;
  if (!isWanted(once.title)) return undefined;
  await stand.service.stop();
  const fresh = stand.keep(await startService(stand.database, stand.serverKey, tellingMemory));
  const service = targetOf(stand, fresh);
  // Of other customers, so that it is the code alone that is warm.
  await warmUp(service, cases.elsewhere);
  await stand.database.checkpoint();
  const before = await memoryOf(fresh);
  const outcome = await measureOnce({ bare: stand.bare, service }, once);
  const growth = {
    title: 'memory of the service',
    customers: once.requests.length,
    before,
    after: await memoryOf(fresh),
  };
  tell(stand, outcome);
  await fresh.stop();
  return { outcome, growth };
}
