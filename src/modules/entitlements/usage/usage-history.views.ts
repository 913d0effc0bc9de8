import { View } from '#libs/shape/classes';
import { Bool, ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { ResetKind, UsageReset } from './domain/history-windows';
import type { HistorySeries } from './domain/usage-history';

const MarkerTypeEnum = enumShape<ResetKind>('UsageMarkerType', [
  'PERIODIC_RESET',
  'SUBSCRIPTION_CHANGE_RESET',
]);

@View('A dimension of what was reported.')
export class KeyValueTag {
  @Text() key: string;
  @Text() value: string;
}

@View('Usage at an instant.')
export class UsageHistoryPoint {
  @Bool({ description: 'Whether usage was reset since the point before.' }) isResetPoint: boolean;
  @Timestamp({ description: 'What happened before it is counted.' }) timestamp: Date;
  @Num({ description: 'Sold units in the window of that instant.' }) value: number;
}

@View('Usage over time, of all reports or of those with the same tags.')
export class UsageHistorySeries {
  @ListOf(UsageHistoryPoint) points: UsageHistoryPoint[];
  @ListOf(KeyValueTag) tags: KeyValueTag[];
}

@View('When usage began again, and why.')
export class UsageHistoryMarker {
  @Timestamp() timestamp: Date;
  @OneOf(MarkerTypeEnum) type: ResetKind;
}

@View('What a customer used of a feature over time.')
export class UsageHistoryData {
  @ListOf(UsageHistoryMarker) markers: UsageHistoryMarker[];
  @ListOf(UsageHistorySeries) series: UsageHistorySeries[];

  static from(resets: readonly UsageReset[], series: HistorySeries[]): UsageHistoryData {
    return { markers: resets.map(({ at, kind }) => ({ timestamp: at, type: kind })), series };
  }
}
