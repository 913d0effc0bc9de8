import { headersOf, type LoadRequest } from './cases/requests';
import {
  applyEverything,
  catalogSizes,
  catalogTitles,
  planOfEverything,
  repeatedCases,
  type CatalogCase,
} from './catalog-cases';
import { cpuOf, cpuOfFamily } from './cpu';
import { median } from './figures';
import type { LoadTarget } from './load/load';
import { openEnvironment } from './seed';
import { isWanted } from './settings';
import { seedTargetOf, targetOf, type Stand } from './stand';
import type { CatalogSize } from './wide-catalog';

/** One request, or the medians of several. */
export interface Taken {
  ms: number;
  /** Of the answer. */
  bytes: number;
  /** CPU milliseconds of the server process and of PostgreSQL. */
  serverMs: number | undefined;
  databaseMs: number | undefined;
}

export interface CatalogOutcome {
  title: string;
  requests: number;
  small: Taken;
  large: Taken;
}

interface Environment {
  service: LoadTarget;
  key: string;
  size: CatalogSize;
}

interface Answer {
  taken: Taken;
  text: string;
}

const rounds = 9;

/** Every case on the small catalog and on the large one in turn, so that a busy neighbour troubles both. */
export async function runCatalog(stand: Stand): Promise<CatalogOutcome[]> {
  if (!catalogTitles.some(isWanted)) return [];
  const [service, target] = [targetOf(stand, stand.service), seedTargetOf(stand)];
  const small = { service, key: await openEnvironment(target, 'small catalog'), size: catalogSizes.small };
  const large = { service, key: await openEnvironment(target, 'large catalog'), size: catalogSizes.large };
  const outcomes = await bothInForce(small, large);
  const ofLarge = repeatedCases(large.size);
  for (const [index, onSmall] of repeatedCases(small.size).entries()) {
    if (!isWanted(onSmall.title)) continue;
    outcomes.push(
      await inTurn(
        { environment: small, asked: onSmall },
        { environment: large, asked: ofLarge[index] as CatalogCase },
      ),
    );
    stand.say(`${onSmall.title}: ${outcomes.at(-1)?.large.ms.toFixed(0)} ms`);
  }
  return outcomes.filter(({ title }) => isWanted(title));
}

/** Each once: what was planned is then applied. */
async function bothInForce(small: Environment, large: Environment): Promise<CatalogOutcome[]> {
  const planned = {
    small: await ask(small, planOfEverything(small.size)),
    large: await ask(large, planOfEverything(large.size)),
  };
  const applied = { small: await apply(small, planned.small), large: await apply(large, planned.large) };
  return [
    outcome(planOfEverything(small.size).title, [planned.small], [planned.large]),
    outcome(applyEverything(small.size, '').title, [applied.small], [applied.large]),
  ];
}

const apply = (environment: Environment, { text }: Answer): Promise<Answer> => {
  const { hash } = (JSON.parse(text) as { data: { hash: string } }).data;
  return ask(environment, applyEverything(environment.size, hash));
};

interface Asked {
  environment: Environment;
  asked: CatalogCase;
}

async function inTurn(small: Asked, large: Asked): Promise<CatalogOutcome> {
  const answers = { small: [] as Answer[], large: [] as Answer[] };
  // The first of each warms up.
  for (let round = 0; round <= rounds; round++) {
    answers.small.push(await ask(small.environment, small.asked));
    answers.large.push(await ask(large.environment, large.asked));
  }
  return outcome(small.asked.title, answers.small.slice(1), answers.large.slice(1));
}

/** @throws Error with the answer unless it is served */
async function ask({ service, key }: Environment, { title, before, request }: CatalogCase): Promise<Answer> {
  if (before) await send(service.url, key, title, before);
  const [server, database] = [cpuOf(service.pid), databaseCpu(service)];
  const startedAt = performance.now();
  const text = await send(service.url, key, title, request);
  const ms = performance.now() - startedAt;
  const serverMs = since(server, cpuOf(service.pid));
  const databaseMs = since(database, databaseCpu(service));
  return { taken: { ms, bytes: Buffer.byteLength(text), serverMs, databaseMs }, text };
}

async function send(
  url: string,
  key: string,
  title: string,
  { method, path, body }: LoadRequest,
): Promise<string> {
  const answer = await fetch(url + path, { method, headers: headersOf(key), body });
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Error(`${title}: ${method} ${path} answered ${answer.status} ${text.slice(0, 500)}`);
}

const databaseCpu = ({ postmaster }: LoadTarget): number | undefined =>
  postmaster === undefined ? undefined : cpuOfFamily(postmaster);

const since = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : (to - from) / 1000;

const outcome = (title: string, small: Answer[], large: Answer[]): CatalogOutcome => ({
  title,
  requests: large.length,
  small: taken(small),
  large: taken(large),
});

/** The median of the times; the mean of CPU times, because Linux counts them in steps of 10 ms. */
function taken(answers: Answer[]): Taken {
  const mean = (name: 'serverMs' | 'databaseMs'): number | undefined => {
    const values = answers.flatMap((answer) => answer.taken[name] ?? []);
    return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0) / values.length;
  };
  return {
    ms: median(answers.map((answer) => answer.taken.ms)),
    bytes: answers[0]?.taken.bytes ?? NaN,
    serverMs: mean('serverMs'),
    databaseMs: mean('databaseMs'),
  };
}
