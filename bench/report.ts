import { readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { BenchCase } from './cases';
import type { CatalogOutcome } from './catalog-run';
import type { Run } from './load';
import type { Start } from './start-up';

export interface Outcome {
  measured: BenchCase;
  bare: Run;
  service: Run;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const micros = (value: number | undefined): string => (value === undefined ? '?' : whole(value));

const columns = [
  'case',
  'req/s',
  'bare req/s',
  'ratio',
  'p50 ms',
  'p99 ms',
  'service µs',
  'PostgreSQL µs',
  'bar',
];

function row({ measured, bare, service }: Outcome): string[] {
  const { elements, title, bar } = measured;
  const rate =
    whole(service.perSecond) + (elements === 1 ? '' : ` (${whole(service.perSecond * elements)} reports/s)`);
  const failed = service.failed === 0 ? '' : `, ${whole(service.failed)} failed`;
  return [
    title + failed,
    rate,
    whole(bare.perSecond),
    (service.perSecond / bare.perSecond).toFixed(3),
    whole(service.p50),
    whole(service.p99),
    micros(service.serverMicros),
    micros(service.databaseMicros),
    bar,
  ];
}

export const table = (outcomes: Outcome[]): string =>
  markdown([columns, ...outcomes.map(row)], [0, columns.length - 1]);

const catalogColumns = [
  'case',
  'requests',
  'small ms',
  'large ms',
  'large / small',
  'small kB',
  'large kB',
  'large: service ms',
  'large: PostgreSQL ms',
];

const tenths = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const catalogTable = (outcomes: CatalogOutcome[]): string =>
  markdown(
    [
      catalogColumns,
      ...outcomes.map(({ title, requests, small, large }) => [
        title,
        whole(requests),
        ...[small.ms, large.ms, large.ms / small.ms, small.bytes / 1000, large.bytes / 1000].map(tenths),
        micros(large.serverMs),
        micros(large.databaseMs),
      ]),
    ],
    [0],
  );

const startColumns = ['case', 'ms', 'CPU ms', 'bar'];
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Medians of each title; the first is the one that is promised, the others are its yardsticks. */
export function startTable(starts: readonly Start[]): string {
  const titles = [...new Set(starts.map(({ title }) => title))];
  const rows = titles.map((title, place) => {
    const runs = starts.filter((start) => start.title === title);
    const cpu = runs.flatMap(({ cpuMs }) => cpuMs ?? []);
    const bar = place === 0 ? '≤ 0.7 × the row below' : '–';
    return [title, whole(middle(runs.map(({ ms }) => ms))), cpu.length ? whole(middle(cpu)) : '?', bar];
  });
  return markdown([startColumns, ...rows], [0, startColumns.length - 1]);
}

/** A table that reads well on a terminal and as Markdown. @param texts columns that are no numbers */
function markdown(rows: readonly (readonly string[])[], texts: readonly number[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[], pad: (cell: string, width: number, at: number) => string): string =>
    `| ${cells.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join(' | ')} |`;
  const aligned = (cell: string, width: number, at: number): string =>
    texts.includes(at) ? cell.padEnd(width) : cell.padStart(width);
  const rule = line(head, (_cell, width, at) => '-'.repeat(width - 1) + (texts.includes(at) ? '-' : ':'));
  return [line(head, aligned), rule, ...body.map((cells) => line(cells, aligned))].join('\n');
}

const versionOf = (name: string): string => {
  const file = join(__dirname, '../../node_modules', name, 'package.json');
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
};

/** Machine and versions, without which the figures say nothing. */
export function circumstances(postgres: string): string {
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const packages = ['@nestjs/core', 'fastify', 'typeorm', 'pg', '@apollo/server', 'autocannon'].map(
    versionOf,
  );
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${type()}, ${cpus().length} × ${processor?.model.trim()}, ${memory}`,
    `- Node ${process.versions.node}, PostgreSQL ${postgres}, ${packages.join(', ')}`,
  ].join('\n');
}
