import { usually } from '../cases/bench-case';
import { markdown, whole, wholeIfKnown } from '../figures';
import type { Run } from './load';
import { bareSeconds, rounds, runSeconds, type Outcome } from './measure';

const columns = [
  'case',
  'req/s',
  'bare req/s',
  'ratio',
  'p50 ms',
  'p99 ms',
  'service µs',
  'PostgreSQL µs',
  'bare µs',
  'cost ratio',
  'bar',
];

/** CPU time of the bare server per request, in that of the service and PostgreSQL together. */
function costRatio(bare: Run, { serverMicros, databaseMicros }: Run): string {
  const known = [bare.serverMicros, serverMicros, databaseMicros];
  if (known.includes(undefined)) return '?';
  const [ofBare = NaN, ofService = NaN, ofDatabase = NaN] = known;
  return (ofBare / (ofService + ofDatabase)).toFixed(3);
}

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
    wholeIfKnown(service.serverMicros),
    wholeIfKnown(service.databaseMicros),
    wholeIfKnown(bare.serverMicros),
    costRatio(bare, service),
    bar,
  ];
}

export const loadTable = (outcomes: Outcome[]): string =>
  markdown([columns, ...outcomes.map(row)], [0, columns.length - 1]);

export const loadSettings = `${usually.connections} connections where a case does not say otherwise, ${rounds} runs of ${runSeconds} s each in turn with ${bareSeconds} s of the bare server, medians.`;
