import type { CreditWallet } from './domain/credit-wallet';
import type { BalanceFacts, ReadBalance, ReadBalances, ReadWallet, Valid } from './credit-balances.reader';

/** An answer, but for what is in the wallet. */
type HeldFacts = Omit<BalanceFacts, 'customerUid'> & { walletUid: string | null };

interface HeldAnswer extends Valid {
  facts: readonly HeldFacts[];
}

// About what objects, their strings and their places in maps take: measured, 2.9 kB for a customer with one wallet.
const purseBytes = 1000;
const answerBytes = 700;
const walletBytes = 1200;
/** Of one customer; with more, those that are asked about again are read again. */
const mostAnswers = 10_000;

/**
 * What was asked about the wallets of one customer, in memory: which wallet answers, until time may choose another one, and what is in each. A
 * movement changes what is in one; whatever else changes makes all of it out of date. ADR-0107
 */
export class HeldPurse {
  private readonly answers = new Map<string, HeldAnswer>();
  private readonly wallets = new Map<string, ReadWallet>();

  constructor(
    readonly id: string,
    readonly uid: string,
  ) {}

  get bytes(): number {
    return purseBytes + answerBytes * this.answers.size + walletBytes * this.wallets.size;
  }

  /** Undefined where it is not known, or another wallet may answer by then. */
  find(question: string, now: Date): ReadBalance[] | undefined {
    const answer = this.answers.get(question);
    if (!answer || now < answer.from || (answer.until && now >= answer.until)) return undefined;
    const { until, dueAt } = answer;
    return answer.facts.map(({ walletUid, ...facts }) => ({
      ...{ ...facts, until, dueAt },
      customerUid: this.uid,
      wallet: walletUid === null ? null : (this.wallets.get(walletUid) as ReadWallet),
    }));
  }

  learn(question: string, { balances, from, until, dueAt }: ReadBalances): void {
    if (this.answers.size >= mostAnswers) this.forget();
    const facts = balances.map(({ wallet, isArchived, hasResource, currency }): HeldFacts => {
      if (wallet) this.wallets.set(wallet.uid, wallet);
      return { isArchived, hasResource, currency, walletUid: wallet?.uid ?? null };
    });
    this.answers.set(question, { facts, from, until, dueAt });
  }

  /** @returns whether it is known: else it may be the one that answers from now on */
  move({ uid, granted, used, movedAt, nextDue, sourceDue, periodEnd }: CreditWallet): boolean {
    const before = this.wallets.get(uid);
    if (!before) return false;
    this.wallets.set(uid, { ...before, granted, used, movedAt, nextDue, sourceDue, periodEnd });
    return true;
  }

  private forget(): void {
    this.answers.clear();
    this.wallets.clear();
  }
}
