import { View } from '#libs/shape/classes';
import { Bool, Int, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { LedgerEventTypeEnum } from './credits.inputs';
import type { WalletBalance } from './domain/credit-wallet';
import type { LedgerEventType } from './domain/ledger-entry';
import type { LedgerFault } from './domain/ledger-proof';
import type { CreditLedgerRow } from './domain/stored-entry';

@View('A wallet right after credits were taken from it.')
export class CreditBalance {
  @Text() currencyId: string;
  @Num({ description: 'Credits of all running grants that were used, and what is owed.' })
  currentUsage: number;
  @Timestamp({ description: 'The later of two is the newer.' }) timestamp: Date;
  @Num({ description: 'Credits of all running grants.' }) usageLimit: number;

  @Timestamp({ optional: true, nullable: true, description: 'End of the running recurring grant.' })
  usagePeriodEnd: Date | null;

  static from(balance: WalletBalance): CreditBalance {
    const { currencyId, currentUsage, usageLimit, timestamp, periodEnd: usagePeriodEnd } = balance;
    const credits = { currentUsage: currentUsage.toNumber(), usageLimit: usageLimit.toNumber() };
    return { currencyId, ...credits, timestamp, usagePeriodEnd };
  }
}

@View('Credits that were taken.')
export class CreditConsumptionResult {
  @Num() amount: number;
  @Text() currencyId: string;
  @Text() customerId: string;
  @Timestamp({ description: 'When it was used.' }) timestamp: Date;
  @Nested(CreditBalance, { optional: true, nullable: true }) credit: CreditBalance | null;
  @Text({ optional: true, nullable: true }) resourceId: string | null;
}

/** Of which wallet a row is. */
export interface ToldWallet {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
}

@View('A movement of credits.')
export class CreditLedgerEntry {
  @Text({ description: 'Names the row, as a cursor does. Ours.' }) id: string;
  @Num({ description: 'Signed.' }) amount: number;
  @Text({ description: 'Who caused it: a key, a user, `system`. Ours.' }) actor: string;
  @Text({ description: 'Id of the custom currency.' }) creditCurrencyId: string;
  @Text() creditGrantId: string;
  @Text() customerId: string;
  @Num({ description: 'Balance of the wallet after it. Ours.' }) endingBalance: number;

  @Text({ nullable: true, description: 'What caused it; null of grants and what becomes of them.' })
  eventId: string | null;

  @OneOf(LedgerEventTypeEnum) eventType: LedgerEventType;
  @Text({ nullable: true }) featureId: string | null;
  @Text({ nullable: true }) resourceId: string | null;
  @Int({ description: 'Its place in its wallet, from 1 on without gaps. Ours.' }) seq: number;
  @Num({ description: 'Balance of the wallet before it. Ours.' }) startingBalance: number;
  @Timestamp({ description: 'When it happened.' }) timestamp: Date;

  static from(row: CreditLedgerRow, { customerId, currencyId, resourceId }: ToldWallet): CreditLedgerEntry {
    const { uid: id, actor, eventId, eventType, featureId, grantUid, seq, timestamp } = row;
    const balances = {
      endingBalance: row.endingBalance.toNumber(),
      startingBalance: row.startingBalance.toNumber(),
    };
    return {
      ...{ id, amount: row.amount.toNumber(), actor, creditCurrencyId: currencyId, creditGrantId: grantUid },
      ...{ customerId, eventId, eventType, featureId, resourceId, seq, timestamp, ...balances },
    };
  }
}

@View('The first row of a ledger that does not hold.')
export class CreditLedgerFault {
  @Int({ description: 'Its place.' }) seq: number;
  @Text() reason: string;
}

@View('What became of recomputing a ledger from its first row on.')
export class CreditLedgerProof {
  @Bool() holds: boolean;
  @Int({ description: 'Rows that hold.' }) rows: number;
  @Text({ nullable: true, description: 'Digest of the last of them, hexadecimal.' }) head: string | null;
  @Nested(CreditLedgerFault, { nullable: true }) firstFault: LedgerFault | null;
}
