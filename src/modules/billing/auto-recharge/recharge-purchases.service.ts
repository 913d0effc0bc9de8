import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { CreditSales } from '#modules/billing/credit-grants';
import { TopUpPrices } from '#modules/billing/subscriptions';
import { CreditRecharges, type RechargeCall, type StoredCreditGrant } from '#modules/entitlements/credits';
import type { AutoRecharge } from './domain/auto-recharge';
import { endOf, planOf, type PlannedRecharge } from './domain/recharge-plan';
import { requireKeepable, thresholdOf, type RechargeCollection } from './domain/recharge-terms';
import { RechargeOutcomes } from './recharge-outcomes.service';

/** What is bought for a wallet that holds less than it is to: the recharge is held by who asks. Domain: credits A2–A4, A6 */
@Injectable()
export class RechargePurchases {
  constructor(
    private readonly wallets: CreditRecharges,
    private readonly topUps: TopUpPrices,
    private readonly sales: CreditSales,
    private readonly outcomes: RechargeOutcomes,
    private readonly clock: Clock,
  ) {}

  /** What cannot be bought is a recharge that failed: somebody has to hear of it. */
  async begin(recharge: AutoRecharge, call: RechargeCall): Promise<void> {
    try {
      await this.decide(recharge, call);
    } catch (error) {
      // Each refusal comes before anything is written.
      if (!(error instanceof DomainError)) throw error;
      const isHard = error.code === 'PaymentMethodNotFoundError';
      await this.outcomes.fail(recharge, { seq: call.seq }, { reason: error.message, isHard });
    }
  }

  private async decide(recharge: AutoRecharge, { seq, balance }: RechargeCall): Promise<void> {
    const { customerUid, currencyUid, walletUid } = recharge;
    const price = requireKeepable(recharge, await this.topUps.of(customerUid, currencyUid));
    const now = this.clock.now();
    const plan = planOf(recharge, { balance, spent: recharge.spentAt(now) }, price);
    if (plan.kind === 'ENOUGH') return this.wallets.rule(walletUid, { below: thresholdOf(recharge, price) });
    if (plan.kind === 'CAPPED') return this.outcomes.refuse(recharge, plan);
    const grant = await this.buy(recharge, seq, plan, price.collectedBy);
    recharge.begin(seq, grant.id, plan, now);
    await this.outcomes.await(recharge, grant);
  }

  private buy(
    { customerId, currencyId, grantExpirationPeriod }: AutoRecharge,
    seq: number,
    { amount, cost }: PlannedRecharge,
    collectedBy: RechargeCollection,
  ): Promise<StoredCreditGrant> {
    return this.sales.sellUnasked({
      ...{ customerId, currencyId, amount, cost, collectedBy },
      displayName: 'Automatic recharge',
      comment: `The balance fell with entry ${seq} of the ledger`,
      expireAt: endOf(grantExpirationPeriod, this.clock.now()),
    });
  }
}
