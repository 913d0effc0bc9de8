import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { RefusesKey } from '#libs/shape/refused-keys';
import { Variants } from '#libs/shape/variants';
import {
  MonthlyResetPeriodConfiguration,
  ResetPeriodEnum,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from '#modules/catalog/features';
import type {
  Behavior,
  CreditCadence,
  EntitlementKind,
  HiddenFromWidget,
} from './domain/entitlement-request';
import {
  BehaviorEnum,
  CreditCadenceEnum,
  HiddenFromWidgetEnum,
  EntitlementKindEnum,
} from './package-entitlements.views';

const configuration = { optional: true, nullable: true, description: 'A null is an absent one.' } as const;

/** The shape of a PATCH has no such key, and gets none; but who sends it means the tags. Domain: catalog F10 */
const groupTags = {
  code: 'CanNotUpdateEntitlementsFeatureGroup',
  message: 'feature groups come and go with PUT and DELETE …/feature-groups/{id}',
} as const;

/** Spec: addon entitlement (request), fields common to both variants. */
abstract class CommonInput {
  @OneOf(BehaviorEnum, { optional: true, description: 'Default Increment; Override is for addons.' })
  behavior?: Behavior;

  @Text({ max: 255, optional: true }) description?: string;
  @Text({ max: 255, optional: true }) displayNameOverride?: string;
  @Bool({ optional: true }) hasSoftLimit?: boolean;
  @ListOf(HiddenFromWidgetEnum, { optional: true, maxItems: 100 }) hiddenFromWidgets?: HiddenFromWidget[];
  @Bool({ optional: true, description: 'The value is filled in per subscription.' }) isCustom?: boolean;

  @Bool({ optional: true, description: 'Default true; false takes an inherited feature away.' })
  isGranted?: boolean;

  @Num({ optional: true, description: 'Place in the display; after all others when left out.' })
  order?: number;
}

@Input()
@RefusesKey('featureGroupIds', groupTags)
export class EntitlementPatchFeature extends CommonInput {
  @OneOf(EntitlementKindEnum, { only: 'FEATURE', restOnly: true }) type: 'FEATURE';
  @ListOf({ max: 255 }, { optional: true, maxItems: 1000 }) enumValues?: string[];
  @Bool({ optional: true }) hasUnlimitedUsage?: boolean;
  @OneOf(ResetPeriodEnum, { optional: true }) resetPeriod?: ResetPeriod;

  @Nested(YearlyResetPeriodConfiguration, configuration)
  yearlyResetPeriodConfiguration?: YearlyResetPeriodConfiguration | null;

  @Nested(MonthlyResetPeriodConfiguration, configuration)
  monthlyResetPeriodConfiguration?: MonthlyResetPeriodConfiguration | null;

  @Nested(WeeklyResetPeriodConfiguration, configuration)
  weeklyResetPeriodConfiguration?: WeeklyResetPeriodConfiguration | null;

  @Int({ min: 0, optional: true, nullable: true }) usageLimit?: number | null;
}

@Input()
export class EntitlementInputFeature extends EntitlementPatchFeature {
  @Text({ min: 1, max: 255, description: 'Id of the feature.' }) id: string;
}

abstract class CreditInput extends CommonInput {
  @OneOf(EntitlementKindEnum, { only: 'CREDIT', restOnly: true }) type: 'CREDIT';
}

@Input()
@RefusesKey('featureGroupIds', groupTags)
export class EntitlementPatchCredit extends CreditInput {
  @Num({ min: 0, optional: true }) amount?: number;
  @OneOf(CreditCadenceEnum, { optional: true }) cadence?: CreditCadence;
  @Text({ min: 1, max: 255, optional: true, nullable: true }) dependencyFeatureId?: string | null;
}

@Input()
export class EntitlementInputCredit extends CreditInput {
  @Text({ min: 1, max: 255, description: 'Id of the custom currency.' }) id: string;
  @Num({ min: 0, nullable: true, description: 'Null is for isCustom.' }) amount: number | null;
  @OneOf(CreditCadenceEnum) cadence: CreditCadence;

  @Text({
    min: 1,
    max: 255,
    pattern: slugPattern,
    optional: true,
    description: 'The amount is multiplied by the usage limit of this feature.',
  })
  dependencyFeatureId?: string;
}

@Variants('EntitlementInput', { FEATURE: EntitlementInputFeature, CREDIT: EntitlementInputCredit })
export class EntitlementInput {
  readonly type: EntitlementKind;
}

@Variants('EntitlementPatchInput', { FEATURE: EntitlementPatchFeature, CREDIT: EntitlementPatchCredit })
export class EntitlementPatch {
  readonly type: EntitlementKind;
}

/** Above what a version may have, so that the rule of its entitlements refuses with its own code. Domain: catalog E13 */
export const mostRequested = 1000;

export abstract class CreateEntitlementsBody {
  @ListOf(EntitlementInput, { minItems: 1, maxItems: mostRequested })
  entitlements: (EntitlementInputFeature | EntitlementInputCredit)[];
}

export class DeleteEntitlementQuery {
  @OneOf(EntitlementKindEnum, {
    optional: true,
    description: 'Needed where a feature and a custom currency share the id. An addition.',
  })
  type?: EntitlementKind;
}
