import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ResetPeriodConfiguration, ResetPeriodEnum } from '#modules/catalog/features';
import {
  promotionStatuses,
  type PromotionalEntitlement as StoredPromotion,
  type PromotionStatus,
} from './domain/promotional-entitlement';
import { promotionalPeriods, type PromotionalPeriod } from './domain/promotional-period';

export const PeriodEnum = enumShape<PromotionalPeriod>('Period', promotionalPeriods);
export const PromotionalEntitlementStatusEnum = enumShape<PromotionStatus>(
  'PromotionalEntitlementStatus',
  promotionStatuses,
);

@View('A feature that a customer has outside any subscription.')
export class PromotionalEntitlement {
  @Text({ format: 'uuid' }) id: string;
  @Timestamp() createdAt: Date;
  @Text({ nullable: true, description: 'Null.' }) description: string | null;
  @Timestamp({ nullable: true, description: 'Null is never.' }) endDate: Date | null;
  @ListOf({}, { nullable: true }) enumValues: string[] | null;
  @Text({ format: 'uuid' }) environmentId: string;
  @ListOf({}, { nullable: true, description: 'Null.' }) featureGroupIds: string[] | null;
  @Text({ format: 'uuid', description: 'Key of the feature. Its id is featureRefId.' }) featureId: string;
  @Text({ description: 'Id of the feature. An addition.' }) featureRefId: string;
  @Bool({ nullable: true }) hasSoftLimit: boolean | null;
  @Bool({ nullable: true }) hasUnlimitedUsage: boolean | null;
  @Bool() isVisible: boolean;
  @OneOf(PeriodEnum) period: PromotionalPeriod;
  @OneOf(ResetPeriodEnum, { nullable: true }) resetPeriod: ResetPeriod | null;

  @Nested(ResetPeriodConfiguration, { nullable: true })
  resetPeriodConfiguration: ResetPeriodConfiguration | null;

  @Timestamp({ description: 'From which its usage windows are counted.' }) startDate: Date;
  @OneOf(PromotionalEntitlementStatusEnum) status: PromotionStatus;
  @Timestamp() updatedAt: Date;
  @Num({ nullable: true }) usageLimit: number | null;

  static from(promotion: StoredPromotion, status: PromotionStatus): PromotionalEntitlement {
    const { accordingTo } = promotion;
    return {
      id: promotion.uid,
      createdAt: promotion.createdAt,
      description: null,
      endDate: promotion.endDate,
      enumValues: promotion.enumValues,
      environmentId: promotion.environmentId,
      featureGroupIds: null,
      featureId: promotion.featureUid,
      featureRefId: promotion.featureId,
      hasSoftLimit: promotion.hasSoftLimit,
      hasUnlimitedUsage: promotion.hasUnlimitedUsage,
      isVisible: promotion.isVisible,
      period: promotion.period,
      resetPeriod: promotion.resetPeriod,
      resetPeriodConfiguration: accordingTo === null ? null : { accordingTo },
      startDate: promotion.startDate,
      status,
      updatedAt: promotion.updatedAt,
      usageLimit: promotion.usageLimit,
    };
  }
}
