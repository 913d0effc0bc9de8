import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { Decimal } from '#libs/kernel/decimal';
import { Within } from '#libs/use-cases/use-case';
import { CreditPostings } from './credit-postings.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { WalletKey } from './domain/credit-grant';
import type { CreditWallet } from './domain/credit-wallet';
import { RechargeCalls } from './recharge-calls.service';
import { WalletBooks } from './wallet-books.service';

/** A wallet that is to be recharged. */
export interface RechargeCall {
  /** Place of the entry that left so little. */
  seq: number;
  /** What is owed counts against it. */
  balance: Decimal;
}

/** What holds of a wallet from now on. */
export interface RechargeRule {
  /** Null: it is never recharged; undefined: as before. */
  below?: Decimal | null;
  /** Does a recharge go on whose outcome is not known yet? */
  isUnderWay?: boolean;
  /** May it be called for at once? A recharge that came to nothing waits for the next consumption. */
  isCalledAtOnce?: boolean;
}

/** Who recharges wallets says here below what, and hears of those that fall. Of customers' own wallets only. Domain: credits A2, A5 */
@Injectable()
export class CreditRecharges {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly books: WalletBooks,
    private readonly postings: CreditPostings,
    private readonly calls: RechargeCalls,
    private readonly clock: Clock,
  ) {}

  /** For who rules how it is recharged, before anything is locked for that. Made where there is none yet. @returns its key. Domain: credits R8 */
  @Within()
  async walletAt(key: WalletKey): Promise<string> {
    await this.postings.carryOutWithin(key.customerUid);
    const [uid] = await this.books.ensure([key]);
    return uid as string;
  }

  /** What time has brought about in it is in its books from here on. Outside of a unit of work, for it asks whole customers. */
  @Within()
  async bringUpToDate(walletUid: string): Promise<void> {
    const { customerUid } = await this.get(walletUid);
    await this.postings.bringUpToDate(customerUid);
  }

  /** Undefined where nobody has to look at it by now. */
  @Within()
  async callOf(walletUid: string): Promise<RechargeCall | undefined> {
    const { rechargeSeq: seq, rechargeDue, balance } = await this.get(walletUid);
    const isDue = rechargeDue !== null && rechargeDue <= this.clock.now();
    return isDue && seq !== null ? { seq, balance } : undefined;
  }

  /** It is held until the end of the unit of work, and called for where it holds less already. */
  @Within()
  async rule(walletUid: string, rule: RechargeRule): Promise<void> {
    const { below, isUnderWay = false, isCalledAtOnce = true } = rule;
    const now = this.clock.now();
    await this.postings.noteDeclared();
    const [held] = await this.books.open([walletUid]);
    if (!held) throw new Error(`Wallet ${walletUid} is gone`);
    const { row, wallet } = held;
    wallet.advance(now);
    await this.books.close([held], now);
    if (below !== undefined) row.rechargeBelow = below;
    if (!isUnderWay) row.endRecharge();
    if (isCalledAtOnce && row.lacks) {
      row.callForRecharge(now);
      this.calls.tell();
    }
    await this.wallets.save(row, now);
  }

  /** It is held until the end of the unit of work, and nobody looks at it until then, unless its recharge is told of before; null: until that. */
  @Within()
  rest(walletUid: string, until: Date | null): Promise<void> {
    return this.wallets.restRecharge(walletUid, until);
  }

  /** What has become of a grant may be what the recharge of its wallet waits for. */
  @Within()
  async wake(grantId: string): Promise<void> {
    if (await this.wallets.wakeRecharge(grantId, this.clock.now())) this.calls.tell();
  }

  private async get(walletUid: string): Promise<CreditWallet> {
    const wallet = (await this.wallets.findByUids([walletUid])).get(walletUid);
    if (!wallet) throw new Error(`Wallet ${walletUid} is gone`);
    return wallet;
  }
}
