import { Injectable } from '@nestjs/common';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { CreditWallet } from './domain/credit-wallet';
import { fallsOf, type WalletFall } from './domain/low-balance';
import type { HeldWallet } from './held-wallet.record';

/** A wallet that has fallen to a mark. */
interface LowBalance extends WalletFall {
  row: CreditWallet;
}

/** What events and the log tell of it. Domain: access-and-events W10 */
interface ToldBalance {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
  balance: number;
  threshold: number | null;
}

const pictureOf = ({ row, balance, threshold }: LowBalance): ToldBalance => {
  const { customerId, currencyId, resourceId } = row;
  return { customerId, currencyId, resourceId, balance: balance.toNumber(), threshold };
};

/** Tells of wallets in which little is left, in the commit that moves them. Domain: credits B1 */
@Injectable()
export class BalanceNews {
  private readonly record: ChangeRecord<LowBalance>;

  constructor(recorder: Recorder) {
    this.record = recorder.recordOf<LowBalance>({
      entity: 'CREDIT',
      noun: 'credit_balance',
      picture: pictureOf,
      idOf: ({ row }) => row.uid,
      parentOf: ({ row }) => row.customerId,
      payload: (_picture, low) => ({ ...pictureOf(low) }),
      versionOf: ({ row }) => row.seq,
    });
  }

  tell(held: readonly HeldWallet[]): void {
    for (const { row, wallet, thresholds } of held) {
      for (const fall of fallsOf(wallet.levels, thresholds))
        this.record.add(fall.threshold === null ? 'depleted' : 'low', null, { row, ...fall });
    }
  }
}
