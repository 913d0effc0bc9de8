import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ownWallet } from '#modules/billing/credit-grants';
import { TopUpPrices } from '#modules/billing/subscriptions';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { CustomersService } from '#modules/customers/customers';
import { CreditRecharges } from '#modules/entitlements/credits';
import type { GetCreditAutoRechargeQuery, UpdateCreditAutoRechargeBody } from './auto-recharge.inputs';
import { CreditAutoRecharge } from './auto-recharge.views';
import { AutoRechargesRepository } from './auto-recharges.repository';
import { AutoRecharge } from './domain/auto-recharge';
import { requireKeepable, termsAsked, thresholdOf, type RechargeTerms } from './domain/recharge-terms';
import { RechargeNews } from './recharge-news.service';

/** How customers want their own wallets to be recharged. Domain: credits A1, A7 */
@Injectable()
export class AutoRechargeService {
  constructor(
    private readonly recharges: AutoRechargesRepository,
    private readonly customers: CustomersService,
    private readonly currencies: CustomCurrenciesService,
    private readonly wallets: CreditRecharges,
    private readonly topUps: TopUpPrices,
    private readonly news: RechargeNews,
    private readonly clock: Clock,
  ) {}

  /** The defaults where nobody has said anything. @throws CustomerNotFound, CustomCurrencyNotFound. Domain: credits A1 */
  @UseCase('getCreditAutoRecharge', {
    needs: 'credits:read',
    answers: one(CreditAutoRecharge),
    summary: 'Get how the wallet of a customer is recharged.',
  })
  async get({ customerId, currencyId }: GetCreditAutoRechargeQuery): Promise<CreditAutoRecharge> {
    const customer = await this.customers.getOrThrow(customerId);
    const currency = await this.currencyOf(currencyId);
    const recharge = await this.recharges.at(customer.uid, currency.uid);
    return recharge
      ? told(CreditAutoRecharge.from(recharge), recharge)
      : CreditAutoRecharge.untouched({ customerId, currencyId });
  }

  /**
   * In place of what was said before; the same again changes nothing. A wallet that holds less already is recharged with the commit.
   * Domain: credits A1–A3, A7
   * @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge, InvalidArgumentError
   */
  @UseCase('updateCreditAutoRecharge', {
    needs: 'credits:write',
    answers: one(CreditAutoRecharge),
    summary: 'Say how the wallet of a customer is recharged. Ours.',
    touches: ({ customerId }: UpdateCreditAutoRechargeBody) => customerBuckets(customerId),
  })
  async update(body: UpdateCreditAutoRechargeBody): Promise<CreditAutoRecharge> {
    const customer = await this.customers.holdOrThrow(body.customerId);
    customer.requireLive();
    const currency = await this.currencyOf(body.currencyId);
    if (body.isEnabled) currency.requireLive();
    const terms = termsAsked(body);
    const key = ownWallet(customer, currency);
    const walletUid = await this.wallets.walletAt(key);
    const below = await this.belowOf(terms, key);
    const now = this.clock.now();
    const { recharge, isNew } = await this.recharges.ensureLocked(
      AutoRecharge.of({ ...key, walletUid }, now),
    );
    const before = copyOf(recharge);
    recharge.configure(terms);
    if (isNew || this.recharges.differ(before, recharge)) {
      recharge.noteConfigured(now);
      await this.recharges.save(recharge, now);
      this.news.configured(isNew ? null : before, recharge, 'REQUESTED');
    }
    await this.wallets.rule(walletUid, { below, isUnderWay: recharge.attempt !== null });
    return told(CreditAutoRecharge.from(recharge), recharge);
  }

  /** Credits below which the wallet is recharged; null: never. */
  private async belowOf(terms: RechargeTerms, key: { customerUid: string; currencyUid: string }) {
    if (!terms.isEnabled) return null;
    const price = await this.topUps.of(key.customerUid, key.currencyUid);
    return thresholdOf(terms, requireKeepable(terms, price));
  }

  private async currencyOf(id: string): Promise<StoredCurrency> {
    return (await this.currencies.findAll([id])).get(id) as StoredCurrency;
  }
}
