import type { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { CreditCadence, GrantSourceType, Recurrence } from './recurrence';

/** As it lies in its table, with the wallet that it gives to. Domain: credits R1, R2, R7 */
export class CreditRecurrence extends TenantEntity implements Recurrence {
  walletUid: string;
  sourceKey: string;
  key: string;
  sourceType: GrantSourceType;
  displayName: string;
  amount: Decimal;
  cadence: CreditCadence;
  hasSoftLimit: boolean;
  anchor: Date;
  until: Date | null;
  dueAt: Date | null;
  nextStart: Date | null;

  static of(
    walletUid: string,
    state: Omit<CreditRecurrence, keyof TenantEntity | 'walletUid'>,
    now: Date,
  ): CreditRecurrence {
    return CreditRecurrence.instantiate<CreditRecurrence>(CreditRecurrence, { walletUid, ...state }, now);
  }
}
