import { View } from '#libs/shape/classes';
import { Int, Num, Text, Timestamp, Unbuilt } from '#libs/shape/decorators';
import { soldUnits, type UnitTransformation } from '#modules/catalog/features';
import type { Measurement } from '#modules/entitlements/metering';

/** Whose measurement it is. */
export interface Measured {
  customerId: string;
  featureId: string;
  resourceId: string | null;
  unitTransformation: UnitTransformation | null;
  /** Told where usage is reset, left null where it never is. */
  isReset: boolean;
}

@View('A counted report, with the usage right after it.')
export class ReportUsageData {
  @Text() id: string;
  @Timestamp({ description: 'When the report was counted.' }) createdAt: Date;
  @Text() customerId: string;
  @Text() featureId: string;
  @Timestamp({ description: 'When the usage happened.' }) timestamp: Date;
  @Int({ description: 'As it was sent.' }) value: number;
  @Unbuilt({ description: 'Always null: credits are not built in this release.' }) credit: null;

  @Num({ optional: true, nullable: true, description: 'Sold units in the window of the report.' })
  currentUsage: number | null;

  @Timestamp({ optional: true, nullable: true }) nextResetDate: Date | null;
  @Text({ optional: true, nullable: true }) resourceId: string | null;
  @Timestamp({ optional: true, nullable: true }) usagePeriodEnd: Date | null;
  @Timestamp({ optional: true, nullable: true }) usagePeriodStart: Date | null;

  static from(measurement: Measurement, measured: Measured): ReportUsageData {
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
      credit: null,
      currentUsage: soldUnits(measurement.usageAfter, unitTransformation),
      nextResetDate: end,
      usagePeriodStart: window?.start ?? null,
      usagePeriodEnd: end,
    };
  }
}
