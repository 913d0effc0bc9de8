import { Injectable } from '@nestjs/common';
import { FreshAnswers } from '#libs/changes/fresh-answers';
import { currentEnvironmentId } from '#libs/context/request-context';
import { noteStanding } from '#libs/context/standing';
import { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Within } from '#libs/use-cases/use-case';
import {
  CreditBalancesReader,
  type BalanceQuestion,
  type PayingWallet,
  type ReadBalance,
  type ReadBalances,
} from './credit-balances.reader';
import type { WalletPlace } from './credit-wallets.repository';
import { CreditPostings } from './credit-postings.service';
import { HeldBalances, type Holder } from './held-balances.cache';

/** A question as it is held, and who reads its answer. */
interface Asked {
  holder: Holder;
  question: string;
  read(): Promise<ReadBalances>;
}

/**
 * What checks and lists tell of wallets, as of the instant that they ask: from memory where that will do. What fell due by then is
 * noted in the ledger first. Domain: entitlements-usage Q8, Q9, Q13; ADR-0098, ADR-0107
 */
@Injectable()
export class CreditBalances {
  /** What is asked at once about one environment shares a statement. */
  private readonly gathering = this.gatheringOf(nameOf, (questions) =>
    this.reader.of(questions, this.clock.now()),
  );

  private readonly payments = this.gatheringOf(placeOf, (places) =>
    this.reader.paying(places, this.clock.now()),
  );

  constructor(
    private readonly reader: CreditBalancesReader,
    private readonly held: HeldBalances,
    private readonly fresh: FreshAnswers,
    private readonly postings: CreditPostings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** What pays for usage at that place. Domain: entitlements-usage Q8 */
  @Within()
  paying(place: WalletPlace): Soon<PayingWallet> {
    const holder = { uid: place.customerUid };
    const read = () => this.askOf(this.payments, place);
    return soon(this.answer({ holder, question: placeOf(place), read }), ([paying]) => paying ?? nothingPays);
  }

  /** The wallet that would pay. */
  @Within()
  of(asked: BalanceQuestion): Soon<ReadBalance> {
    const holder = { id: asked.customerId };
    const read = () => this.askOf(this.gathering, asked);
    return soon(
      this.answer({ holder, question: nameOf(asked), read }),
      ([balance]) => balance as ReadBalance,
    );
  }

  /** Those that a customer, or one of its resources, is paid from: in the order of their currencies. */
  @Within()
  ofCustomer(customerId: string, resourceId: string | null): Soon<ReadBalance[]> {
    const question = JSON.stringify(['all', resourceId]);
    const read = async () => {
      const ask = async () => [await this.reader.ofCustomer({ customerId, resourceId }, this.clock.now())];
      return (await this.loaded([question], ask))[0] as ReadBalances;
    };
    return this.answer({ holder: { id: customerId }, question, read });
  }

  /** What was declared in this transaction is in the wallets before an answer tells of one: else what came after it would be noted first. */
  private answer(asked: Asked): Soon<ReadBalance[]> {
    if (!this.unitOfWork.isOpen) return this.asOfNow(asked);
    return this.postings.noteDeclared().then(() => this.asOfNow(asked));
  }

  private asOfNow({ holder, question, read }: Asked): Soon<ReadBalance[]> {
    const environmentId = currentEnvironmentId();
    const now = this.clock.now();
    const told = async (): Promise<ReadBalance[]> => toldOf(await read());
    const found = this.fresh.of('balances', () => this.held.find(environmentId, holder, question, now), told);
    return soon(found, (balances) => {
      const due = balances.find((balance) => isDue(balance, this.clock.now()));
      if (!due) return balances;
      const isSourceDue = hasCome(due.dueAt, this.clock.now());
      return this.postings.bringUpToDate(due.customerUid as string, isSourceDue).then(told);
    });
  }

  private gatheringOf<Q>(
    questionOf: (asked: Q) => string,
    read: (asked: readonly Q[]) => Promise<ReadBalances[]>,
  ): Gathering<Q, ReadBalances> {
    return new Gathering((_, asked) => this.loaded(asked.map(questionOf), () => read(asked)));
  }

  /** What was read is held from now on, but for what a transaction has seen of its own. */
  private async loaded(
    questions: readonly string[],
    read: () => Promise<ReadBalances[]>,
  ): Promise<ReadBalances[]> {
    if (this.unitOfWork.isOpen) return read();
    return this.held.loads.during(async (load) => {
      const answers = await read();
      for (const [place, answer] of answers.entries())
        if (answer.isWhole) this.held.keep(currentEnvironmentId(), load, questions[place] as string, answer);
      return answers;
    });
  }

  /** Outside a transaction with what others ask. */
  private async askOf<Q>(gathering: Gathering<Q, ReadBalances>, asked: Q): Promise<ReadBalances> {
    const environmentId = currentEnvironmentId();
    if (!this.unitOfWork.isOpen) return gathering.ask(environmentId, asked);
    return (await gathering.askAll(environmentId, [asked]))[0] as ReadBalances;
  }
}

const nameOf = ({ currencyId, resourceId }: BalanceQuestion): string =>
  JSON.stringify(['of', currencyId, resourceId]);

const placeOf = ({ currencyUid, resourceKey }: WalletPlace): string =>
  JSON.stringify(['paying', currencyUid, resourceKey]);

/** Read after it was asked for. */
function toldOf({ balances, version }: ReadBalances): ReadBalance[] {
  noteStanding({ version, stalenessMs: 0 });
  return balances;
}

const nothingPays: PayingWallet = { wallet: null, until: null };

const hasCome = (due: Date | null, now: Date): boolean => due !== null && due <= now;

const isDue = ({ wallet, dueAt }: ReadBalance, now: Date): boolean =>
  hasCome(dueAt, now) ||
  (wallet !== null && (hasCome(wallet.nextDue, now) || hasCome(wallet.sourceDue, now)));
