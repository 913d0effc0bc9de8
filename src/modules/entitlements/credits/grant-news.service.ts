import { Injectable } from '@nestjs/common';
import { inTheNameOf } from '#libs/context/request-context';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { BalanceNews } from './balance-news.service';
import { CreditGrant as CreditGrantView, type GrantBilling } from './credit-grants.views';
import { remainingOf } from './domain/burn-order';
import type { CreditGrant } from './domain/credit-grant';
import { GrantBillings } from './grant-billings.service';
import { reachedByFall } from './domain/low-balance';
import type { HeldWallet } from './held-wallet.record';

/** A grant as it stood at an instant. */
interface GrantState {
  grant: CreditGrant;
  at: Date;
  billing: GrantBilling | undefined;
}

/** Tells of grants, in the commit that moves them. Domain: access-and-events W6 */
@Injectable()
export class GrantNews {
  private readonly record: ChangeRecord<GrantState>;

  constructor(
    private readonly billings: GrantBillings,
    private readonly balances: BalanceNews,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf<GrantState>({
      entity: 'CREDIT',
      noun: 'credit_grant',
      picture: ({ grant, at, billing }) => CreditGrantView.from(grant, at, billing),
      idOf: ({ grant }) => grant.id,
      parentOf: ({ grant }) => grant.customerId,
      payload: (creditGrant) => ({ creditGrant }),
      // Of what is not stored yet it is the first one.
      versionOf: ({ grant }) => grant.revision ?? 1,
    });
  }

  /** @param before null of what was made */
  async add(verb: string, before: CreditGrant | null, grant: CreditGrant, at: Date): Promise<void> {
    const billing = (await this.billings.of([grant])).get(grant.id);
    this.record.add(verb, before && { grant: before, at, billing }, { grant, at, billing });
  }

  /**
   * What subscriptions gave, what little is left of, what was spent to the last credit, and what has ended, then what is left in all: by no
   * single request, however many there were. What somebody has decided about a grant its own use case tells.
   */
  async tell(held: readonly HeldWallet[], at: Date): Promise<void> {
    const given = held.flatMap(({ made }) => [...made]).filter(({ grantType }) => grantType === 'RECURRING');
    const low = held.flatMap(lowGrantsOf);
    const depleted = held.flatMap(({ wallet }) => [...wallet.depleted]);
    const expired = held.flatMap(({ wallet }) => [...wallet.expired]);
    const billings = await this.billings.of([
      ...[...given, ...depleted, ...expired],
      ...low.map(({ grant }) => grant),
    ]);
    const add = (verb: string, grant: CreditGrant, more?: object): void =>
      this.record.add(verb, null, { grant, at, billing: billings.get(grant.id) }, more);
    inTheNameOf('credits', 'tellCredits', () => {
      for (const grant of given) add('created', grant);
      for (const { grant, threshold } of low) add('balance.low', grant, { threshold });
      for (const grant of depleted) add('depleted', grant);
      for (const grant of expired) add('expired', grant);
      this.balances.tell(held);
    });
  }
}

/** Each for each threshold, in their order. Domain: credits B1 */
function lowGrantsOf({ wallet, thresholds }: HeldWallet): { grant: CreditGrant; threshold: number }[] {
  return [...wallet.drawn].flatMap(([grant, consumed]) => {
    const before = { granted: grant.amount, left: grant.amount.minus(consumed) };
    const after = { granted: grant.amount, left: remainingOf(grant) };
    return reachedByFall(before, after, thresholds).map((threshold) => ({ grant, threshold }));
  });
}
