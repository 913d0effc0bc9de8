import { createHash } from 'node:crypto';
import type { LedgerEntry } from './ledger-entry';

/** Before the first entry. */
export const noDigest = Buffer.alloc(0);

/**
 * What binds an entry to all before it in its wallet: SHA-256 over the digest of the one before and over all that it tells, in a fixed order
 * and spelling. Who changes, removes or inserts an entry breaks each digest from there on. Domain: credits D7
 */
export function digestOf(previous: Buffer, walletUid: string, entry: LedgerEntry): Buffer {
  const { seq, eventType, timestamp, amount, grantUid, eventId, featureId, actor, terms } = entry;
  const moved = [amount, entry.startingBalance, entry.endingBalance].map((credits) => credits.toFixed());
  const told = terms && [
    ...[terms.grantType, terms.priority],
    ...[terms.effectiveAt, terms.expireAt, terms.createdAt].map((each) => each?.getTime() ?? null),
  ];
  const text = JSON.stringify([
    ...[walletUid, seq, eventType, timestamp.getTime(), grantUid, eventId, featureId, actor],
    ...[moved, told],
  ]);
  return createHash('sha256').update(previous).update(text).digest();
}
