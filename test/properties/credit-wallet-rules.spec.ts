import { Decimal } from '#libs/kernel/decimal';
import { TriedWallet } from '../support/credit-wallets';

// Domain: credits

const day = (text: string): Date => new Date(`2026-${text}T00:00:00Z`);
const noon = (text: string): Date => new Date(`2026-${text}T12:00:00Z`);

describe('a wallet', () => {
  it('L2, N4, N5, N11, D3, D4: a month row by row (credits §10)', () => {
    const tried = new TriedWallet();
    const january = { grantType: 'RECURRING', effectiveAt: day('01-01'), expireAt: day('02-01') } as const;
    tried.give({ uid: 'R1', amount: 1000, ...january }, day('01-01'));
    const promotion = {
      grantType: 'PROMOTIONAL',
      effectiveAt: day('01-03'),
      expireAt: day('01-20'),
    } as const;
    tried.give({ uid: 'P1', amount: 200, ...promotion }, day('01-03'));
    tried.use(300, day('01-05'));
    tried.use(1050, day('01-25'));
    tried.give({ uid: 'G1', amount: 500, effectiveAt: day('01-26') }, day('01-26'));
    const february = { grantType: 'RECURRING', effectiveAt: day('02-01'), expireAt: day('03-01') } as const;
    tried.give({ uid: 'R2', amount: 1000, ...february }, day('02-01'));
    expect(tried.ledger).toEqual([
      'GRANTED R1 1000 → 1000',
      'GRANTED P1 200 → 1200',
      'CONSUMED P1 -200 → 1000',
      'CONSUMED R1 -100 → 900',
      'CONSUMED R1 -900 → 0',
      'CONSUMED OD1 -150 → -150',
      'GRANTED G1 500 → 350',
      'TRANSFER_SOURCE OD1 150 → 500',
      'TRANSFER_TARGET G1 -150 → 350',
      'VOIDED OD1 0 → 350',
      'GRANTED R2 1000 → 1350',
    ]);
    expect(tried.grant('G1').consumed.toFixed()).toBe('150');
    expect(tried.wallet.entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(tried.proved()).toBeUndefined();
  });

  it('N2: priority beats the end, and a promotion goes before what was paid', () => {
    const tried = new TriedWallet();
    const september = { priority: 1, expireAt: day('09-01') };
    tried.give({ uid: 'A', amount: 50, ...september }, day('08-01'));
    tried.give({ uid: 'B', amount: 20, grantType: 'PROMOTIONAL', ...september }, day('08-01'));
    const august = { priority: 2, expireAt: day('08-15'), grantType: 'PROMOTIONAL' } as const;
    tried.give({ uid: 'C', amount: 100, ...august }, day('08-01'));
    tried.use(60, day('08-02'));
    expect(tried.ledger.slice(3)).toEqual(['CONSUMED B -20 → 150', 'CONSUMED A -40 → 110']);
  });

  it('N2: of equal ones the earlier begin, the older, at last the key decides; never is the latest end', () => {
    const tried = new TriedWallet();
    const grants = [
      { uid: 'never', amount: 1 },
      { uid: 'begun-late', amount: 1, expireAt: day('12-01'), effectiveAt: day('02-01') },
      { uid: 'made-late', amount: 1, expireAt: day('12-01'), createdAt: day('02-02') },
      { uid: 'key-b', amount: 1, expireAt: day('12-01') },
      { uid: 'key-a', amount: 1, expireAt: day('12-01') },
    ];
    for (const each of grants) tried.give(each, day('03-01'));
    tried.use(5, day('03-02'));
    const drawn = tried.wallet.entries.filter(({ eventType }) => eventType === 'CREDITS_CONSUMED');
    expect(drawn.map(({ grantUid }) => grantUid)).toEqual([
      ...['key-a', 'key-b', 'made-late', 'begun-late', 'never'],
    ]);
  });

  it('N4, N5: −15 and a grant of 50 leave 35, whatever kind it is', () => {
    for (const grantType of ['PAID', 'PROMOTIONAL', 'RECURRING'] as const) {
      const tried = new TriedWallet();
      tried.give({ uid: 'G1', amount: 10 }, day('01-02'));
      tried.use(25, day('01-03'));
      expect(tried.wallet.balance.toFixed()).toBe('-15');
      expect(tried.grant('OD1')).toMatchObject({ amount: new Decimal(0), consumed: new Decimal(15) });
      tried.give({ uid: 'G2', amount: 50, grantType, effectiveAt: day('01-04') }, day('01-04'));
      expect(tried.wallet.balance.toFixed()).toBe('35');
      expect(tried.grant('G2').consumed.toFixed()).toBe('15');
      expect(tried.grant('OD1').voidedAt).toEqual(day('01-04'));
      expect(tried.proved()).toBeUndefined();
    }
  });

  it('N4: what is owed grows in one overdraft; after it is settled another one begins', () => {
    const tried = new TriedWallet();
    tried.use(5, day('01-02'));
    tried.use(7, day('01-03'));
    tried.give({ uid: 'G', amount: 13, effectiveAt: day('01-04') }, day('01-04'));
    tried.use(2, day('01-05'));
    expect([...tried.grants.keys()]).toEqual(['OD1', 'G', 'OD2']);
    expect(tried.wallet.balance.toFixed()).toBe('-1');
  });

  it('N3: a late event takes from a grant whose end nobody has noted, and from none whose end is in the ledger', () => {
    const story = (): TriedWallet => {
      const tried = new TriedWallet();
      tried.give({ uid: 'ending', amount: 10, expireAt: day('02-01') }, day('01-02'));
      tried.give({ uid: 'lasting', amount: 10 }, day('01-02'));
      return tried;
    };
    const first = story();
    first.use(4, noon('01-31'), noon('02-02'));
    expect(first.ledger.slice(2)).toEqual(['CONSUMED ending -4 → 16', 'EXPIRED ending -6 → 10']);

    const later = story();
    later.wallet.advance(noon('02-01'));
    later.use(4, noon('01-31'), noon('02-02'));
    expect(later.ledger.slice(2)).toEqual(['EXPIRED ending -10 → 10', 'CONSUMED lasting -4 → 6']);
    for (const each of [first, later]) expect(each.proved()).toBeUndefined();
  });

  it('N3, N5: a late event takes from no grant that began after it, which pays it all the same', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'G', amount: 10, effectiveAt: day('02-01') }, day('02-01'));
    tried.use(4, noon('01-31'), noon('02-02'));
    expect(tried.ledger.slice(1)).toEqual([
      'CONSUMED OD1 -4 → 6',
      'TRANSFER_SOURCE OD1 4 → 10',
      'TRANSFER_TARGET G -4 → 6',
      'VOIDED OD1 0 → 6',
    ]);
    expect(tried.proved()).toBeUndefined();
  });

  it('N5: what is owed is paid before time goes on: nothing ends unused while somebody owes', () => {
    const tried = new TriedWallet();
    const february = { effectiveAt: day('02-01'), expireAt: day('03-01') };
    tried.give({ uid: 'A', amount: 10, ...february }, day('02-01'));
    tried.give({ uid: 'B', amount: 3, effectiveAt: day('02-15') }, day('02-02'));
    // Told when A is over and B has begun, of before A began; nobody has looked in between.
    tried.use(4, noon('01-31'), noon('03-02'));
    expect(tried.ledger.slice(1)).toEqual([
      'CONSUMED OD1 -4 → 6',
      'TRANSFER_SOURCE OD1 4 → 10',
      'TRANSFER_TARGET A -4 → 6',
      'VOIDED OD1 0 → 6',
      'GRANTED B 3 → 9',
      'EXPIRED A -6 → 3',
    ]);
    expect(tried.proved()).toBeUndefined();
  });

  it('G3, N11: a scheduled grant is no credit before it begins, and is over without a row where nothing is left', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'G', amount: 3, effectiveAt: day('02-01'), expireAt: day('03-01') }, day('01-02'));
    expect(tried.wallet.balance.toFixed()).toBe('0');
    expect(tried.wallet.nextDue).toEqual(day('02-01'));
    tried.wallet.advance(noon('02-01'));
    expect(tried.wallet.balance.toFixed()).toBe('3');
    tried.use(3, noon('02-02'));
    tried.wallet.advance(day('03-01'));
    expect(tried.ledger).toEqual(['GRANTED G 3 → 3', 'CONSUMED G -3 → 0']);
    expect(tried.grant('G').closedAt).toEqual(day('03-01'));
    expect(tried.wallet.nextDue).toBeNull();
  });

  it('N11, customers-subscriptions Z2: at one instant what ends is over before the next begins', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'old', amount: 3, expireAt: day('02-01') }, day('01-02'));
    tried.give({ uid: 'new', amount: 5, effectiveAt: day('02-01') }, day('01-02'));
    tried.wallet.advance(noon('02-01'));
    expect(tried.ledger.slice(1)).toEqual(['EXPIRED old -3 → 0', 'GRANTED new 5 → 5']);
  });

  it('G5: what is left is lost, what was consumed stays so; of one that has not begun nothing is', () => {
    const tried = new TriedWallet();
    const running = tried.give({ uid: 'G', amount: 10 }, day('01-02'));
    const scheduled = tried.give({ uid: 'S', amount: 7, effectiveAt: day('02-01') }, day('01-02'));
    tried.use(4, day('01-03'));
    tried.wallet.void(running, 'somebody', day('01-04'));
    tried.wallet.void(scheduled, 'somebody', day('01-04'));
    tried.wallet.advance(noon('02-02'));
    expect(tried.ledger.slice(2)).toEqual(['VOIDED G -6 → 0', 'VOIDED S 0 → 0']);
    expect(running.consumed.toFixed()).toBe('4');
    expect(tried.proved()).toBeUndefined();
  });

  it('G6: other terms are in the ledger with an amount of 0, and decide from then on', () => {
    const tried = new TriedWallet();
    const last = tried.give({ uid: 'A', amount: 5, priority: 9 }, day('01-02'));
    tried.give({ uid: 'B', amount: 5, priority: 5 }, day('01-02'));
    tried.use(1, day('01-03'));
    tried.wallet.update(last, () => (last.priority = 0), 'somebody', day('01-04'));
    tried.use(1, day('01-05'));
    expect(tried.ledger.slice(2)).toEqual([...['CONSUMED B -1 → 9', 'UPDATED A 0 → 9', 'CONSUMED A -1 → 8']]);
    expect(tried.proved()).toBeUndefined();
  });

  it('N9: affords what is there by then, and not what would be owed', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'G', amount: 3, expireAt: day('02-01') }, day('01-02'));
    expect(tried.wallet.affords(new Decimal(3), noon('01-31'))).toBe(true);
    expect(tried.wallet.affords(new Decimal('3.000000001'), noon('01-31'))).toBe(false);
    expect(tried.wallet.affords(new Decimal(1), noon('02-01'))).toBe(false);
  });

  it('D2: tells who has caused a row, and by what', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'G', amount: 3, expireAt: day('02-01'), grantedBy: 'key-1' }, day('01-02'));
    tried.use(1, day('01-03'), day('01-03'), { eventId: 'event-1' });
    tried.wallet.advance(day('02-01'));
    expect(tried.wallet.entries.map(({ actor, eventId }) => [actor, eventId])).toEqual([
      ...[
        ['key-1', null],
        ['reporter', 'event-1'],
        ['system', null],
      ],
    ]);
  });
});
