import { usually, type BenchCase } from './cases/bench-case';
import { get, headersOf } from './cases/requests';
import { withClient } from './database';
import { whole } from './figures';
import type { Outcome } from './load/measure';
import { proofTable, proven, type Proof } from './proof-run';
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
  const chain = { title, key, rows, path: `/credits/ledger/proof?${new URLSearchParams(holder).toString()}` };
  while (isWanted(title) && proofs.length < rounds) proofs.push(await proven(stand, chain));
  return { pages: outcomes, proof: proofs.length > 0 ? proofTable(title, proofs) : undefined };
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
