import { canonicalJson } from '#libs/kernel/canonical-json';
import { Decimal } from '#libs/kernel/decimal';
import { sha256Of } from '#libs/kernel/digest';
import type { LedgerEntry, ToldTerms } from './ledger-entry';

/** Decimals with which tables keep credits and the chain spells them: who reads them there has nothing to reckon before it compares. */
const places = 12;

/** An entry with credits as the tables spell them: `-12.500000000000`. */
export type SpelledEntry = LedgerEntry<string>;

export const spelled = (credits: Decimal): string => credits.toFixed(places);

/** Whole numbers of the smallest part of a credit. */
export const unitsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** As people write them: 12.5. */
export const creditsOf = (units: bigint): string =>
  new Decimal(units.toString()).dividedBy(`1e${places}`).toFixed();

export const spelledEntry = ({
  amount,
  startingBalance,
  endingBalance,
  ...rest
}: LedgerEntry): SpelledEntry => ({
  ...rest,
  amount: spelled(amount),
  startingBalance: spelled(startingBalance),
  endingBalance: spelled(endingBalance),
});

/** Before the first entry. */
export const noDigest = '';

const spelledTerms = ({ grantType, priority, effectiveAt, expireAt, createdAt }: ToldTerms): unknown[] => [
  ...[grantType, priority],
  ...[effectiveAt, expireAt, createdAt].map((each) => each?.getTime() ?? null),
];

/**
 * What binds an entry to all before it in its wallet: SHA-256, hexadecimal, over the digest of the one before and over all that it tells, as
 * JSON in a fixed order; dimensions come last, sorted by their keys, and only where there are any, for entries are older than they. Who
 * changes, removes or inserts an entry breaks each digest from there on. Domain: credits D7
 */
export function digestOf(previous: string, walletUid: string, entry: SpelledEntry): string {
  const { seq, eventType, timestamp, amount, grantUid, eventId, featureId, dimensions, actor, terms } = entry;
  const told = [
    // One array, made at once: this is done for each row that is proven.
    walletUid,
    seq,
    eventType,
    timestamp.getTime(),
    grantUid,
    eventId,
    featureId,
    actor,
    amount,
    entry.startingBalance,
    entry.endingBalance,
    terms && spelledTerms(terms),
  ];
  if (dimensions) told.push(canonicalJson(dimensions));
  return sha256Of(previous + JSON.stringify(told));
}
