import { createHash } from 'node:crypto';
import { Decimal } from '#libs/kernel/decimal';
import { chained, TriedWallet, walletUid } from '../support/credit-wallets';
import { LedgerProof, type StoredEntry } from '../../src/modules/entitlements/credits/domain/ledger-proof';
import type { LedgerEntry } from '../../src/modules/entitlements/credits/domain/ledger-entry';

// Domain: credits

const day = (text: string): Date => new Date(`2026-${text}T00:00:00Z`);

/** A promotion and a purchase, both drawn from, more than was there, and a grant that settles it. */
function story(): TriedWallet {
  const tried = new TriedWallet();
  const promotion = { grantType: 'PROMOTIONAL', expireAt: day('01-20') } as const;
  tried.give({ uid: 'P', amount: 20, ...promotion }, day('01-02'));
  tried.give({ uid: 'G', amount: 30 }, day('01-02'));
  tried.use(25, day('01-03'));
  tried.use(40, day('01-04'));
  tried.give({ uid: 'H', amount: 50, expireAt: day('02-01'), effectiveAt: day('01-05') }, day('01-05'));
  tried.wallet.advance(day('02-02'));
  return tried;
}

/** Used with something said of it, in the second entry. */
function dimensioned(dimensions: StoredEntry['dimensions']): TriedWallet {
  const tried = new TriedWallet();
  tried.give({ uid: 'G', amount: 30 }, day('01-02'));
  tried.use(25, day('01-03'), day('01-03'), { dimensions });
  return tried;
}

/** Somebody who can write the table writes the whole chain anew. */
const forged = (tried: TriedWallet, seq: number, change: Partial<LedgerEntry>) =>
  tried.proved(
    chained(tried.wallet.entries.map((each) => (each.seq === seq ? { ...each, ...change } : each))),
  );

describe('the proof of a ledger', () => {
  it('D7: holds for what was written', () => {
    expect(story().proved()).toBeUndefined();
  });

  it.each<[string, Partial<StoredEntry>]>([
    ['amount', { amount: '-21.000000000000' }],
    ['grant', { grantUid: 'G' }],
    ['instant', { timestamp: day('01-19') }],
    ['balance', { endingBalance: '31.000000000000' }],
    ['actor', { actor: 'nobody' }],
    ['event', { eventId: 'another' }],
    ['feature', { featureId: 'another' }],
    ['dimensions', { dimensions: { region: 'eu' } }],
  ])('D7: names the row whose %s was changed', (_, change) => {
    const tried = story();
    const entries = chained(tried.wallet.entries);
    const changed = entries.map((each) => (each.seq === 3 ? { ...each, ...change } : each));
    expect(tried.proved(changed)).toMatchObject({ seq: 3, reason: expect.stringContaining('digest') });
  });

  it.each<[string, StoredEntry['dimensions']]>([
    ['another value', { region: 'us', units: 1 }],
    ['another type', { region: 'eu', units: '1' }],
    ['one less', { region: 'eu' }],
    ['none', null],
  ])('D7: names the row whose dimensions were changed: %s', (_, dimensions) => {
    const tried = dimensioned({ region: 'eu', units: 1 });
    const changed = chained(tried.wallet.entries).map((each) =>
      each.seq === 2 ? { ...each, dimensions } : each,
    );
    expect(tried.proved(changed)).toMatchObject({ seq: 2, reason: expect.stringContaining('digest') });
  });

  it('D7: dimensions in another order are the same ones', () => {
    const tried = dimensioned({ units: 1, region: 'eu' });
    const entries = chained(tried.wallet.entries);
    const turned = entries.map((each) =>
      each.seq === 2 ? { ...each, dimensions: { region: 'eu', units: 1 } } : each,
    );
    expect(tried.proved(turned)).toBeUndefined();
  });

  it('D7: what has no dimensions keeps the digest that it had before entries told any', () => {
    const [first] = chained(story().wallet.entries) as [StoredEntry];
    const [begin, end] = [day('01-01').getTime(), day('01-20').getTime()];
    const said = [
      ...[walletUid, 1, 'CREDITS_GRANTED', begin, 'P', null, null, 'somebody'],
      ...['20.000000000000', '0.000000000000', '20.000000000000'],
      ['PROMOTIONAL', 10, begin, end, begin],
    ];
    expect(first.digest).toBe(createHash('sha256').update(JSON.stringify(said)).digest('hex'));
  });

  it('D7: names the place of a row that is gone, and of one that was put in', () => {
    const tried = story();
    const entries = chained(tried.wallet.entries);
    expect(tried.proved(entries.filter(({ seq }) => seq !== 4))).toMatchObject({ seq: 5 });
    expect(tried.proved(entries.slice(0, -1))?.reason).toContain('entries');
    const doubled = entries.flatMap((each) => (each.seq === 4 ? [each, each] : [each]));
    expect(tried.proved(doubled)).toMatchObject({ seq: 4 });
  });

  it('D6: sees through a chain that was written anew', () => {
    expect(forged(story(), 3, { amount: new Decimal(-19) })?.reason).toContain('balances');
    expect(
      forged(story(), 3, { startingBalance: new Decimal(49), endingBalance: new Decimal(29) })?.reason,
    ).toContain('begins');
    expect(forged(story(), 3, { grantUid: 'G' })?.reason).toBe('it was the turn of grant P');
  });

  it('D7, N2: sees what was drawn out of turn, owed without need or settled by nobody', () => {
    expect(forged(story(), 4, { grantUid: 'P' })?.reason).toBe('it was the turn of grant G');
    expect(forged(story(), 4, { grantUid: 'OD1' })?.reason).toBe('it owes what grant G has left');
    expect(forged(story(), 9, { eventType: 'CREDITS_CONSUMED' })?.reason).toContain('reaches no grant');
    expect(
      forged(story(), 8, { grantUid: 'OD1', amount: new Decimal(16), endingBalance: new Decimal(51) })
        ?.reason,
    ).toBe('15 were owed');
  });

  it('D6: compares what the tables keep', () => {
    const consumed = story();
    consumed.grant('G').consumed = new Decimal(29);
    expect(consumed.proved()?.reason).toBe('grant G keeps 29 as consumed, the ledger comes to 30');
    const balance = story();
    balance.state.used = balance.state.used.plus(1);
    expect(balance.proved()?.reason).toContain('balance');
  });

  it('D7: sees that a ledger goes on where its wallet was set back', () => {
    const entries = chained(story().wallet.entries);
    const [first, second] = entries as [StoredEntry, StoredEntry];
    const proof = new LedgerProof(walletUid);
    for (const each of [first, second]) expect(proof.add(each)).toBeUndefined();
    const set = { seq: 2, balance: second.endingBalance, head: second.digest, consumed: new Map() };
    expect(proof.end({ ...set, lastSeq: 2 })).toBeUndefined();
    const reason = 'the wallet has counted 2 entries, its ledger goes on to 10';
    expect(proof.end({ ...set, lastSeq: 10 })).toEqual({ seq: 2, reason });
  });

  it('D7: compares with the head that the log was told', () => {
    const tried = story();
    const entries = chained(tried.wallet.entries);
    const head = entries[2]?.digest ?? '';
    expect(tried.proved(entries, { seq: 3, head })).toBeUndefined();
    const other = { seq: 3, reason: 'its digest is not the one that the log was told' };
    expect(tried.proved(entries, { seq: 3, head: 'another' })).toEqual(other);
    const cut = tried.proved(entries, { seq: 99, head });
    expect(cut?.reason).toBe(`the log was told of 99 entries, its ledger has ${entries.length}`);
  });
});
