import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { isCutOff, UnitOfWork } from '#libs/persistence/unit-of-work';
import { DueSources } from '#modules/entitlements/source-history';
import {
  ConsumptionTurn,
  requireNamed,
  type BatchOutcome,
  type NamedConsumption,
} from './consumption-turn.record';
import { CreditConsumptionsRepository, isKeyTaken } from './credit-consumptions.repository';
import { CreditWalletsRepository, type NamedWallet } from './credit-wallets.repository';
import { declaredCredits } from './credit-sources.service';
import type { AskedConsumption } from './domain/credit-consumption';
import { WalletBooks } from './wallet-books.service';

/** What one request asks for. */
export type ConsumptionBatch = readonly Placed<AskedConsumption>[];

/** A batch with what it names; of one that names what is not there, why it is refused. */
type NamedBatch = NamedConsumption[] | { refusal: unknown };

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
    private readonly due: DueSources,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: ChangeFeed,
    private readonly clock: Clock,
  ) {}

  /** One outcome a batch: who is refused fails alone. Outside a unit of work. */
  async take(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    try {
      return await this.decided(batches);
    } catch (error) {
      if (batches.length === 1 || isCutOff(error)) throw error;
      return this.apart(batches);
    }
  }

  /** Again where a key was stored meanwhile by somebody who held another wallet of its customer: by now it is known. Domain: credits N7 */
  private async decided(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    try {
      return await this.together(batches);
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
      return this.together(batches);
    }
  }

  /** In the unit of work that is open. */
  async takeWithin(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    const now = this.clock.now();
    const named = await this.named(batches, now);
    for (const customerUid of dueOf(named, now)) await this.due.carryOutWithin(customerUid);
    await this.unitOfWork.doNow(declaredCredits);
    return this.takeNamed(named);
  }

  /** What subscriptions give from an instant gone by on is there before anything is taken. Domain: credits R8 */
  private async together(
    batches: readonly ConsumptionBatch[],
    isCarriedOut = false,
  ): Promise<BatchOutcome[]> {
    let due: string[] = [];
    const outcomes = await this.unitOfWork.runTold(async () => {
      const now = this.clock.now();
      const named = await this.named(batches, now);
      due = isCarriedOut ? [] : dueOf(named, now);
      return due.length > 0 ? undefined : this.takeNamed(named);
    });
    await this.changes.acknowledging();
    if (outcomes) return outcomes;
    await this.due.carryOut(due);
    return this.together(batches, true);
  }

  private async takeNamed(batches: readonly NamedBatch[]): Promise<BatchOutcome[]> {
    const admitted = admittedOf(batches);
    const held = await this.books.open([...new Set(admitted.map(({ named }) => named.walletUid as string))]);
    // Keys after the locks: whoever has stored one of them has held its wallet.
    const known = await this.consumptions.known(admitted.map(keyOf));
    const now = this.clock.now();
    const turn = new ConsumptionTurn(new Map(held.map((each) => [each.row.uid, each])), known, now);
    const outcomes = batches.map((batch): BatchOutcome => {
      if (!Array.isArray(batch)) return batch;
      const taken = turn.take(batch);
      return taken instanceof DomainError ? { refusal: taken } : { taken };
    });
    await this.books.close(held, now, turn.fresh);
    return outcomes;
  }

  /** Whom they name, each with a wallet. */
  private async named(batches: readonly ConsumptionBatch[], now: Date): Promise<NamedBatch[]> {
    const asked = batches.flat().map((each) => each.asked);
    const found = (await this.wallets.named(asked, now)).values();
    const placed = batches.map((batch) =>
      batch.map(({ asked: each, at }) => ({
        asked: { asked: each, named: found.next().value as NamedWallet, at },
        at,
      })),
    );
    const named = await Promise.all(placed.map(admittedOrRefused));
    const lacking = admittedOf(named).filter((each) => each.named.walletUid === null);
    if (lacking.length === 0) return named;
    await this.books.ensure(lacking.map(placeOf));
    return this.named(batches, now);
  }

  /** Something of the group cannot be stored, or is held by somebody else: whose it is is refused, and nobody besides. */
  private async apart(batches: readonly ConsumptionBatch[]): Promise<BatchOutcome[]> {
    const outcomes: BatchOutcome[] = [];
    for (const batch of batches) {
      try {
        outcomes.push(...(await this.decided([batch])));
      } catch (refusal) {
        if (isCutOff(refusal)) throw refusal;
        outcomes.push({ refusal });
      }
    }
    return outcomes;
  }
}

const admittedOf = (batches: readonly NamedBatch[]): NamedConsumption[] =>
  batches.filter((batch) => Array.isArray(batch)).flat();

/** Customers of whom a subscription changes otherwise by now. */
const dueOf = (batches: readonly NamedBatch[], now: Date): string[] => [
  ...new Set(
    admittedOf(batches).flatMap(({ named: { sourceDue, customerUid } }) =>
      sourceDue && sourceDue <= now ? (customerUid as string) : [],
    ),
  ),
];

/** Each element in its place, all or none. */
async function admittedOrRefused(batch: readonly Placed<NamedConsumption>[]): Promise<NamedBatch> {
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
  ...{ resourceKey: named.resourceKey, resourceId: named.resourceKey === '' ? null : asked.resourceId },
});
