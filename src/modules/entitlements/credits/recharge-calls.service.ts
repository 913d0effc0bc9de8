import { Injectable } from '@nestjs/common';
import { Change, Extensions } from '#libs/messaging/extensions';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { HeldWallet } from './held-wallet.record';

/** Wallets hold less than they are to, and are due to be recharged. Told in the commit that left so little. Domain: credits A2 */
export const balanceFell = new Change<object>('credit-wallet.fell');

/** Calls for a recharge in the transaction of what was consumed, so that no crash lies between the two. Domain: credits A2 */
@Injectable()
export class RechargeCalls {
  constructor(
    private readonly extensions: Extensions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Before they are stored. A wallet that is never recharged costs a comparison. */
  call(moved: readonly HeldWallet[], now: Date): void {
    const fallen = moved.filter(({ row, wallet }) => row.lacks && wallet.hasConsumed);
    for (const { row } of fallen) row.callForRecharge(now);
    if (fallen.length > 0) this.tell();
  }

  /** Once a commit, and as the last of it: all who ask for the work wait for each other. */
  tell(): void {
    this.unitOfWork.beforeCommit('recharge calls', () => this.extensions.announce(balanceFell, {}));
  }
}
