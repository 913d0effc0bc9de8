import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { DueSources } from '#modules/entitlements/source-history';
import { declaredCredits } from './credit-sources.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { DueWallets } from './due-wallets.reader';
import { WalletBooks } from './wallet-books.service';

/**
 * Notes in the ledgers what time has brought about: grants that begin and end. Every minute and when a process starts; who asks about a
 * customer first has it noted before, so no answer depends on how punctual this is. Domain: credits G3, N11
 */
@Injectable()
@DueWork('post-credits', { rank: 1 })
export class CreditPostings implements DueKind<DueSubject> {
  constructor(
    private readonly due: DueWallets,
    private readonly wallets: CreditWalletsRepository,
    private readonly books: WalletBooks,
    private readonly sources: DueSources,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, after, limit);
  }

  async process(subjects: readonly DueSubject[]): Promise<number> {
    const now = this.clock.now();
    const held = await this.books.openDue(
      subjects.map(({ uid }) => uid),
      now,
    );
    for (const { wallet } of held) wallet.advance(now);
    await this.books.close(held, now);
    return held.length;
  }

  /**
   * What is read of the customer's credits from here on is as of now.
   * @param isSourceDue something is due of a subscription that no wallet knows of yet
   */
  async bringUpToDate(customerUid: string, isSourceDue = false): Promise<void> {
    const asked = this.clock.now();
    const found = await this.wallets.due(customerUid, asked);
    const isCarriedOut = isSourceDue || found.isSourceDue;
    if (isCarriedOut) await this.sources.carryOut([customerUid]);
    const due = isCarriedOut ? (await this.wallets.due(customerUid, asked)).walletUids : found.walletUids;
    if (due.length === 0) return;
    await this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const held = await this.books.open(due);
      for (const { wallet } of held) wallet.advance(now);
      await this.books.close(held, now);
    });
  }

  /**
   * In the unit of work that is open: what changes by itself of the customer's subscriptions has done so by now. Of what is locked for a decision
   * the customer comes first, and wallets last (`noteDeclared`). ADR-0110
   */
  carryOutWithin(customerUid: string): Promise<void> {
    return this.sources.carryOutWithin(customerUid);
  }

  /** What this unit of work has carried out is in the wallets, before a decision moves one of them. */
  noteDeclared(): Promise<void> {
    return this.unitOfWork.doNow(declaredCredits);
  }
}
