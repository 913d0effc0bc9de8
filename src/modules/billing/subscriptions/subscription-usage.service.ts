import { Injectable } from '@nestjs/common';
import { sum, zero } from '#libs/business/pricing/amount';
import { percentOf } from '#libs/business/pricing/discount';
import { isPricedByUsage, usagePriceOf } from '#libs/business/pricing/usage-price';
import { lineTotals } from '#libs/business/pricing/totals';
import { minorUnitDigits } from '#libs/business/values/currency';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { Decimal } from '#libs/kernel/decimal';
import { Answers } from '#libs/messaging/extensions';
import {
  documentsToCome,
  SubscriptionInvoices,
  usagePrices,
  type PricedUsage,
  type ScheduledLine,
  type StoredInvoiceLine,
} from '#modules/billing/invoices';
import { FeaturesService } from '#modules/catalog/features';
import { usageWindow } from '#modules/entitlements/metering';
import { UsedInPeriods } from '#modules/entitlements/usage';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './domain/billing-cycle';
import { toldInstant } from './domain/line-description';
import { billsByMonth } from './domain/purchase';
import type { Subscription } from './domain/subscription';
import { allowanceOf, spansOf, type Allowance } from './domain/usage-spans';
import {
  missingTo,
  soldIn,
  usageAmount,
  usageLineType,
  type Counted,
  type FloorTerms,
  type UsageTerms,
} from './domain/usage-terms';
import { EntitlementSourcesService, sourceOf } from './entitlement-sources.service';
import { ForeseenBills } from './foreseen-bills.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What of usage has a price. */
interface PricedTerms {
  terms: UsageTerms;
  type: ScheduledLine['type'];
  name: string;
  /** Priced by the month, whatever the rest is. */
  isMonthly: boolean;
}

/** Usage that subscriptions pay for, as lines of their documents. Domain: catalog R3, R5; entitlements-usage H5 */
@Injectable()
export class SubscriptionUsage {
  constructor(
    private readonly bills: ForeseenBills,
    private readonly sources: EntitlementSourcesService,
    private readonly features: FeaturesService,
    private readonly used: UsedInPeriods,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly invoices: SubscriptionInvoices,
  ) {}

  /**
   * Of what was used since it was billed last, by the prices that the subscription has: each is priced when its document is sent.
   * @param ends what ends with it: a level is billed as it is at the end of its period
   */
  async linesOf(
    subscription: Subscription,
    until: Date,
    ends?: 'MONTH' | 'PERIOD',
  ): Promise<ScheduledLine[]> {
    const from = usageFromOf(subscription);
    if (!from || from >= until) return [];
    const priced = await this.termsOf(subscription, { start: from, end: until });
    const told = `${toldInstant(from)} to ${toldInstant(until)}`;
    return priced
      .filter(
        ({ terms, isMonthly }) => !terms.isGauge || ends === 'PERIOD' || (ends === 'MONTH' && isMonthly),
      )
      .map(({ terms, type, name }) => ({
        ...{ type, itemId: terms.featureId, description: `${name}, ${told}` },
        ...{ quantity: null, unitPrice: null, periodStart: from, periodEnd: until },
        ...{ productExternalId: null, explanation: null, taxPercent: zero, usageTerms: terms },
        ...{ subTotal: zero, discount: zero, tax: zero, total: zero },
      }));
  }

  /** By which prices its usage is billed, so that two states can be told apart. */
  async pricedBy(subscription: Subscription): Promise<string> {
    const at = usageFromOf(subscription) ?? subscription.startDate;
    const priced = await this.termsOf(subscription, { start: at, end: at });
    return canonicalJson(priced.map(({ terms: { spans: _, ...terms } }) => terms));
  }

  /** Is its usage billed by the month, though the rest is by the year? Domain: catalog R5 */
  async isByMonth(subscription: Subscription): Promise<boolean> {
    const { purchase } = subscription;
    if (purchase?.billingPeriod !== 'ANNUALLY') return false;
    return billsByMonth(await this.bills.rowsOf(subscription), purchase);
  }

  /** Sold units of each feature in these lines. Domain: customers-subscriptions X9 */
  async soldIn(lines: readonly ScheduledLine[]): Promise<{ featureId: string; units: Decimal }[]> {
    const terms = lines.flatMap(({ usageTerms }) => (isUsage(usageTerms) ? [usageTerms] : []));
    const counted = await this.countedOf(terms);
    const byFeature = new Map<string, Decimal>();
    for (const [place, each] of terms.entries()) {
      // A limit with a price above it is the same usage told once more.
      if (byFeature.has(each.featureId)) continue;
      byFeature.set(each.featureId, soldIn(each, counted[place] as Counted[]));
    }
    return [...byFeature].map(([featureId, units]) => ({ featureId, units }));
  }

  /** The end of the period that runs. Domain: entitlements-usage A13 */
  @Answers(documentsToCome)
  toCome({ uids }: typeof documentsToCome.facts): Promise<[string, Date][]> {
    return this.subscriptions.billedUntil(uids);
  }

  @Answers(usagePrices)
  async price({ invoice, lines }: typeof usagePrices.facts): Promise<Map<string, PricedUsage>> {
    const priced = new Map<string, PricedUsage>();
    if (invoice.subscriptionId === null) return priced;
    const digits = minorUnitDigits(invoice.currency);
    const usage = lines.filter(({ usageTerms }) => isUsage(usageTerms));
    const counted = await this.countedOf(usage.map(({ usageTerms }) => usageTerms as UsageTerms));
    const counting: { line: StoredInvoiceLine; amount: Decimal }[] = [];
    for (const [place, line] of usage.entries()) {
      const terms = line.usageTerms as UsageTerms;
      const { amount, ...told } = usageAmount(terms, counted[place] as Counted[], digits);
      priced.set(line.uid, { ...told, ...totalsOf(line, amount, invoice, digits) });
      if (!terms.isOverage) counting.push({ line, amount });
    }
    for (const line of lines) {
      const terms = line.usageTerms as FloorTerms;
      if (terms.of !== 'FLOOR') continue;
      const elsewhere = await this.invoices.usageBilled(invoice.billedUid, line.invoiceUid, terms);
      const here = counting.filter((each) => isCountedIn(line, terms, each.line));
      const billed = sum(here.map(({ amount }) => amount))
        .plus(terms.base)
        .plus(elsewhere);
      const amount = missingTo(new Decimal(terms.floor), billed, digits);
      const quantity = new Decimal(1);
      priced.set(line.uid, { quantity, unitPrice: amount, ...totalsOf(line, amount, invoice, digits) });
    }
    return priced;
  }

  private async termsOf(
    subscription: Subscription,
    { start: from, end: until }: BillingPeriodRange,
  ): Promise<PricedTerms[]> {
    const {
      purchase,
      billingCycleAnchor: anchor,
      billing,
      customerUid,
      resourceKey,
      overrides,
    } = subscription;
    if (!purchase || !anchor || !billing) return [];
    const rows = await this.bills.rowsOf(subscription);
    const charges = rows.filter(isPricedByUsage);
    if (charges.length === 0) return [];
    const names = await this.bills.namesIn(subscription, rows);
    const features = await this.features.findAll(charges.flatMap(({ featureId }) => featureId ?? []));
    const versionUids = subscription.packages.map(({ versionUid }) => versionUid);
    const entitled = sourceOf(subscription, await this.sources.contentsOf(versionUids, overrides)).features;
    const bought = new Map(purchase.quantities.map(({ featureId, quantity }) => [featureId, quantity]));
    const { start: periodStart } = billingPeriodAt(cycleOf(purchase, anchor), from);
    const origin = new Date(billing.usageOrigin ?? from);
    return charges.flatMap((charge) => {
      const feature = features.get(charge.featureId ?? '');
      const allowance = feature && allowanceOf(charge, bought, entitled.get(feature.uid));
      if (!feature || !allowance) return [];
      const units = feature.unitTransformation && {
        divide: feature.unitTransformation.divide,
        round: feature.unitTransformation.round,
      };
      const terms: UsageTerms = {
        ...{ of: 'USAGE', customerUid, featureUid: feature.uid, featureId: feature.id, resourceKey, units },
        isGauge: feature.meterType === 'FLUCTUATING',
        price: usagePriceOf(charge, new Decimal(allowance.included)),
        isOverage: charge.isOverage,
        spans: spansOf({ from, until, periodStart, origin }, windowsOf(allowance)),
      };
      const [type, name] = [usageLineType(charge), names.get(charge.ref) ?? feature.id];
      return [{ terms, type, name, isMonthly: charge.billingPeriod === 'MONTHLY' }];
    });
  }

  /** Reported units of each span of each of them, asked together. */
  private async countedOf(terms: readonly UsageTerms[]): Promise<Counted[][]> {
    const [{ customerUid } = { customerUid: '' }] = terms;
    const asked = terms.flatMap(({ featureUid, resourceKey, isGauge, spans }) =>
      spans.flatMap(({ from, until, origin }) =>
        [from, until].map((end) => ({
          ...{ featureUid, resourceKey, isGauge, from: new Date(origin), until: new Date(end) },
        })),
      ),
    );
    const usage = await this.used.of(customerUid, asked);
    let next = 0;
    const reported = (): Decimal => usage[next++]?.usage ?? zero;
    return terms.map(({ isGauge, spans }) =>
      spans.map(() => {
        const [before, after] = [reported(), reported()];
        return { before: isGauge ? zero : before, after };
      }),
    );
  }
}

const windowsOf = ({ windows }: Allowance) =>
  windows && ((at: Date) => usageWindow(windows.reset, windows.anchor, at));

const isUsage = (terms: object | null): terms is UsageTerms => (terms as UsageTerms | null)?.of === 'USAGE';

/** Of the same document, up to an end within the span that is held to the minimum: it may bear usage of more than one. Domain: catalog R8 */
const isCountedIn = (
  { invoiceUid }: StoredInvoiceLine,
  { from, until }: FloorTerms,
  usage: StoredInvoiceLine,
): boolean =>
  usage.invoiceUid === invoiceUid && usage.periodEnd > new Date(from) && usage.periodEnd <= new Date(until);

/** Up to where usage is billed; null of what is not billed here. */
const usageFromOf = ({ billing }: Subscription): Date | null =>
  billing?.usageFrom === undefined ? null : new Date(billing.usageFrom);

/** Of a line that was sent: with what its coupon took off then. Of one that is to be sent, discount and tax follow. Domain: entitlements-usage A13 */
function totalsOf(
  line: StoredInvoiceLine,
  amount: Decimal,
  invoice: typeof usagePrices.facts.invoice,
  digits: number,
) {
  const { percentOff } = line.usageTerms as UsageTerms;
  const isSent = invoice.isSent || line.invoiceUid !== invoice.uid;
  if (!isSent) return lineTotals(amount, zero, zero, digits);
  // Of what it has billed its share stays, whatever cents fell to it: only what is more or less is worked out.
  const more = amount.minus(line.subTotal);
  const discount = percentOff
    ? percentOf(more, new Decimal(percentOff), digits).plus(line.discount)
    : Decimal.min(amount, line.discount);
  return lineTotals(amount, discount, new Decimal(line.taxPercent), digits);
}
