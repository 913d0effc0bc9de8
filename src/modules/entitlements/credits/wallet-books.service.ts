import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { CreditGrant, type WalletKey } from './domain/credit-grant';
import { CreditWallet } from './domain/credit-wallet';
import { digestOf } from './domain/ledger-chain';
import { CreditLedgerRow } from './domain/stored-entry';
import { Wallet } from './domain/wallet';
import { SpentGrants } from './spent-grants.service';

/** A wallet that nobody else moves until the end of the unit of work. */
export class HeldWallet {
  /** Those that are not stored yet. */
  readonly made = new Set<CreditGrant>();
  readonly wallet: Wallet<CreditGrant>;

  constructor(
    readonly row: CreditWallet,
    readonly grants: readonly CreditGrant[],
  ) {
    this.wallet = new Wallet(row, grants, (at) => this.make(CreditGrant.overdraft(row.uid, keyOf(row), at)));
  }

  /** @returns the grant as its wallet moves it, where it does */
  grant(uid: string): CreditGrant | undefined {
    return this.grants.find((each) => each.uid === uid);
  }

  make(grant: CreditGrant): CreditGrant {
    this.made.add(grant);
    return grant;
  }
}

const keyOf = ({
  customerUid,
  customerId,
  currencyUid,
  currencyId,
  resourceKey,
  resourceId,
}: WalletKey): WalletKey => ({
  ...{ customerUid, customerId, currencyUid, currencyId },
  ...{ resourceKey, resourceId },
});

/**
 * Wallets under their locks: what is decided on them is stored with the entries that tell of it, or not at all. One row of each is locked,
 * so of all who move it one does at a time, and nobody else waits. Domain: credits N6, D1; ADR-0098
 */
@Injectable()
export class WalletBooks {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly grants: CreditGrantsRepository,
    private readonly ledger: CreditLedgerRepository,
    private readonly spent: SpentGrants,
    private readonly clock: Clock,
  ) {}

  /** Made where there is none yet. */
  async openAt(key: WalletKey): Promise<HeldWallet> {
    const { customerUid, currencyUid, resourceKey } = key;
    const found = await this.wallets.find(customerUid, currencyUid, resourceKey);
    if (!found) await this.wallets.ensure([CreditWallet.of(key, this.clock.now())]);
    const there = found ?? (await this.wallets.find(customerUid, currencyUid, resourceKey));
    return (await this.open([(there as CreditWallet).uid]))[0] as HeldWallet;
  }

  /** In the order of their keys. */
  async open(uids: readonly string[]): Promise<HeldWallet[]> {
    return this.held(await this.wallets.lock(uids));
  }

  /** Those that are due, and that nobody holds. */
  async openDue(uids: readonly string[], now: Date): Promise<HeldWallet[]> {
    return this.held(await this.wallets.takeDue(uids, now));
  }

  async close(held: readonly HeldWallet[], now: Date): Promise<void> {
    const moved = held.filter(
      ({ wallet, made }) => wallet.changed.size > 0 || wallet.entries.length > 0 || made.size > 0,
    );
    for (const { row, wallet } of moved) {
      row.nextDue = wallet.nextDue;
      row.periodEnd = wallet.periodEnd;
      row.move(now);
    }
    await this.ledger.insertAll(moved.flatMap((each) => entriesOf(each, now)));
    await this.grants.insertAll(moved.flatMap(({ made }) => [...made]));
    const changed = moved.flatMap(({ wallet, made }) =>
      [...wallet.changed].filter((grant) => !made.has(grant)),
    );
    await this.grants.saveAll(changed, now);
    await this.wallets.saveAll(
      moved.map(({ row }) => row),
      now,
    );
    await this.spent.tell(
      moved.map(({ wallet }) => wallet),
      now,
    );
  }

  private async held(rows: readonly CreditWallet[]): Promise<HeldWallet[]> {
    if (rows.length === 0) return [];
    const open = await this.grants.openIn(rows.map(({ uid }) => uid));
    return rows.map((row) => new HeldWallet(row, open.get(row.uid) ?? []));
  }
}

/** Each bound to the one before it. */
function entriesOf({ row, wallet }: HeldWallet, now: Date): CreditLedgerRow[] {
  return wallet.entries.map((entry) => {
    row.head = digestOf(row.head, row.uid, entry);
    return CreditLedgerRow.of(row, entry, row.head, now);
  });
}
