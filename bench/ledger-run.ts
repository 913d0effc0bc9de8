import { headersOf } from './cases/requests';
import { cpuOf, cpuOfFamily } from './cpu';
import { withClient } from './database';
import { markdown, median, tenths, whole, wholeIfKnown } from './figures';
import { holder, seedLedger } from './seed-ledger';
import { isWanted } from './settings';
import { seedTargetOf, type Stand } from './stand';

const rows = 1_000_000;
const rounds = 3;
const title = `proof of a ledger, ${whole(rows)} rows in one wallet`;

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

/** A wallet is proven from its first row on, as a caller asks for it. @returns the table */
export async function runLedger(stand: Stand): Promise<string> {
  if (!isWanted(title)) return '';
  const key = await withClient(stand.database.url, (client) => seedLedger(client, seedTargetOf(stand), rows));
  stand.say(`seeded a ledger of ${whole(rows)} rows`);
  const proofs: Proof[] = [];
  while (proofs.length < rounds) proofs.push(await proven(stand, key));
  return ledgerTable(proofs);
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
