import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { slugPattern } from '#libs/kernel/ids';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ResetPeriodConfiguration, ResetPeriodEnum } from '#modules/catalog/features';
import {
  hiddenFromWidgets,
  type Behavior,
  type CreditCadence,
  type EntitlementKind,
  type HiddenFromWidget,
} from './domain/entitlement-request';
import type { EntitlementName } from './domain/entitlement-rules';
import type { PackageEntitlement } from './domain/package-entitlement';

export const BehaviorEnum = enumShape<Behavior>('Behavior', ['Increment', 'Override']);
export const HiddenFromWidgetEnum = enumShape<HiddenFromWidget>('HiddenFromWidget', hiddenFromWidgets);
export const EntitlementKindEnum = enumShape<EntitlementKind>('EntitlementKind', ['FEATURE', 'CREDIT']);
export const CreditCadenceEnum = enumShape<CreditCadence>('CreditCadence', ['MONTH', 'YEAR']);

/** What both kinds tell. Spec: addon entitlement (response) */
abstract class CommonEntitlement {
  @Text({ max: 255 }) id: string;
  @OneOf(BehaviorEnum) behavior: Behavior;
  @Timestamp() createdAt: Date;
  @Text({ max: 255, nullable: true }) description: string | null;
  @Text({ max: 255, nullable: true }) displayNameOverride: string | null;
  @Bool({ nullable: true }) hasSoftLimit: boolean | null;
  @ListOf(HiddenFromWidgetEnum) hiddenFromWidgets: HiddenFromWidget[];
  @Bool({ nullable: true }) isCustom: boolean | null;
  @Bool() isGranted: boolean;
  @Num({ nullable: true }) order: number | null;
  @Timestamp() updatedAt: Date;
}

@View('A feature on a plan or an addon.')
export class PackageEntitlementFeature extends CommonEntitlement {
  @OneOf(EntitlementKindEnum, { only: 'FEATURE' }) type: EntitlementKind;
  @ListOf({}, { nullable: true }) enumValues: string[] | null;
  @Bool({ nullable: true }) hasUnlimitedUsage: boolean | null;
  @OneOf(ResetPeriodEnum, { nullable: true }) resetPeriod: ResetPeriod | null;

  @Nested(ResetPeriodConfiguration, { nullable: true })
  resetPeriodConfiguration: ResetPeriodConfiguration | null;

  @Num({ nullable: true }) usageLimit: number | null;

  static from(entitlement: PackageEntitlement): PackageEntitlementFeature {
    const { enumValues, hasUnlimitedUsage, resetPeriod, accordingTo, usageLimit } = entitlement;
    const resetPeriodConfiguration = accordingTo === null ? null : { accordingTo };
    const value = { enumValues, hasUnlimitedUsage, resetPeriod, resetPeriodConfiguration, usageLimit };
    return { ...commonOf(entitlement), type: 'FEATURE', ...value };
  }
}

@View('Credits of a custom currency on a plan or an addon.')
export class PackageEntitlementCredit extends CommonEntitlement {
  @OneOf(EntitlementKindEnum, { only: 'CREDIT' }) type: EntitlementKind;
  @Num({ nullable: true }) amount: number | null;
  @OneOf(CreditCadenceEnum, { nullable: true }) cadence: CreditCadence | null;

  @Text({ min: 1, max: 255, pattern: slugPattern, optional: true, nullable: true })
  dependencyFeatureId: string | null;

  static from(entitlement: PackageEntitlement): PackageEntitlementCredit {
    const { cadence, dependencyFeatureId } = entitlement;
    const amount = entitlement.amount === null ? null : Number(entitlement.amount);
    return { ...commonOf(entitlement), type: 'CREDIT', amount, cadence, dependencyFeatureId };
  }
}

@View('What names an entitlement: a feature, or a custom currency, by its id.')
export class Entitlement {
  @Text() id: string;
  @OneOf(EntitlementKindEnum) type: EntitlementKind;

  static from({ refId, kind }: EntitlementName): Entitlement {
    return { id: refId, type: kind };
  }
}

export const packageEntitlementViews = {
  FEATURE: PackageEntitlementFeature,
  CREDIT: PackageEntitlementCredit,
} as const;

export type PackageEntitlementView = PackageEntitlementFeature | PackageEntitlementCredit;

export const packageEntitlementView = (entitlement: PackageEntitlement): PackageEntitlementView =>
  packageEntitlementViews[entitlement.kind].from(entitlement);

function commonOf(entitlement: PackageEntitlement): CommonEntitlement {
  const { refId: id, behavior, createdAt, description, displayNameOverride, hasSoftLimit } = entitlement;
  const { hiddenFromWidgets: hidden, isCustom, isGranted, order, updatedAt } = entitlement;
  const texts = { id, behavior, createdAt, updatedAt, description, displayNameOverride };
  return { ...texts, hasSoftLimit, hiddenFromWidgets: hidden, isCustom, isGranted, order };
}
