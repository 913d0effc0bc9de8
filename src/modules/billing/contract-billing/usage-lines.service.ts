import { Injectable } from '@nestjs/common';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { latest } from '#libs/kernel/period';
import { Answers } from '#libs/messaging/extensions';
import { contractLine } from '#libs/business/pricing/contract-line';
import { explainAmount } from '#libs/business/pricing/explanation';
import { contractModelOf } from '#libs/business/pricing/contract-model';
import { FeaturesService, soldUnits } from '#modules/catalog/features';
import { usagePrices, type PricedUsage, type StoredInvoiceLine } from '#modules/billing/invoices';
import { billedUsages, UsedInPeriods, type BilledPeriod } from '#modules/entitlements/usage';
import { ContractBillingsRepository } from './contract-billings.repository';
import { dayAfter } from './domain/billing-window';
import type { ContractBilling } from './domain/contract-billing';
import type { Meter, UnitRule, UsageTerms } from './domain/documents';
import { contractRow } from './domain/stored-row';

/** Lines that are paid as you go: what was used of them, and what that costs. Domain: contracts-billing I6, M6 */
@Injectable()
export class UsageLinesService {
  constructor(
    private readonly used: UsedInPeriods,
    private readonly features: FeaturesService,
    private readonly billings: ContractBillingsRepository,
  ) {}

  /** Whether anything was used of what a line bills, in the days that it bills. Domain: contracts-billing P3 */
  async hasUsage({ contract, billedLines }: ContractBilling): Promise<boolean> {
    const periods = billedLines.flatMap(({ featureUid, billed: { window } }) => {
      if (featureUid === null || window === null) return [];
      const from = window.from ? latest(window.from, window.start) : window.start;
      const until = dayAfter(window.end);
      return from < until ? [{ featureUid, from, until, isGauge: false }] : [];
    });
    return (await this.used.of(contract.customerUid, periods)).some(({ isAny }) => isAny);
  }

  /** Of the features that lines are metered by, by uid. */
  async metersOf({ billedLines }: ContractBilling): Promise<Map<string, Meter>> {
    const uids = billedLines.flatMap(({ featureUid }) => (featureUid === null ? [] : [featureUid]));
    const features = await this.features.byUids(uids);
    return new Map(
      [...features].map(([uid, { meterType, unitTransformation }]) => {
        const rule = unitTransformation && {
          divide: unitTransformation.divide,
          round: unitTransformation.round,
        };
        return [uid, { isGauge: meterType === 'FLUCTUATING', unitTransformation: rule }];
      }),
    );
  }

  /** Usage that a published contract of its customer bills. Domain: entitlements-usage A7 */
  @Answers(billedUsages)
  billed({ usages }: typeof billedUsages.facts): Promise<number[]> {
    return this.billings.metering(usages);
  }

  @Answers(usagePrices)
  async price({ invoice, lines }: typeof usagePrices.facts): Promise<Map<string, PricedUsage>> {
    if (invoice.contractId === null) return new Map();
    const digits = minorUnitDigits(invoice.currency);
    const used = await this.used.of(invoice.customerUid, lines.map(periodOf));
    const priced = new Map<string, PricedUsage>();
    for (const [index, line] of lines.entries()) {
      const terms = termsOf(line);
      const usage = Decimal.max(0, sold(used[index]?.usage ?? new Decimal(0), terms.unitTransformation));
      const bill = contractLine(priceOf(terms), { share: null, usage }, digits, line.description);
      priced.set(line.uid, { ...bill, explanation: explainAmount(bill) });
    }
    return priced;
  }
}

const termsOf = (line: StoredInvoiceLine): UsageTerms => line.usageTerms as UsageTerms;

function periodOf(line: StoredInvoiceLine): BilledPeriod {
  const { featureUid, isGauge } = termsOf(line);
  return { featureUid, isGauge, from: line.periodStart, until: dayAfter(line.periodEnd) };
}

/** What no rule transforms keeps all its digits. Domain: entitlements-usage A17 */
const sold = (usage: Decimal, rule: UnitRule | null): Decimal =>
  rule ? new Decimal(soldUnits(usage, rule)) : usage;

const priceOf = ({ pricingModelId, rows, discount, tax }: UsageTerms) => ({
  model: contractModelOf(pricingModelId, 'pricingModelId'),
  rows: rows.map(contractRow),
  discountPercent: new Decimal(discount),
  taxPercent: new Decimal(tax),
});
