import { usually, type BenchCase } from './cases/bench-case';
import { get, headersOf } from './cases/requests';
import { cpuOf, cpuOfFamily } from './cpu';
import { withClient } from './database';
import { markdown, median, tenths, whole, wholeIfKnown } from './figures';
import type { Outcome } from './load/measure';
import { holder, seedLedger } from './seed-ledger';
import { isWanted } from './settings';
import { outcomeOf } from './stages';
import { seedTargetOf, type Stand } from './stand';

const rows = 1_000_000;
const rounds = 3;
const title = `proof of a ledger, ${whole(rows)} rows in one wallet`;
const ledgerOf = `/credits/ledger?${new URLSearchParams(holder).toString()}`;
const pages = [1, 1000].map((page) => ({ title: `ledger of credits, page ${whole(page)}`, page }));
const pageSize = 20;
/** Most at once, for who only passes by. */
const stride = 100;
/** A page costs a hundred checks. */
const warmUp = 200;

/** CPU microseconds are those of a row; undefined where there is no /proc. */
interface Proof {
  rows: number;
  seconds: number;
  serviceMicros: number | undefined;
  databaseMicros: number | undefined;
}

interface Told {
  holds: boolean;
  rows: number;
}

export interface LedgerOutcome {
  pages: Outcome[];
  /** The table; undefined where nobody wants it. */
  proof: string | undefined;
}

/** A long ledger is leafed through, and proven from its first row on, as callers ask for it. */
export async function runLedger(stand: Stand): Promise<LedgerOutcome | undefined> {
  const wanted = pages.filter((each) => isWanted(each.title));
  if (wanted.length === 0 && !isWanted(title)) return undefined;
  const key = await withClient(stand.database.url, (client) => seedLedger(client, seedTargetOf(stand), rows));
  stand.say(`seeded a ledger of ${whole(rows)} rows`);
  const outcomes: Outcome[] = [];
  for (const each of wanted) {
    const path = await pathOf(stand, key, each.page);
    const asked: BenchCase = { ...usually, key, warmUp, title: each.title, requests: [get(path)] };
    outcomes.push(await outcomeOf(stand, stand.service, asked));
  }
  const proofs: Proof[] = [];
  while (isWanted(title) && proofs.length < rounds) proofs.push(await proven(stand, key));
  return { pages: outcomes, proof: proofs.length > 0 ? ledgerTable(proofs) : undefined };
}

/** Of a page of the usual size: there is no number to ask for it by, so whoever wants it has passed by all before it. */
async function pathOf(stand: Stand, key: string, page: number): Promise<string> {
  let after = '';
  for (let before = (page - 1) * pageSize; before > 0; before -= stride) {
    const path = `${ledgerOf}&limit=${Math.min(before, stride)}${after}`;
    const answer = await fetch(`${stand.service.url}/api/v1${path}`, { headers: headersOf(key) });
    const { pagination } = (await answer.json()) as { pagination: { next: string | null } };
    if (pagination.next === null) throw new Error(`The ledger ends before page ${page}`);
    after = `&after=${pagination.next}`;
  }
  return ledgerOf + after;
}

async function proven(stand: Stand, key: string): Promise<Proof> {
  await stand.database.checkpoint();
  const query = new URLSearchParams(holder).toString();
  const [before, began] = [cpuNow(stand), performance.now()];
  const answer = await fetch(`${stand.service.url}/api/v1/credits/ledger/proof?${query}`, {
    headers: headersOf(key),
  });
  const text = await answer.text();
  const seconds = (performance.now() - began) / 1000;
  const after = cpuNow(stand);
  const { data } = JSON.parse(text) as { data?: Told };
  if (!data?.holds || data.rows < rows) throw new Error(`The proof answered ${answer.status} ${text}`);
  const each = (part: 'service' | 'database'): number | undefined => {
    const micros = (after[part] - before[part]) / data.rows;
    return Number.isNaN(micros) ? undefined : micros;
  };
  stand.say(`${title}: ${whole(data.rows / seconds)} rows/s`);
  return { rows: data.rows, seconds, serviceMicros: each('service'), databaseMicros: each('database') };
}

const cpuNow = ({ service, database: { postmaster } }: Stand) => ({
  service: cpuOf(service.pid) ?? NaN,
  database: postmaster === undefined ? NaN : (cpuOfFamily(postmaster) ?? NaN),
});

function ledgerTable(proofs: readonly Proof[]): string {
  const middle = (of: (proof: Proof) => number | undefined): number | undefined => {
    const known = proofs.flatMap((proof) => of(proof) ?? []);
    return known.length === 0 ? undefined : median(known);
  };
  const columns = ['case', 'rows/s', 's', 'service µs a row', 'PostgreSQL µs a row', 'bar'];
  const figures = [
    whole(middle((proof) => proof.rows / proof.seconds) ?? NaN),
    tenths(middle(({ seconds }) => seconds) ?? NaN),
    wholeIfKnown(middle(({ serviceMicros }) => serviceMicros)),
    wholeIfKnown(middle(({ databaseMicros }) => databaseMicros)),
  ];
  return markdown([columns, [title, ...figures, '≥ 50,000 rows/s']], [0, columns.length - 1]);
}
