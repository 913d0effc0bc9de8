import { View } from '#libs/shape/classes';
import { Bool, ListOf, Num, Text, Timestamp } from '#libs/shape/decorators';
import type { ChargedUsage } from './domain/charged-usage';

@View('What was used of a feature.')
export class ChargedFeatureUsage {
  @Text({ nullable: true }) featureId: string | null;
  @Num({ description: 'Sold units since the last charge, included ones too.' }) usageAmount: number;
}

@View('What a charge of usage has billed.')
export class ChargedSubscriptionUsage {
  @Text({ nullable: true, description: 'Its invoiceId; null where nothing was used.' })
  invoiceBillingId: string | null;

  @Timestamp() periodEnd: Date;
  @Timestamp() periodStart: Date;
  @Text() subscriptionId: string;
  @ListOf(ChargedFeatureUsage) usageCharged: ChargedFeatureUsage[];

  static from(subscriptionId: string, charged: ChargedUsage): ChargedSubscriptionUsage {
    const { invoiceUid: invoiceBillingId, periodStart, periodEnd, sold } = charged;
    const usageCharged = sold.map(({ featureId, units }) => ({ featureId, usageAmount: units.toNumber() }));
    return { invoiceBillingId, periodEnd, periodStart, subscriptionId, usageCharged };
  }
}

@View('Whether usage was sent to a billing provider.')
export class SyncedSubscriptionUsage {
  @Bool() triggered: boolean;
}
