import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Within } from '#libs/use-cases/use-case';
import {
  CreditBalancesReader,
  type BalanceQuestion,
  type ReadBalance,
  type ReadWallet,
} from './credit-balances.reader';
import type { WalletPlace } from './credit-wallets.repository';
import { declaredCredits } from './credit-sources.service';
import { CreditPostings } from './credit-postings.service';

/** What checks and lists tell of wallets, as of the instant that they ask. Domain: entitlements-usage Q9, Q13; ADR-0098 */
@Injectable()
export class CreditBalances {
  /** What is asked at once about one environment shares a statement. */
  private readonly gathering = new Gathering<BalanceQuestion, ReadBalance>((_, questions) =>
    this.reader.of(questions, this.clock.now()),
  );

  private readonly payments = new Gathering<WalletPlace, ReadWallet | null>((_, places) =>
    this.reader.paying(places, this.clock.now()),
  );

  constructor(
    private readonly reader: CreditBalancesReader,
    private readonly postings: CreditPostings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** What pays for usage at that place; null where nothing was ever in it. Domain: entitlements-usage Q8 */
  @Within()
  async paying(place: WalletPlace): Promise<ReadWallet | null> {
    const ask = () => this.askOf(this.payments, place);
    const wallet = await ask();
    return this.isDue(wallet) ? this.afterPosting(place.customerUid, ask) : wallet;
  }

  /** The wallet that would pay. */
  @Within()
  async of(question: BalanceQuestion): Promise<ReadBalance> {
    const ask = () => this.askOf(this.gathering, question);
    const read = await ask();
    return this.isDue(read.wallet) ? this.afterPosting(read.customerUid as string, ask) : read;
  }

  /** Those that a customer, or one of its resources, is paid from: in the order of their currencies. */
  @Within()
  async ofCustomer(customerId: string, resourceId: string | null): Promise<ReadBalance[]> {
    // What was declared in this transaction is there for an answer that tells of it.
    if (this.unitOfWork.isOpen) await this.unitOfWork.doNow(declaredCredits);
    const now = this.clock.now();
    const read = await this.reader.ofCustomer({ customerId, resourceId }, now);
    const due = read.find(({ wallet }) => this.isDue(wallet));
    if (!due) return read;
    return this.afterPosting(due.customerUid as string, () =>
      this.reader.ofCustomer({ customerId, resourceId }, this.clock.now()),
    );
  }

  private async afterPosting<A>(customerUid: string, ask: () => Promise<A>): Promise<A> {
    await this.postings.bringUpToDate(customerUid);
    return ask();
  }

  /** Outside a transaction with what others ask. */
  private async askOf<Q, A>(gathering: Gathering<Q, A>, question: Q): Promise<A> {
    const environmentId = currentEnvironmentId();
    if (!this.unitOfWork.isOpen) return gathering.ask(environmentId, question);
    return (await gathering.askAll(environmentId, [question]))[0] as A;
  }

  private isDue(wallet: ReadWallet | null): boolean {
    const now = this.clock.now();
    return [wallet?.nextDue, wallet?.sourceDue].some(
      (due) => due !== null && due !== undefined && due <= now,
    );
  }
}
