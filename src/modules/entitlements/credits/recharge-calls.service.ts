import { Injectable } from '@nestjs/common';
import { Change, Extensions } from '#libs/messaging/extensions';
import type { HeldWallet } from './held-wallet.record';

/** Wallets hold less than they are to, and are due to be recharged. Told in the commit that left so little. Domain: credits A2 */
export const balanceFell = new Change<object>('credit-wallet.fell');

/** Calls for a recharge in the transaction of what was consumed, so that no crash lies between the two. Domain: credits A2 */
@Injectable()
export class RechargeCalls {
  constructor(private readonly extensions: Extensions) {}

  /** Before they are stored. A wallet that is never recharged costs a comparison. */
  async call(moved: readonly HeldWallet[], now: Date): Promise<void> {
    const fallen = moved.filter(({ row, wallet }) => row.lacks && wallet.hasConsumed);
    for (const { row } of fallen) row.callForRecharge(now);
    if (fallen.length > 0) await this.tell();
  }

  tell(): Promise<void> {
    return this.extensions.announce(balanceFell, {});
  }
}
