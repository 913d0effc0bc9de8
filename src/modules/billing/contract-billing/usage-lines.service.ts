import { Injectable } from '@nestjs/common';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { Answers } from '#libs/messaging/extensions';
import { contractLine } from '#libs/business/pricing/contract-line';
import { contractModelOf } from '#libs/business/pricing/contract-model';
import type { StoredContract } from '#modules/billing/contracts';
import { FeaturesService, soldUnits } from '#modules/catalog/features';
import { usagePrices, type PricedUsage, type StoredInvoiceLine } from '#modules/billing/invoices';
import { MeteringService } from '#modules/entitlements/metering';
import { dayAfter } from './domain/billing-window';
import type { Meter, UsageTerms } from './domain/documents';
import type { LineItem } from './domain/line-item';
import { contractRow } from './domain/stored-row';

/** Lines that are paid as you go: what was used of them, and what that costs. Domain: contracts-billing I6, M6 */
@Injectable()
export class UsageLinesService {
  constructor(
    private readonly metering: MeteringService,
    private readonly features: FeaturesService,
  ) {}

  /** Whether anything was reported of what a line bills, in the days that it bills. Domain: contracts-billing P3 */
  async hasUsage({ customerUid }: StoredContract, lines: readonly LineItem[]): Promise<boolean> {
    for (const { featureUid, activationStartDate: from, activationEndDate: last } of lines) {
      if (featureUid === null || from === null || last === null) continue;
      const { reports } = await this.metering.reported(customerUid, featureUid, {
        from,
        until: dayAfter(last),
      });
      if (reports > 0) return true;
    }
    return false;
  }

  /** Of the features that lines are metered by, by uid. */
  async metersOf(lines: readonly LineItem[]): Promise<Map<string, Meter>> {
    const uids = lines.flatMap(({ featureUid }) => (featureUid === null ? [] : [featureUid]));
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

  @Answers(usagePrices)
  async price({ invoice, lines }: typeof usagePrices.facts): Promise<Map<string, PricedUsage>> {
    const digits = minorUnitDigits(invoice.currency);
    const priced = new Map<string, PricedUsage>();
    for (const line of lines) {
      const terms = line.usageTerms as UsageTerms;
      const usage = await this.usageOf(invoice.customerUid, line, terms);
      priced.set(line.uid, contractLine(priceOf(terms), { share: null, usage }, digits, line.description));
    }
    return priced;
  }

  /** A level is what it is at the end of the period; all else is what was added in it. */
  private async usageOf(customerUid: string, line: StoredInvoiceLine, terms: UsageTerms): Promise<Decimal> {
    const { featureUid, isGauge, unitTransformation } = terms;
    const from = isGauge ? null : line.periodStart;
    const until = dayAfter(line.periodEnd);
    const { total } = await this.metering.reported(customerUid, featureUid, { from, until });
    return Decimal.max(0, soldUnits(total, unitTransformation));
  }
}

const priceOf = ({ pricingModelId, rows, discount, tax }: UsageTerms) => ({
  model: contractModelOf(pricingModelId, 'pricingModelId'),
  rows: rows.map(contractRow),
  discountPercent: new Decimal(discount),
  taxPercent: new Decimal(tax),
});
