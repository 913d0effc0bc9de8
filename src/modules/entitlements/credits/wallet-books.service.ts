import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditRecurrencesRepository } from './credit-recurrences.repository';
import { CreditWalletsRepository, type LockedWallet } from './credit-wallets.repository';
import type { CreditConsumption } from './domain/credit-consumption';
import type { WalletKey } from './domain/credit-grant';
import { CreditWallet } from './domain/credit-wallet';
import { digestOf, spelledEntry } from './domain/ledger-chain';
import { CreditLedgerRow } from './domain/stored-entry';
import { GrantNews } from './grant-news.service';
import { HeldWallet } from './held-wallet.record';
import { MovedWallets } from './moved-wallets.service';
import { RechargeCalls } from './recharge-calls.service';

/**
 * Wallets under their locks: what is decided on them is stored with the entries that tell of it, or not at all. One row of each is locked,
 * so of all who move it one does at a time, and nobody else waits. Domain: credits N6, D1; ADR-0098
 */
@Injectable()
export class WalletBooks {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly grants: CreditGrantsRepository,
    private readonly recurrences: CreditRecurrencesRepository,
    private readonly moved: MovedWallets,
    private readonly news: GrantNews,
    private readonly calls: RechargeCalls,
    private readonly clock: Clock,
  ) {}

  /** Made where there is none yet. */
  async openAt(key: WalletKey): Promise<HeldWallet> {
    const [uid] = await this.ensure([key]);
    return (await this.open([uid as string]))[0] as HeldWallet;
  }

  /** Those that there are not yet are made. @returns their keys, in the order of what is asked for */
  async ensure(keys: readonly WalletKey[]): Promise<string[]> {
    const found = await this.wallets.at(keys);
    const lacking = keys.filter((_, place) => !found[place]);
    if (lacking.length === 0) return found as string[];
    await this.moved.make(lacking.map((key) => CreditWallet.of(key, this.clock.now())));
    return (await this.wallets.at(keys)) as string[];
  }

  /** In the order of their keys. */
  async open(uids: readonly string[]): Promise<HeldWallet[]> {
    return this.held(await this.wallets.lock(uids));
  }

  /** Those that are due, and that nobody holds. */
  async openDue(uids: readonly string[], now: Date): Promise<HeldWallet[]> {
    return this.held(await this.wallets.takeDue(uids, now));
  }

  /** @param consumptions that have moved them, and are not stored yet */
  async close(
    held: readonly HeldWallet[],
    now: Date,
    consumptions: readonly CreditConsumption[] = [],
  ): Promise<void> {
    const moved = held.filter(({ hasMoved }) => hasMoved);
    if (moved.length + consumptions.length === 0) return;
    for (const each of moved) each.settle(now);
    this.calls.call(moved, now);
    const given = moved.map((each) => each.given);
    await this.grants.insertAll(moved.flatMap(({ made }) => [...made]));
    await this.recurrences.removeAll(given.flatMap(({ gone }) => gone));
    await this.recurrences.insertAll(given.flatMap(({ added }) => added));
    await this.recurrences.saveAll(
      given.flatMap(({ changed }) => changed),
      now,
    );
    const entries = moved.flatMap((each) => entriesOf(each, now));
    const grants = moved.flatMap(({ changed }) => changed);
    const arranged = moved.filter(({ isArranged }) => isArranged).map(({ row }) => row.customerUid);
    const wallets = moved.map(({ row }) => row);
    await this.moved.write({ entries, grants, wallets, consumptions }, arranged, now);
    await this.news.tell(moved, now);
  }

  private async held(locked: readonly LockedWallet[]): Promise<HeldWallet[]> {
    if (locked.length === 0) return [];
    const uids = locked.map(({ row }) => row.uid);
    const open = await this.grants.openIn(uids);
    const giving = locked.filter(({ row }) => row.hasSources).map(({ row }) => row.uid);
    const recurring = await this.recurrences.in(giving);
    return locked.map(
      ({ row, thresholds }) =>
        new HeldWallet(row, open.get(row.uid) ?? [], recurring.get(row.uid) ?? [], thresholds),
    );
  }
}

/** Each bound to the one before it. */
function entriesOf({ row, wallet }: HeldWallet, now: Date): CreditLedgerRow[] {
  return wallet.entries.map((entry) => {
    row.head = digestOf(row.head, row.uid, spelledEntry(entry));
    return CreditLedgerRow.of(row, entry, row.head, now);
  });
}
