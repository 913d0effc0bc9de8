import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { isCutOff, UnitOfWork } from '#libs/persistence/unit-of-work';
import {
  ConsumptionTurn,
  requireNamed,
  type BatchOutcome,
  type NamedConsumption,
} from './consumption-turn.record';
import { CreditConsumptionsRepository } from './credit-consumptions.repository';
import { CreditWalletsRepository, type NamedWallet } from './credit-wallets.repository';
import type { AskedConsumption } from './domain/credit-consumption';
import { CreditWallet } from './domain/credit-wallet';
import { WalletBooks } from './wallet-books.service';

/** What one request asks for. */
export type ConsumptionBatch = readonly Placed<AskedConsumption>[];

/**
 * Takes what is asked for at once in one transaction: wallets are locked once for all who draw from them, each is decided on in its turn, and
 * answered after the commit. So a wallet from which many draw costs a commit now and then, not one each. Domain: credits N6, N7; ADR-0098
 */
@Injectable()
export class ConsumptionGroups {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly consumptions: CreditConsumptionsRepository,
    private readonly books: WalletBooks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** One outcome a batch: who is refused fails alone. Outside a unit of work. */
  async take(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    try {
      return await this.unitOfWork.run(() => this.takeWithin(batches));
    } catch (error) {
      if (batches.length === 1 || isCutOff(error)) throw error;
      return this.takeApart(batches);
    }
  }

  /** In the unit of work that is open. */
  async takeWithin(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    const now = this.clock.now();
    const named = await this.named(batches, now);
    const admitted = named.filter((batch) => Array.isArray(batch)).flat();
    const held = await this.books.open([...new Set(admitted.map((each) => each.named.walletUid as string))]);
    // Keys after the locks: whoever has stored one of them has held its wallet.
    const known = await this.consumptions.known(admitted.map(keyOf));
    const turn = new ConsumptionTurn(new Map(held.map((each) => [each.row.uid, each])), known, now);
    const outcomes = named.map((batch): BatchOutcome => {
      const taken = Array.isArray(batch) ? turn.take(batch) : batch.refusal;
      return Array.isArray(taken) ? { taken } : { refusal: taken };
    });
    await this.books.close(held, now);
    await this.consumptions.insertAll(turn.fresh);
    return outcomes;
  }

  /** Whom they name, each with a wallet; of a batch that names somebody who is not there, why. */
  private async named(
    batches: readonly ConsumptionBatch[],
    now: Date,
  ): Promise<(NamedConsumption[] | { refusal: unknown })[]> {
    const asked = batches.flat().map((each) => each.asked);
    const found = (await this.namesOf(asked)).values();
    const placed = batches.map((batch) =>
      batch.map(({ asked: each, at }) => ({
        asked: { asked: each, named: found.next().value as NamedWallet, at },
        at,
      })),
    );
    const admitted = await Promise.all(placed.map(admittedOrRefused));
    const lacking = admitted
      .filter((batch) => Array.isArray(batch))
      .flat()
      .filter(({ named }) => named.walletUid === null);
    if (lacking.length === 0) return admitted;
    await this.wallets.ensure(lacking.map((each) => CreditWallet.of(placeOf(each), now)));
    return this.named(batches, now);
  }

  private namesOf(asked: readonly AskedConsumption[]): Promise<NamedWallet[]> {
    return this.wallets.named(
      asked.map(({ customerId }) => customerId),
      asked.map(({ currencyId }) => currencyId),
    );
  }

  /** Something of the group cannot be stored, or is held by somebody else: whose it is is refused, and nobody besides. */
  private async takeApart(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    const outcomes: BatchOutcome[] = [];
    for (const batch of batches) {
      try {
        outcomes.push(...(await this.unitOfWork.run(() => this.takeWithin([batch]))));
      } catch (refusal) {
        if (isCutOff(refusal)) throw refusal;
        outcomes.push({ refusal });
      }
    }
    return outcomes;
  }
}

/** Each element in its place, all or none. */
async function admittedOrRefused(
  batch: readonly Placed<NamedConsumption>[],
): Promise<NamedConsumption[] | { refusal: unknown }> {
  try {
    return await eachPlaced(batch, (each) => {
      requireNamed(each);
      return each;
    });
  } catch (refusal) {
    return { refusal };
  }
}

const keyOf = ({ asked, named }: NamedConsumption) => ({
  customerUid: named.customerUid as string,
  currencyUid: named.currencyUid as string,
  idempotencyKey: asked.idempotencyKey,
});

const placeOf = ({ asked, named }: NamedConsumption) => ({
  ...{ customerUid: named.customerUid as string, customerId: asked.customerId },
  ...{ currencyUid: named.currencyUid as string, currencyId: asked.currencyId },
  ...{ resourceKey: '', resourceId: null },
});
