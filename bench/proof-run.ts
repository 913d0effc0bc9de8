import { headersOf } from './cases/requests';
import { cpuOf, cpuOfFamily } from './cpu';
import { markdown, median, tenths, whole, wholeIfKnown } from './figures';
import type { Stand } from './stand';

/** CPU microseconds are those of a row; undefined where there is no /proc. */
export interface Proof {
  rows: number;
  seconds: number;
  serviceMicros: number | undefined;
  databaseMicros: number | undefined;
}

interface Told {
  holds: boolean;
  rows: number;
}

/** A chain that is asked to prove itself. */
export interface ProvenChain {
  title: string;
  /** Below /api/v1. */
  path: string;
  key: string;
  /** It has at least as many. */
  rows: number;
}

/** From its first row on, as callers ask for it. */
export async function proven(stand: Stand, { title, path, key, rows }: ProvenChain): Promise<Proof> {
  await stand.database.checkpoint();
  const [before, began] = [cpuNow(stand), performance.now()];
  const answer = await fetch(`${stand.service.url}/api/v1${path}`, { headers: headersOf(key) });
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

export function proofTable(title: string, proofs: readonly Proof[]): string {
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
