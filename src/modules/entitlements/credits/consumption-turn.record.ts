import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { consumptionId } from './credit-consumptions.repository';
import type { NamedWallet } from './credit-wallets.repository';
import {
  CreditConsumption,
  insufficientCredits,
  refusalOfRepeated,
  type AskedConsumption,
} from './domain/credit-consumption';
import { balanceOf, type WalletBalance } from './domain/credit-wallet';
import type { HeldWallet } from './held-wallet.record';

/** A consumption with what it names. */
export interface NamedConsumption {
  asked: AskedConsumption;
  named: NamedWallet;
  /** Where its caller sent it. */
  at?: string;
}

/** What was taken, or was before under the same key. */
export interface Taken {
  consumption: CreditConsumption;
  balance: WalletBalance;
}

/** Elements of one request are taken all or none. */
export type BatchOutcome = { taken: Taken[] } | { refusal: unknown };

/** @throws CustomerNotFound, EntityIsArchivedError, CustomCurrencyNotFound */
export function requireNamed({ asked, named }: NamedConsumption): void {
  const { customerId, currencyId } = asked;
  const { customerUid, isArchived, currencyUid } = named;
  if (customerUid === null) throw new DomainError('CustomerNotFound', `customer ${customerId} was not found`);
  if (isArchived) throw new DomainError('EntityIsArchivedError', `customer ${customerId} is archived`);
  if (currencyUid === null)
    throw new DomainError('CustomCurrencyNotFound', `custom currency ${currencyId} was not found`);
}

/** What several ask for, one after the other, on wallets that nobody else moves. Domain: credits N6, N7 */
export class ConsumptionTurn {
  /** To be stored. */
  readonly fresh: CreditConsumption[] = [];

  /**
   * @param held by their keys
   * @param known those that were stored before, by `consumptionId`
   */
  constructor(
    private readonly held: ReadonlyMap<string, HeldWallet>,
    private readonly known: Map<string, CreditConsumption>,
    private readonly now: Date,
  ) {}

  /** @returns what it is refused for, and then nothing of it was taken */
  take(batch: readonly NamedConsumption[]): Taken[] | DomainError {
    const told = new Map<string, AskedConsumption>();
    for (const each of batch) {
      const id = idOf(each);
      const refusal = this.refusalOf(each) ?? refusalOfRepeated(told.get(id) ?? each.asked, each.asked);
      told.set(id, each.asked);
      if (refusal) return each.at ? refusal.reworded(`${each.at}: ${refusal.message}`) : refusal;
    }
    return batch.map((each) => this.takeOne(each));
  }

  private refusalOf(each: NamedConsumption): DomainError | undefined {
    const { asked, named } = each;
    const before = this.known.get(idOf(each));
    if (before) return refusalOfRepeated(before, asked);
    const held = this.walletOf(named);
    // As of reports: a soft wallet refuses nothing. ADR-0109
    if (!asked.isEnforced || held.isSoftAt(this.now)) return undefined;
    const { wallet } = held;
    if (wallet.affords(asked.amount, this.now)) return undefined;
    return insufficientCredits(asked.amount, wallet.balance, 'consume all the same');
  }

  private takeOne(each: NamedConsumption): Taken {
    const { asked, named } = each;
    const before = this.known.get(idOf(each));
    if (before) return { consumption: before, balance: before.balance(asked.currencyId) };
    const held = this.walletOf(named);
    const { row } = held;
    const { amount, at, actor, dimensions } = asked;
    const uid = newUid();
    held.take({ amount, at, actor, eventId: uid, featureId: null, dimensions }, this.now);
    const consumption = CreditConsumption.of(row, asked, uid, this.now);
    this.fresh.push(consumption);
    this.known.set(consumptionId(consumption), consumption);
    return { consumption, balance: balanceOf(row) };
  }

  private walletOf({ walletUid }: NamedWallet): HeldWallet {
    const held = this.held.get(walletUid ?? '');
    if (!held) throw new Error(`Wallet ${walletUid} is not held`);
    return held;
  }
}

const idOf = ({ asked, named }: NamedConsumption): string => {
  const { customerUid, currencyUid } = named as { customerUid: string; currencyUid: string };
  return consumptionId({ customerUid, currencyUid, idempotencyKey: asked.idempotencyKey });
};
