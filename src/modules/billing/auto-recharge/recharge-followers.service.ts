import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { Follows, Job } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { invoiceCanceled, invoicePaid } from '#modules/billing/invoices';
import { TopUpPrices, topUpsPriced } from '#modules/billing/subscriptions';
import { balanceFell, CreditRecharges } from '#modules/entitlements/credits';
import { AutoRechargesRepository } from './auto-recharges.repository';
import { hasUnitPrice, thresholdOf } from './domain/recharge-terms';
import { recharging } from './recharge-attempts.service';

const repricing = 'reprice-recharges';

interface AskedRepricing {
  environmentId: string;
  customerUid: string;
}

/** What recharges hear of: each is asked for in the transaction that gives cause for it, and done after it. Domain: credits A2, A5 */
@Injectable()
export class RechargeFollowers {
  constructor(
    private readonly recharges: AutoRechargesRepository,
    private readonly wallets: CreditRecharges,
    private readonly topUps: TopUpPrices,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  @Follows(balanceFell)
  async recharge(): Promise<void> {
    await this.jobs.askDue(recharging);
  }

  @Follows(invoicePaid)
  async notePaid({ invoice: { creditGrantId } }: typeof invoicePaid.facts): Promise<void> {
    if (creditGrantId !== null) await this.wallets.wake(creditGrantId);
  }

  @Follows(invoiceCanceled)
  async noteCanceled({ invoice: { creditGrantId } }: typeof invoiceCanceled.facts): Promise<void> {
    if (creditGrantId !== null) await this.wallets.wake(creditGrantId);
  }

  /** A threshold that is a sum of money means other credits by now. */
  @Follows(topUpsPriced)
  async askRepricing({ customerUid }: typeof topUpsPriced.facts): Promise<void> {
    if (!(await this.recharges.isAnyInMoney(customerUid))) return;
    const asked: AskedRepricing = { environmentId: currentEnvironmentId(), customerUid };
    await this.jobs.ask(repricing, asked, customerUid);
  }

  @Job(repricing)
  async performRepricing({ environmentId, customerUid }: AskedRepricing): Promise<void> {
    await runAsSystem(repricing, environmentId, () => this.unitOfWork.run(() => this.reprice(customerUid)));
  }

  /** Where there is no price that fits, it is learnt with the next recharge. */
  private async reprice(customerUid: string): Promise<void> {
    for (const recharge of await this.recharges.lockInMoney(customerUid)) {
      const price = await this.topUps.of(customerUid, recharge.currencyUid);
      if (!price || !hasUnitPrice(price)) continue;
      const rule = { below: thresholdOf(recharge, price), isUnderWay: recharge.attempt !== null };
      await this.wallets.rule(recharge.walletUid, rule);
    }
  }
}
