import { Injectable } from '@nestjs/common';
import type { Charge } from '#libs/business/pricing/charge';
import type { PeriodBill } from '#libs/business/pricing/period-bill';
import type { CurrencyCode } from '#libs/business/values/currency';
import { ChargesService, pricedCharges, type StoredCharge } from '#modules/catalog/charges';
import { PlanPackageGroupsService } from '#modules/catalog/package-groups';
import type { StoredCustomer } from '#modules/customers/customers';
import { EnvironmentSettingsService } from '#modules/platform/environment-settings';
import { anchored, chargedFromNextPeriod } from './domain/first-anchor';
import type { HeldRate } from './domain/held-override';
import { pricedBy, type Purchase } from './domain/purchase';
import { recurringBillOf, requireBillable } from './domain/recurring-bill';
import { orderOf, agreedTerms, versionsOf, type Order, type OrderRequest } from './domain/agreed-terms';
import type { Subscription } from './domain/subscription';
import type { Terms } from './domain/terms';
import { SubscriptionsRepository } from './subscriptions.repository';

/** On which terms a subscription is bought. */
@Injectable()
export class PurchasesService {
  constructor(
    private readonly charges: ChargesService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly settings: EnvironmentSettingsService,
    private readonly groups: PlanPackageGroupsService,
  ) {}

  /**
   * `termsOf` what begins: a cycle that goes on keeps its anchor, and NOW means the instant; any other one is counted from where the
   * environment has chosen. Domain: customers-subscriptions B2, B4
   * @param from where it is paid for first: its start, or the end of its trial
   */
  async firstTermsOf(
    order: Order,
    asked: OrderRequest,
    customer: Pick<StoredCustomer, 'uid' | 'billingCurrency'>,
    before: Subscription | undefined,
    instants: { from: Date; now: Date },
  ): Promise<Terms> {
    const terms = await this.firstCycleOf(order, asked, customer, before, instants);
    const { from, now } = instants;
    return from < now ? chargedFromNextPeriod(terms, now) : terms;
  }

  private async firstCycleOf(
    order: Order,
    asked: OrderRequest,
    customer: Pick<StoredCustomer, 'uid' | 'billingCurrency'>,
    before: Subscription | undefined,
    { from, now }: { from: Date; now: Date },
  ): Promise<Terms> {
    // A start gone by sets the anchor, whatever ran until now (customers-subscriptions V6).
    const isBackdated = from < now;
    const wanted = isBackdated ? { ...asked, billingCycleAnchor: 'NOW' } : asked;
    const terms = await this.termsOf(order, wanted, customer.billingCurrency, before, from);
    const { purchase } = terms;
    const isDecided = before?.billingCycleAnchor && !isBackdated;
    if (!purchase || isDecided || asked.billingCycleAnchor === 'NOW') return terms;
    const { billingAnchor: setting } = await this.settings.inForce();
    const isShared = setting === 'SUBSCRIPTIONS_CONSOLIDATE_BILLING';
    const oldestAnchor = isShared ? await this.subscriptions.oldestAnchorOf(customer.uid, now) : null;
    return anchored(terms, purchase, { setting, begin: from, oldestAnchor });
  }

  /** `agreedTerms` with the prices of the versions. @throws what it throws, and AmountTooLarge for what no bill can hold */
  async termsOf(
    order: Order,
    asked: OrderRequest,
    wishedCurrency: CurrencyCode | null,
    before: Subscription | undefined,
    from: Date,
  ): Promise<Terms> {
    const isPaid = order.pricingType === 'PAID';
    const charges = isPaid ? await this.chargesOf(order) : [];
    const held = before?.purchase ? await this.chargesOf(orderOf(before, before.packages)) : [];
    const givesAway = isPaid && order.addons.length > 0;
    const offers = givesAway ? await this.groups.freeOffersOf(order.versionUid) : [];
    const rates = isPaid ? await this.ratesOf(asked) : [];
    const terms = agreedTerms(
      { order, charges, held, offers },
      { ...asked, rates },
      wishedCurrency,
      before,
      from,
    );
    const { purchase } = terms;
    const isFirst = before?.slot !== 'PLAN' || before.planUid !== order.planUid;
    const taxed = { taxPercent: taxPercentOf(asked, before), isFirst };
    if (purchase) requireBillable(pricedBy(charges, purchase), purchase, order.addons, taxed);
    return terms;
  }

  /** Each at the place of its price. @throws what `ChargesService.ratesOf` throws. Domain: customers-subscriptions O1 */
  private async ratesOf({ priceOverrides = [] }: OrderRequest): Promise<(HeldRate | undefined)[]> {
    const rates = await this.charges.ratesOf(
      priceOverrides.map(({ creditRate }, index) => {
        if (!creditRate) return undefined;
        const { costFormula, ...rate } = creditRate;
        const asked = { ...rate, ...(costFormula != null && { costFormula }) };
        return { asked, at: `priceOverrides[${index}].creditRate` };
      }),
    );
    return rates.map(
      (rate) =>
        rate && {
          amount: rate.rateAmount,
          currencyUid: rate.rateCurrencyUid,
          currencyId: rate.rateCurrencyId,
          costFormula: rate.costFormula,
        },
    );
  }

  /** What runs, with another tax. @throws AmountTooLarge. Domain: catalog R9 */
  async requireTaxable(running: Subscription, taxPercent: number): Promise<void> {
    const { uid, purchase, addons, slot } = running;
    const prices = await this.pricesOf([running]);
    requireBillable(prices.get(uid) ?? [], purchase, addons, { taxPercent, isFirst: slot !== 'PLAN' });
  }

  /** The rows that price each of these subscriptions. Domain: customers-subscriptions S1 */
  async pricesOf(subscriptions: readonly Subscription[]): Promise<Map<string, readonly Charge[]>> {
    const paid = subscriptions.filter(({ purchase }) => purchase !== null);
    if (paid.length === 0) return new Map();
    const orders = new Map(paid.map((each) => [each.uid, orderOf(each, each.packages)]));
    const versions = [...orders.values()].flatMap(versionsOf);
    const rows = await this.charges.ofVersions(versions.map(({ versionUid }) => versionUid));
    return new Map(
      paid.map(({ uid, purchase }) => {
        const charges = chargesIn(orders.get(uid) as Order, rows);
        return [uid, pricedBy(charges, purchase as Purchase)];
      }),
    );
  }

  /** Of what is to be bought on these terms; null where nothing has a price. Domain: customers-subscriptions N6 */
  async recurringBillOf(order: Order, purchase: Purchase | null): Promise<PeriodBill | null> {
    if (!purchase) return null;
    return recurringBillOf(pricedBy(await this.chargesOf(order), purchase), purchase, order.addons);
  }

  private async chargesOf(order: Order): Promise<Charge[]> {
    const versions = versionsOf(order);
    return chargesIn(order, await this.charges.ofVersions(versions.map(({ versionUid }) => versionUid)));
  }
}

/** Of what goes on being collected as it was, unless it says otherwise. Domain: customers-subscriptions V9, V13 */
const taxPercentOf = (
  { paymentCollectionMethod, billingInformation }: OrderRequest,
  before: Subscription | undefined,
): string | number =>
  paymentCollectionMethod === 'NONE'
    ? 0
    : (billingInformation?.taxPercentage ?? before?.billing?.taxPercent ?? 0);

/** What prices an order. @param rows by version */
export const chargesIn = (order: Order, rows: ReadonlyMap<string, StoredCharge[]>): Charge[] =>
  versionsOf(order).flatMap(({ versionUid, addonId }) => pricedCharges(rows.get(versionUid) ?? [], addonId));
