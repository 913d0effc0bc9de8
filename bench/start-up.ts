import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child';
import { cpuOf } from './cpu';
import { markdown, median, whole } from './figures';

export const startTitle = 'start on an existing embedded database';

const rounds = 5;
const root = join(__dirname, '../..');
const programs = {
  'as `npm start` does': 'scripts/start.mjs',
  'unpacked, as `npm run dev` does': 'dist/src/main.js',
};

export interface Start {
  title: string;
  /** From the process's beginning to the line that tells the address. */
  ms: number;
  /** User and system time of the process by then; undefined where there is no /proc. */
  cpuMs: number | undefined;
}

/** The packed service and the one of loose files in turn, on one data directory that a first start made. */
export async function runStarts(): Promise<Start[]> {
  const home = mkdtempSync(join(tmpdir(), 'bench-start-'));
  // As root the database runs under another account, which must get through.
  chmodSync(home, 0o711);
  try {
    for (const script of Object.values(programs)) await startOnce(script, home);
    const starts: Start[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [name, script] of Object.entries(programs)) {
        starts.push({ title: `${startTitle}, ${name}`, ...(await startOnce(script, home)) });
      }
    }
    return starts;
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function startOnce(script: string, home: string): Promise<Omit<Start, 'title'>> {
  const variables = { DATABASE_URL: '', DATA_DIR: home, PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'json' };
  const service = await startChild(join(root, script), variables);
  const cpuMicros = cpuOf(service.pid);
  await service.stop();
  return { ms: service.startMs, cpuMs: cpuMicros === undefined ? undefined : cpuMicros / 1000 };
}

const startColumns = ['case', 'ms', 'CPU ms', 'bar'];

/** Medians of each title; the first is the one that is promised, the others are its yardsticks. */
export function startTable(starts: readonly Start[]): string {
  const titles = [...new Set(starts.map(({ title }) => title))];
  const rows = titles.map((title, place) => {
    const runs = starts.filter((start) => start.title === title);
    const cpu = runs.flatMap(({ cpuMs }) => cpuMs ?? []);
    const bar = place === 0 ? '≤ 0.7 × the row below' : '–';
    return [title, whole(median(runs.map(({ ms }) => ms))), cpu.length ? whole(median(cpu)) : '?', bar];
  });
  return markdown([startColumns, ...rows], [0, startColumns.length - 1]);
}
