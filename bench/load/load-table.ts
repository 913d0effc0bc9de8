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

/** CPU microseconds of the service and PostgreSQL together for a request; NaN where there is no /proc. */
const costOf = ({ serverMicros = NaN, databaseMicros = NaN }: Run): number => serverMicros + databaseMicros;

const orUnknown = (value: number, digits: number): string =>
  Number.isNaN(value) ? '?' : value.toFixed(digits);

/** CPU time of the bare server per request, in that of the service and PostgreSQL together. */
const costRatio = ({ serverMicros = NaN }: Run, service: Run): string =>
  orUnknown(serverMicros / costOf(service), 3);

/** With what it came to, where the bar is a multiple of another case. */
function barOf({ measured: { bar, against }, service }: Outcome, all: readonly Outcome[]): string {
  const other = all.find(({ measured }) => measured.title === against);
  return other ? `${bar}: ${orUnknown(costOf(service) / costOf(other.service), 2)} ×` : bar;
}

function row(outcome: Outcome, _place: number, all: readonly Outcome[]): string[] {
  const { measured, bare, service } = outcome;
  const { elements, title } = measured;
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
    barOf(outcome, all),
  ];
}

export const loadTable = (outcomes: Outcome[]): string =>
  markdown([columns, ...outcomes.map(row)], [0, columns.length - 1]);

export const loadSettings = `${usually.connections} connections where a case does not say otherwise, ${rounds} runs of ${runSeconds} s each in turn with ${bareSeconds} s of the bare server, medians.`;
