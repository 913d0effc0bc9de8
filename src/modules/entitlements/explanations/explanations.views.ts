import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ResetPeriodEnum } from '#modules/catalog/features';
import {
  CustomerEntitlementFeature,
  type Criterion,
  type ExplainedAnswer,
  type Lent,
  type NotCounting,
  type RankedSource,
} from '#modules/entitlements/entitlements';
import type { ResetPeriod } from '#modules/entitlements/metering';
import { windowOfSource } from './domain/source-window';

const EntitlementSourceTypeEnum = enumShape('EntitlementSourceType', ['SUBSCRIPTION', 'PROMOTION']);

const EntitlementCriterionEnum = enumShape<Criterion>('EntitlementCriterion', [
  'UNLIMITED_USAGE',
  'USAGE_LIMIT',
  'ENUM_VALUES',
  'SOFT_LIMIT',
  'RESET_PERIOD',
  'LATER_END',
  'OWN_RESOURCE',
  'SUBSCRIPTION',
  'KEY',
]);

const EntitlementSourceReasonEnum = enumShape<NotCounting>('EntitlementSourceReason', [
  'LESS_GENEROUS',
  'TAKES_AWAY',
  'NOT_STARTED',
  'ENDED',
]);

const EntitlementLoanEnum = enumShape<Lent>('EntitlementLoan', ['ENUM_VALUES', 'SOFT_LIMIT']);

/** What the door was asked, and how the sources are called outside. */
export interface Told {
  resourceId: string | null;
  /** By key. */
  ids: ReadonlyMap<string, string>;
}

@View('One source of a feature, and its part in the answer.')
export class EntitlementSourceExplanation {
  @OneOf(EntitlementSourceTypeEnum) type: RankedSource['source']['sourceKind'];
  @Text({ description: 'Of the subscription, or of the promotional entitlement.' }) id: string;

  @Text({
    nullable: true,
    description: 'The resource that it is for. Null: the customer, whichever resource.',
  })
  resourceId: string | null;

  @Timestamp() startDate: Date;
  @Timestamp({ nullable: true, description: 'Null is never.' }) endDate: Date | null;
  @Bool({ description: 'Whether it gives something to the answer.' }) counts: boolean;

  @OneOf(EntitlementSourceReasonEnum, { nullable: true, description: 'Why it does not count.' })
  reason: NotCounting | null;

  @Bool() isWinner: boolean;

  @OneOf(EntitlementCriterionEnum, {
    nullable: true,
    description: 'What decided between it and the winner; of the winner, between it and the next one.',
  })
  decidedBy: Criterion | null;

  @ListOf(EntitlementLoanEnum, { description: 'What it lends to the winner.' }) lends: readonly Lent[];
  @Bool({ description: 'False takes the feature away.' }) isGranted: boolean;
  @Num({ nullable: true }) usageLimit: number | null;
  @Bool() hasUnlimitedUsage: boolean;
  @Bool() hasSoftLimit: boolean;
  @ListOf({}, { nullable: true }) enumValues: string[] | null;
  @OneOf(ResetPeriodEnum, { nullable: true }) resetPeriod: ResetPeriod | null;
  @Timestamp({ optional: true }) usagePeriodAnchor?: Date;
  @Timestamp({ optional: true }) usagePeriodStart?: Date;
  @Timestamp({ optional: true }) usagePeriodEnd?: Date;

  static from(
    ranked: RankedSource,
    { at, answer }: ExplainedAnswer,
    { resourceId, ids }: Told,
  ): EntitlementSourceExplanation {
    const { source, isWinner, lends, reason, decidedBy } = ranked;
    const { grant, sourceKey } = source;
    const window = windowOfSource(ranked, answer.feature, at);
    return {
      type: source.sourceKind,
      id: ids.get(sourceKey) ?? sourceKey,
      resourceId: source.scope === '' ? null : resourceId,
      startDate: source.from,
      endDate: source.until,
      counts: reason === null,
      reason,
      isWinner,
      decidedBy,
      lends,
      isGranted: grant.isGranted,
      usageLimit: grant.usageLimit,
      hasUnlimitedUsage: grant.hasUnlimitedUsage,
      hasSoftLimit: grant.hasSoftLimit,
      enumValues: grant.enumValues,
      resetPeriod: grant.reset.period,
      usagePeriodAnchor: window && source.anchor,
      usagePeriodStart: window?.start,
      usagePeriodEnd: window?.end ?? undefined,
    };
  }
}

@View('Why a check answers as it does.')
export class EntitlementExplanation {
  @Timestamp({ description: 'The instant that it is told of.' }) at: Date;

  @Nested(CustomerEntitlementFeature, { description: 'What a check of that instant answers, with usage.' })
  entitlement: CustomerEntitlementFeature;

  @OneOf(EntitlementCriterionEnum, {
    nullable: true,
    description: 'What set the winner above the next source. Null: nothing competed with it, or nothing won.',
  })
  decidedBy: Criterion | null;

  @ListOf(EntitlementSourceExplanation, {
    description: 'The most generous first, and after those in force the others.',
  })
  sources: EntitlementSourceExplanation[];

  static from(explained: ExplainedAnswer, told: Told): EntitlementExplanation {
    const { at, answer, sources } = explained;
    return {
      at,
      entitlement: CustomerEntitlementFeature.from(answer),
      decidedBy: sources.find(({ isWinner }) => isWinner)?.decidedBy ?? null,
      sources: sources.map((each) => EntitlementSourceExplanation.from(each, explained, told)),
    };
  }
}
