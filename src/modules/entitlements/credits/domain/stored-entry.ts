import type { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { CreditWallet } from './credit-wallet';
import type { Dimensions, LedgerEntry, LedgerEventType, ToldTerms } from './ledger-entry';

/** The terms as JSON keeps them: instants in milliseconds. */
export interface KeptTerms extends Omit<ToldTerms, 'effectiveAt' | 'expireAt' | 'createdAt'> {
  effectiveAt: number;
  expireAt: number | null;
  createdAt: number;
}

/** An entry of the ledger as it lies in its table, where nobody changes or removes it. Domain: credits D1, D2, D7 */
export class CreditLedgerRow extends TenantEntity {
  walletUid: string;
  customerUid: string;
  seq: number;
  eventType: LedgerEventType;
  timestamp: Date;
  amount: Decimal;
  grantUid: string;
  eventId: string | null;
  featureId: string | null;
  dimensions: Dimensions | null;
  startingBalance: Decimal;
  endingBalance: Decimal;
  actor: string;
  terms: KeptTerms | null;
  /** Hexadecimal. */
  digest: string;

  static of(
    { uid, customerUid }: CreditWallet,
    { terms, ...entry }: LedgerEntry,
    digest: string,
    now: Date,
  ): CreditLedgerRow {
    const kept = { walletUid: uid, customerUid, ...entry, terms: terms && keptTerms(terms), digest };
    return CreditLedgerRow.instantiate<CreditLedgerRow>(CreditLedgerRow, kept, now);
  }
}

const keptTerms = ({ effectiveAt, expireAt, createdAt, ...rest }: ToldTerms): KeptTerms => ({
  ...rest,
  effectiveAt: effectiveAt.getTime(),
  expireAt: expireAt?.getTime() ?? null,
  createdAt: createdAt.getTime(),
});

/** As the entry told them. */
export const toldTerms = ({ effectiveAt, expireAt, createdAt, ...rest }: KeptTerms): ToldTerms => ({
  ...rest,
  effectiveAt: new Date(effectiveAt),
  expireAt: expireAt === null ? null : new Date(expireAt),
  createdAt: new Date(createdAt),
});
