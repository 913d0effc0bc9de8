import { View } from '#libs/shape/classes';
import { Bool, ListOf, Num, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { CreditEstimate, FeatureCost } from './domain/credit-estimate';

export type EstimateWarning = (typeof estimateWarnings)[number];

/** Spec: WarningEnum */
const estimateWarnings = [
  'RESOURCE_SCOPED_SUBSCRIPTION_EXISTS',
  'FEATURE_NOT_FOUND',
  'FEATURE_NOT_CREDIT_BASED',
] as const;
export const WarningEnum = enumShape('WarningEnum', [...estimateWarnings]);
export const EstimateWarningCodeEnum = enumShape('EstimateWarningCode', ['UNSUPPORTED_AGGREGATION']);

@View('What usage of one feature would cost.')
export class Breakdown {
  @Num({ description: 'Credits.' }) cost: number;
  @Text() featureId: string;

  @OneOf(EstimateWarningCodeEnum, {
    nullable: true,
    description:
      'UNSUPPORTED_AGGREGATION where its meter adds no units up, so that without a formula it takes nothing.',
  })
  warningCode: string | null;

  static from(this: void, { cost, featureId, warningCode }: FeatureCost): Breakdown {
    return { cost: cost.toNumber(), featureId, warningCode };
  }
}

@View('What usage would take of one currency.')
export class Estimate {
  @Num({ description: 'What would be left, what would be owed taken off.' }) balanceAfterEstimate: number;
  @ListOf(Breakdown) breakdown: Breakdown[];
  @Text() currencyId: string;
  @Num() currentBalance: number;
  @Num({ description: 'Credits.' }) estimatedCost: number;
  @Bool({ description: 'Whether something would be owed then.' }) wouldOverdraft: boolean;

  static from(this: void, { breakdown, currencyId, wouldOverdraft, ...credits }: CreditEstimate): Estimate {
    return {
      balanceAfterEstimate: credits.balanceAfterEstimate.toNumber(),
      breakdown: breakdown.map(Breakdown.from),
      currencyId,
      currentBalance: credits.currentBalance.toNumber(),
      estimatedCost: credits.estimatedCost.toNumber(),
      wouldOverdraft,
    };
  }
}

@View('What usage would cost, of which nothing was counted or taken.')
export class EstimateEventData {
  @ListOf(Estimate, { description: 'One for each currency.' }) estimates: Estimate[];
  @ListOf(WarningEnum) warnings: string[];
}
