import { Injectable } from '@nestjs/common';
import { CommittedGroups } from '#libs/changes/committed-groups';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { Change, Extensions } from '#libs/messaging/extensions';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { CreditWallet } from './domain/credit-wallet';
import type { CreditLedgerRow } from './domain/stored-entry';
import { WalletMovesRepository, type WalletMoves } from './wallet-moves.repository';

/** Credits that were taken for what somebody used, who said more of it. */
export interface ConsumedCredits {
  customerUid: string;
  currencyUid: string;
  at: Date;
  credits: Decimal;
  dimensions: NonNullable<CreditLedgerRow['dimensions']>;
}

/** Raised in the transaction that takes them, once their wallets are written. Domain: access-and-events G6 */
export const creditsConsumed = new Change<{ consumed: readonly ConsumedCredits[] }>('credits.consumed');

/** Wallets of one environment as one statement has left them. */
export interface MovedGroup {
  environmentId: string;
  /** Their last write. */
  revision: string;
  wallets: readonly CreditWallet[];
}

/** Of customers more was changed than what is in their wallets: which there are, who pays from one, what may be owed. */
export interface ArrangedWallets {
  environmentId: string;
  customerUids: readonly string[];
}

/**
 * Writes what has become of wallets, and tells who holds balances in memory: between the commit and its acknowledgement. Nobody writes them past
 * it. ADR-0107
 */
@Injectable()
export class MovedWallets extends CommittedGroups<MovedGroup | ArrangedWallets> {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly moves: WalletMovesRepository,
    private readonly extensions: Extensions,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  /** Those that there are stay as they are. */
  async make(wallets: readonly CreditWallet[]): Promise<void> {
    await this.wallets.ensure(wallets);
    this.arrange(wallets.map(({ customerUid }) => customerUid));
  }

  /** @param arranged customers: what subscriptions give into their wallets, or are paid from, is changed too */
  async write(moves: WalletMoves, arranged: readonly string[], now: Date): Promise<void> {
    const [environmentId, revision] = [currentEnvironmentId(), newUid()];
    const { wallets } = moves;
    for (const wallet of wallets) wallet.lastWrite = revision;
    await this.moves.write(moves, now);
    this.unitOfWork.afterCommit(() => this.tell({ environmentId, revision, wallets }));
    this.arrange(arranged);
    const consumed = consumedBy(moves);
    if (consumed.length > 0) await this.extensions.announce(creditsConsumed, { consumed });
  }

  private arrange(customerUids: readonly string[]): void {
    if (customerUids.length === 0) return;
    const environmentId = currentEnvironmentId();
    this.unitOfWork.afterCommit(() => this.tell({ environmentId, customerUids }));
  }
}

/** A consumption that several grants paid stands there once for each. */
function consumedBy({ entries, wallets }: WalletMoves): ConsumedCredits[] {
  const spoken = entries.filter(
    ({ eventType, dimensions }) => eventType === 'CREDITS_CONSUMED' && dimensions,
  );
  if (spoken.length === 0) return [];
  const byUid = new Map(wallets.map((wallet) => [wallet.uid, wallet]));
  return spoken.flatMap(({ walletUid, timestamp: at, amount, dimensions }) => {
    const wallet = byUid.get(walletUid);
    if (!wallet || !dimensions) return [];
    const { customerUid, currencyUid } = wallet;
    return [{ customerUid, currencyUid, at, credits: amount.negated(), dimensions }];
  });
}
