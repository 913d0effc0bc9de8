import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { soldUnits } from '#modules/catalog/features';
import { EntitlementsService, type FeatureInForce } from '#modules/entitlements/entitlements';
import { MeteringService, type AnchoredRule } from '#modules/entitlements/metering';
import { historyRange } from './domain/history-range';
import { requireCounted } from './domain/history-subject';
import { resetsIn, rulesOfHistory, spansOf } from './domain/history-windows';
import { mostSeries, seriesOf } from './domain/usage-history';
import type { UsageHistoryQuery } from './usage-history.inputs';
import { UsageHistoryData } from './usage-history.views';

@Injectable()
export class UsageHistoryService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly metering: MeteringService,
    private readonly clock: Clock,
  ) {}

  /**
   * Summed from the measurements when it is asked for, so late reports are where they happened. Domain: entitlements-usage A19, H2
   * @throws CustomerNotFound, CustomerResourceNotFound, FeatureNotFound, UnsupportedFeatureType, BadUserInput
   */
  @UseCase('getUsageHistory', {
    needs: 'usage:read',
    answers: one(UsageHistoryData),
    summary: 'What a customer used of a feature over time.',
  })
  async get(customerId: string, featureId: string, query: UsageHistoryQuery): Promise<UsageHistoryData> {
    const { groupBy: dimensions = [], resourceId = null } = query;
    const asked = { customerId, featureId, resourceId };
    const [answer] = (await this.entitlements.inForceFor([asked])) as [FeatureInForce];
    const { customerUid, feature, scope } = requireCounted(answer, asked);
    if (new Set(dimensions).size < dimensions.length) throw badInput('groupBy: each key may be named once');
    const range = historyRange(query, this.clock.now());
    const key = { customerUid, resourceKey: scope, featureUid: feature.uid };
    // The running level is one window from the first report on. Domain: entitlements-usage A8
    const isLevel = feature.meterType === 'FLUCTUATING';
    const rules = isLevel ? [] : rulesOfHistory(ruleOf(answer), await this.metering.rulesOf(key));
    const resets = resetsIn(range, rules);
    const spans = spansOf(range, rules);
    const most = mostSeries * spans.length + 1;
    const sums = await this.metering.sums(key, { spans, dimensions, most });
    const sold = (reported: string) => soldUnits(reported, feature.unitTransformation);
    return UsageHistoryData.from(resets, seriesOf({ range, spans, resets, dimensions, sums, sold }));
  }
}

const ruleOf = ({ entitlement }: FeatureInForce): AnchoredRule | undefined =>
  entitlement && { ...entitlement.grant.reset, anchor: entitlement.anchor };
