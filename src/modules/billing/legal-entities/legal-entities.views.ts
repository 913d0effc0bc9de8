import { PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { LegalEntity as StoredEntity, RetirementStatus } from './domain/legal-entity';
import type { PaymentAccount as StoredAccount } from './domain/payment-account';
import { PaymentAccount } from './payment-accounts.views';

export const LegalEntityStatusEnum = enumShape<RetirementStatus>('LegalEntityStatus', ['ACTIVE', 'ARCHIVED']);

@View('A company of the vendor that issues invoices.')
export class LegalEntity {
  @Text() id: string;
  @Text() name: string;
  @Bool({ description: 'True of exactly one, as long as any is active.' }) isDefault: boolean;
  @OneOf(LegalEntityStatusEnum) status: RetirementStatus;
  @Text({ nullable: true, description: 'As invoices print it; null: name.' }) legalName: string | null;
  @Text({ nullable: true, description: 'In the register of companies.' }) registrationNumber: string | null;
  @Nested(PostalAddress, { nullable: true }) address: PostalAddress | null;
  @ListOf(TaxId) taxIds: TaxId[];
  @Text({ nullable: true }) email: string | null;

  @Text({ nullable: true, description: 'Begins the numbers of its invoices.' })
  invoiceNumberPrefix: string | null;

  @ListOf(PaymentAccount, { description: 'Newest first; may be none.' }) paymentAccounts: PaymentAccount[];
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  static from(entity: StoredEntity, accounts: readonly StoredAccount[]): LegalEntity {
    const { id, name, isDefault, status, legalName, registrationNumber } = entity;
    const { address, taxIds, email, invoiceNumberPrefix, createdAt, updatedAt } = entity;
    return {
      ...{ id, name, isDefault, status, legalName, registrationNumber, address, taxIds, email },
      ...{ invoiceNumberPrefix, paymentAccounts: accounts.map(PaymentAccount.from), createdAt, updatedAt },
    };
  }

  /** For the activity log, where each payment account has entries of its own. */
  static alone(entity: StoredEntity): Omit<LegalEntity, 'paymentAccounts'> {
    const { paymentAccounts: _, ...state } = LegalEntity.from(entity, []);
    return state;
  }
}
