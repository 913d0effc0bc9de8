import { Injectable } from '@nestjs/common';
import { heldAt } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import type { DueKind, DueScope, DueSubject } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CreditRecharges, DueRecharges } from '#modules/entitlements/credits';
import { AutoRechargesRepository } from './auto-recharges.repository';
import { RechargeOutcomes } from './recharge-outcomes.service';
import { RechargePurchases } from './recharge-purchases.service';

/** The work that recharges wallets. */
export const recharging = 'recharge-credits';

/**
 * Recharges wallets that hold less than they are to. What begins a recharge, its grant and that the wallet was seen to are one commit, so what
 * is done again after a crash buys nothing twice. Every minute, when a process starts, and when a wallet falls. Domain: credits A2–A6; ADR-0102
 */
@Injectable()
// After payments: what has become of one is known then.
@DueWork(recharging, { rank: 5, commits: 'itself' })
export class RechargeAttempts implements DueKind<DueSubject> {
  constructor(
    private readonly due: DueRecharges,
    private readonly recharges: AutoRechargesRepository,
    private readonly wallets: CreditRecharges,
    private readonly purchases: RechargePurchases,
    private readonly outcomes: RechargeOutcomes,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return this.due.next(scope, after, limit);
  }

  /** Each in a transaction of its own: none holds a wallet while it waits for another one. */
  async process(wallets: readonly DueSubject[]): Promise<number> {
    let done = 0;
    for (const { uid } of wallets) if (await this.attend(uid)) done++;
    return done;
  }

  /** @returns whether there was something to do: it may be in other hands, or seen to by now */
  private async attend(walletUid: string): Promise<boolean> {
    await this.wallets.bringUpToDate(walletUid);
    return this.unitOfWork.run(() => heldAt(this.clock.now(), () => this.carryOut(walletUid)));
  }

  private async carryOut(walletUid: string): Promise<boolean> {
    const recharge = await this.recharges.takeOf(walletUid);
    // Asked under the lock of the recharge: whoever had it has seen to the call.
    const call = recharge && (await this.wallets.callOf(walletUid));
    if (!recharge || !call) return false;
    if (recharge.attempt) await this.outcomes.learn(recharge, recharge.attempt);
    else await this.purchases.begin(recharge, call);
    return true;
  }
}
