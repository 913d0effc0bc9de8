import { View } from '#libs/shape/classes';
import { Int, Nested, Num, Text, Timestamp } from '#libs/shape/decorators';
import { CreditBalance } from '#modules/entitlements/credits';
import { soldUnits, type UnitTransformation } from '#modules/catalog/features';
import type { Measurement, PaidCredits } from '#modules/entitlements/metering';

/** Whose measurement it is. */
export interface Measured {
  customerId: string;
  featureId: string;
  resourceId: string | null;
  unitTransformation: UnitTransformation | null;
  /** Told where usage is reset, left null where it never is. */
  isReset: boolean;
}

@View('Credits that a report took, and its wallet right after.')
export class ReportedCredit extends CreditBalance {
  @Num({ description: 'Credits that this report took; 0 of one that was counted before.' }) consumed: number;

  static of({ consumed, ...balance }: PaidCredits): ReportedCredit {
    return { ...CreditBalance.from(balance), consumed: consumed.toNumber() };
  }
}

@View('A counted report, with the usage right after it.')
export class ReportUsageData {
  @Text() id: string;
  @Timestamp({ description: 'When the report was counted.' }) createdAt: Date;
  @Text() customerId: string;
  @Text() featureId: string;
  @Timestamp({ description: 'When the usage happened.' }) timestamp: Date;
  @Int({ description: 'As it was sent.' }) value: number;

  @Nested(ReportedCredit, {
    optional: true,
    nullable: true,
    description: 'Null where usage of the feature is not paid in credits.',
  })
  credit: ReportedCredit | null;

  @Num({ optional: true, nullable: true, description: 'Sold units in the window of the report.' })
  currentUsage: number | null;

  @Timestamp({ optional: true, nullable: true }) nextResetDate: Date | null;
  @Text({ optional: true, nullable: true }) resourceId: string | null;
  @Timestamp({ optional: true, nullable: true }) usagePeriodEnd: Date | null;
  @Timestamp({ optional: true, nullable: true }) usagePeriodStart: Date | null;

  static from(measurement: Measurement, measured: Measured, credits?: PaidCredits): ReportUsageData {
    const { customerId, featureId, resourceId, unitTransformation, isReset } = measured;
    const window = isReset ? measurement.window : null;
    const end = window?.end ?? null;
    return {
      id: measurement.uid,
      createdAt: measurement.recordedAt,
      customerId,
      featureId,
      resourceId,
      timestamp: measurement.occurredAt,
      value: measurement.value,
      credit: credits ? ReportedCredit.of(credits) : null,
      currentUsage: soldUnits(measurement.usageAfter, unitTransformation),
      nextResetDate: end,
      usagePeriodStart: window?.start ?? null,
      usagePeriodEnd: end,
    };
  }
}
