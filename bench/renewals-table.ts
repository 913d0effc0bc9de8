import { markdown, median, whole, wholeIfKnown } from './figures';
import { perRound, rounds, type RenewalRound, type RenewalsOutcome } from './renewals-run';

const columns = [
  'case',
  'invoices/s',
  'bare req/s',
  'ratio',
  'service µs',
  'PostgreSQL µs',
  'bare µs',
  'cost ratio',
  'bar',
];

/** Of what is known. */
function middle(all: readonly RenewalRound[], of: (round: RenewalRound) => number | undefined) {
  const values = all.flatMap((round) => of(round) ?? []);
  return values.length === 0 ? undefined : median(values);
}

const costRatio = ({ serviceMicros = NaN, databaseMicros = NaN, bare }: RenewalRound): number | undefined => {
  const ratio = (bare.serverMicros ?? NaN) / (serviceMicros + databaseMicros);
  return Number.isNaN(ratio) ? undefined : ratio;
};

function row({ title, bar, rounds: all }: RenewalsOutcome): string[] {
  const [perSecond = NaN, bareRate = NaN] = [
    middle(all, (round) => round.perSecond),
    middle(all, ({ bare }) => bare.perSecond),
  ];
  return [
    title,
    whole(perSecond),
    whole(bareRate),
    (perSecond / bareRate).toFixed(4),
    wholeIfKnown(middle(all, (round) => round.serviceMicros)),
    wholeIfKnown(middle(all, (round) => round.databaseMicros)),
    wholeIfKnown(middle(all, ({ bare }) => bare.serverMicros)),
    middle(all, costRatio)?.toFixed(4) ?? '?',
    bar,
  ];
}

export const renewalsTable = (outcomes: readonly RenewalsOutcome[]): string =>
  markdown([columns, ...outcomes.map(row)], [0, columns.length - 1]);

export const renewalsSettings = `${rounds} times ${whole(perRound)} subscriptions that fall due together, in turn with the bare server, medians. An invoice has two lines; it is written, numbered, sent and told of.`;
