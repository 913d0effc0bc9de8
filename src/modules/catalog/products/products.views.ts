import { Shared, View } from '#libs/shape/classes';
import { Bool, Nested, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Product as StoredProduct, ProductStatus, UsageResetCutoff } from './domain/product';
import type { CancellationTime, EndSetup, StartSetup } from './domain/product-settings';

export const ProductStatusEnum = enumShape<ProductStatus>('ProductStatus', ['PUBLISHED', 'ARCHIVED']);
export const UsageResetCutoffEnum = enumShape<UsageResetCutoff>('UsageResetCutoff', [
  'NEVER_RESET',
  'ALWAYS_RESET',
  'BILLING_PERIOD_CHANGE',
]);
const StartSetupEnum = enumShape<StartSetup>('SubscriptionStartSetup', [
  'PLAN_SELECTION',
  'TRIAL_PERIOD',
  'FREE_PLAN',
]);
const EndSetupEnum = enumShape<EndSetup>('SubscriptionEndSetup', [
  'DOWNGRADE_TO_FREE',
  'CANCEL_SUBSCRIPTION',
]);
export const CancellationTimeEnum = enumShape<CancellationTime>('SubscriptionCancellationTime', [
  'END_OF_BILLING_PERIOD',
  'IMMEDIATE',
  'SPECIFIC_DATE',
]);

@Shared('How subscriptions of the product start and end.')
export class ProductSetting {
  @OneOf(CancellationTimeEnum) subscriptionCancellationTime: CancellationTime;
  @OneOf(EndSetupEnum) subscriptionEndSetup: EndSetup;
  @OneOf(StartSetupEnum) subscriptionStartSetup: StartSetup;
  @Text({ optional: true, nullable: true }) downgradePlanId?: string | null;
  @Bool({ optional: true, nullable: true }) prorateAtEndOfBillingPeriod?: boolean | null;
  @Text({ optional: true, nullable: true }) subscriptionStartPlanId?: string | null;
}

@View()
class UsageResetCutoffRuleView {
  @OneOf(UsageResetCutoffEnum) behavior: UsageResetCutoff;
}

@View('A line of business that owns plans and addons.')
export class Product {
  @Text() id: string;
  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;
  @StringMap() metadata: Record<string, string>;
  @Bool() multipleSubscriptions: boolean;
  @OneOf(ProductStatusEnum) status: ProductStatus;
  @Timestamp() updatedAt: Date;
  @Nested(ProductSetting, { optional: true }) productSettings: ProductSetting;

  @Nested(UsageResetCutoffRuleView, { optional: true, description: 'An addition of ours (catalog P3).' })
  usageResetCutoffRule: UsageResetCutoffRuleView;

  static from(product: StoredProduct): Product {
    const { id, createdAt, description, displayName, metadata, multipleSubscriptions, status, updatedAt } =
      product;
    const { settings, startPlanId: subscriptionStartPlanId, downgradePlanId } = product;
    const productSettings = { ...settings, downgradePlanId, subscriptionStartPlanId };
    const usageResetCutoffRule = { behavior: product.usageResetCutoff };
    const told = {
      id,
      createdAt,
      description,
      displayName,
      metadata,
      multipleSubscriptions,
      status,
      updatedAt,
    };
    return { ...told, productSettings, usageResetCutoffRule };
  }
}
