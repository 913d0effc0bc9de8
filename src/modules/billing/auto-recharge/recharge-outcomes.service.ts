import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { Decimal } from '#libs/kernel/decimal';
import { copyOf } from '#libs/kernel/tenant-entity';
import { CreditGrantInvoices } from '#modules/billing/invoices';
import { PendingPayments, type Decline } from '#modules/billing/payments';
import { CreditRecharges, CreditsService, type StoredCreditGrant } from '#modules/entitlements/credits';
import { AutoRechargesRepository } from './auto-recharges.repository';
import type { AutoRecharge, RechargeAttempt } from './domain/auto-recharge';
import type { PlannedRecharge } from './domain/recharge-plan';
import { RechargeNews, type AttemptOutcome } from './recharge-news.service';

/** What becomes of recharges: the recharge is held, and its wallet after it. Domain: credits A4, A5 */
@Injectable()
export class RechargeOutcomes {
  constructor(
    private readonly recharges: AutoRechargesRepository,
    private readonly wallets: CreditRecharges,
    private readonly credits: CreditsService,
    private readonly invoices: CreditGrantInvoices,
    private readonly payments: PendingPayments,
    private readonly news: RechargeNews,
    private readonly clock: Clock,
  ) {}

  /** It has begun: what was paid at once is over, the rest is told of when it is known. */
  async await(recharge: AutoRecharge, grant: StoredCreditGrant): Promise<void> {
    if (!grant.isPending) return this.succeed(recharge, recharge.attempt as RechargeAttempt);
    await this.recharges.save(recharge, this.clock.now());
    // Should nobody tell of it, it is over then.
    await this.wallets.rest(recharge.walletUid, grant.pendingUntil);
  }

  /** Somebody has told that it may be over. */
  async learn(recharge: AutoRecharge, attempt: RechargeAttempt): Promise<void> {
    // First, so that whoever tells of it from here on waits, and is heard.
    await this.wallets.rest(recharge.walletUid, null);
    const grant = await this.credits.get(attempt.grantId);
    const invoice = (await this.invoices.of([grant.uid])).get(grant.uid);
    if (invoice?.state === 'PAID') return this.succeed(recharge, attempt);
    if (grant.isPending) return;
    const decline = invoice && (await this.payments.declineOf(invoice.uid));
    await this.fail(recharge, attempt, decline ?? { reason: 'It was not paid in time', isHard: false });
  }

  /** What was consumed meanwhile may ask for the next one at once. */
  private async succeed(recharge: AutoRecharge, attempt: RechargeAttempt): Promise<void> {
    const percents = recharge.succeed(attempt);
    await this.recharges.save(recharge, this.clock.now());
    this.news.attempted(recharge, outcomeOf('SUCCEEDED', recharge, attempt, null));
    for (const percent of percents) this.tellLimit(recharge, percent, recharge.spent, null);
    await this.wallets.rule(recharge.walletUid, {});
  }

  /** Nothing was bought: the next consumption tries again, unless it is disabled by now. */
  async fail(
    recharge: AutoRecharge,
    attempt: Pick<RechargeAttempt, 'seq'> & Partial<RechargeAttempt>,
    decline: Decline,
  ): Promise<void> {
    const now = this.clock.now();
    const before = copyOf(recharge);
    const isDisabled = recharge.fail(decline, now);
    await this.recharges.save(recharge, now);
    this.news.attempted(recharge, outcomeOf('FAILED', recharge, attempt, decline.reason));
    if (isDisabled) this.news.configured(before, recharge, 'PAYMENT_FAILED');
    const below = recharge.isEnabled ? undefined : null;
    await this.wallets.rule(recharge.walletUid, { below, isCalledAtOnce: false });
  }

  /** The cap of the month forbids it, and all others until somebody enables it again. Domain: credits A4 */
  async refuse(recharge: AutoRecharge, { cost }: PlannedRecharge): Promise<void> {
    const now = this.clock.now();
    const before = copyOf(recharge);
    recharge.disable(now);
    await this.recharges.save(recharge, now);
    this.tellLimit(recharge, 100, recharge.spentAt(now), cost.toNumber());
    this.news.configured(before, recharge, 'MAX_SPEND_LIMIT');
    await this.wallets.rule(recharge.walletUid, { below: null });
  }

  private tellLimit(
    recharge: AutoRecharge,
    percent: number,
    spent: Decimal,
    refusedCost: number | null,
  ): void {
    const { maxSpendLimit } = recharge;
    if (maxSpendLimit === null) return;
    const limits = { spent: spent.toNumber(), maxSpendLimit: maxSpendLimit.toNumber() };
    this.news.limitReached(recharge, { percent, ...limits, refusedCost });
  }
}

const outcomeOf = (
  status: AttemptOutcome['status'],
  { failures }: AutoRecharge,
  attempt: Pick<RechargeAttempt, 'seq'> & Partial<RechargeAttempt>,
  reason: string | null,
): AttemptOutcome => {
  const { seq: ledgerSeq, grantId: creditGrantId = null, amount, cost, currency } = attempt;
  return {
    ...{ status, ledgerSeq, creditGrantId, reason, failures },
    amount: amount === undefined ? null : Number(amount),
    cost: cost === undefined || currency === undefined ? null : { amount: Number(cost), currency },
  };
};
