import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { soldUnits } from '#modules/catalog/features';
import { EntitlementsAt, EntitlementsService, type FeatureInForce } from '#modules/entitlements/entitlements';
import { MeteringService, type AnchoredRule, type CounterKey } from '#modules/entitlements/metering';
import { MetersService } from '#modules/entitlements/meters';
import { historyRange, type HistoryRange } from './domain/history-range';
import { requireCounted } from './domain/history-subject';
import { resetsIn, rulesOfEvents, rulesOfReports, spansOf } from './domain/history-windows';
import { meteredSeriesOf, mostSeries, seriesOf } from './domain/usage-history';
import type { UsageHistoryQuery } from './usage-history.inputs';
import { UsageHistoryData } from './usage-history.views';

@Injectable()
export class UsageHistoryService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly instants: EntitlementsAt,
    private readonly metering: MeteringService,
    private readonly meters: MetersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Summed from measurements and events when it is asked for, so what came late is where it happened. Domain: entitlements-usage A19, H2
   * @throws CustomerNotFound, CustomerResourceNotFound, FeatureNotFound, UnsupportedFeatureType, BadUserInput
   */
  @UseCase('getUsageHistory', {
    needs: 'usage:read',
    answers: one(UsageHistoryData),
    isReport: true,
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
    const counter = { key, feature, rule: ruleOf(answer) };
    return feature.meter
      ? this.ofEvents(counter, feature.meter, { range, dimensions })
      : this.ofReports(counter, { range, dimensions });
  }

  private async ofReports(
    { key, feature, rule }: AskedCounter,
    told: AskedPoints,
  ): Promise<UsageHistoryData> {
    const { range, dimensions } = told;
    // The running level is one window from the first report on. Domain: entitlements-usage A8
    const rules = isLevel(feature) ? [] : rulesOfReports(rule, await this.metering.rulesOf(key));
    const resets = resetsIn(range, rules);
    const spans = spansOf(range, rules);
    const most = mostSeries * spans.length + 1;
    const sums = await this.metering.sums(key, { spans, dimensions, most });
    const sold = (reported: string) => soldUnits(reported, feature.unitTransformation);
    return UsageHistoryData.from(resets, seriesOf({ ...told, resets, spans, sums, sold }));
  }

  /** Windows are those of the sources that were in force: counters of events keep no rules. */
  private async ofEvents(
    { key, feature, rule }: AskedCounter,
    { uid: meterUid, aggregation }: MeterFacts,
    told: AskedPoints,
  ): Promise<UsageHistoryData> {
    const { range, dimensions } = told;
    const now = this.clock.now();
    const rules = isLevel(feature) ? [] : rulesOfEvents(rule, await this.instants.rulesOf(key, now), now);
    const resets = resetsIn(range, rules);
    const spans = spansOf(range, rules);
    const asked = { key, meterUid, aggregation, spans, dimensions, mostSeries };
    const series = await this.meters.historyOf(asked);
    const sold = (reported: number) => soldUnits(reported, feature.unitTransformation);
    return UsageHistoryData.from(resets, meteredSeriesOf({ ...told, resets }, series, sold));
  }
}

/** Whose usage is told, and by which rule it is counted now. */
interface AskedCounter {
  key: CounterKey;
  feature: CountedFeature;
  rule: AnchoredRule | undefined;
}

interface AskedPoints {
  range: HistoryRange;
  dimensions: readonly string[];
}

type CountedFeature = NonNullable<FeatureInForce['feature']>;
type MeterFacts = NonNullable<CountedFeature['meter']>;

const isLevel = ({ meterType }: CountedFeature): boolean => meterType === 'FLUCTUATING';

const ruleOf = ({ entitlement }: FeatureInForce): AnchoredRule | undefined =>
  entitlement && { ...entitlement.grant.reset, anchor: entitlement.anchor };
