import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { View } from '#libs/shape/classes';
import { OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { RetirementStatus } from './domain/legal-entity';
import type { PaymentAccount as StoredAccount } from './domain/payment-account';

const PaymentAccountStatusEnum = enumShape<RetirementStatus>('PaymentAccountStatus', ['ACTIVE', 'ARCHIVED']);

@View('A bank account of a legal entity, into which customers pay.')
export class PaymentAccount {
  @Text() id: string;
  @Text() legalEntityId: string;
  @Text() name: string;
  @OneOf(PaymentAccountStatusEnum) status: RetirementStatus;
  @Text({ nullable: true }) bankName: string | null;
  @Text({ nullable: true, description: 'Null: the legal entity.' }) accountHolder: string | null;
  @Text({ nullable: true, description: 'Without blanks.' }) iban: string | null;
  @Text({ nullable: true }) accountNumber: string | null;
  @Text({ nullable: true }) routingNumber: string | null;
  @Text({ nullable: true, description: 'BIC, also called SWIFT code.' }) bic: string | null;
  @OneOf(CurrencyEnum, { nullable: true, description: 'Null: any.' }) currency: CurrencyCode | null;
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  static from(account: StoredAccount): PaymentAccount {
    const { id, legalEntityId, name, status, createdAt, updatedAt } = account;
    const { bankName, accountHolder, iban, accountNumber, routingNumber, bic, currency } = account;
    return {
      ...{ id, legalEntityId, name, status, bankName, accountHolder },
      ...{ iban, accountNumber, routingNumber, bic, currency, createdAt, updatedAt },
    };
  }

  /** For the activity log, whose readers need not be those of contracts: of each number its end. */
  static masked(account: StoredAccount): PaymentAccount {
    const view = PaymentAccount.from(account);
    return { ...view, iban: endOf(view.iban), accountNumber: endOf(view.accountNumber) };
  }
}

const shown = 4;

/** Of a short number nothing: its end would be most of it. */
const endOf = (number: string | null): string | null =>
  number && `****${number.length < 2 * shown ? '' : number.slice(-shown)}`;
