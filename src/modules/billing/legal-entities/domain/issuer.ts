import type { CurrencyCode } from '#libs/business/values/currency';
import type { PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { LegalEntity } from './legal-entity';
import type { PaymentAccount } from './payment-account';

/** Where an invoice asks to be paid. */
export interface IssuerAccount {
  paymentAccountId: string;
  name: string;
  accountHolder: string;
  bankName: string | null;
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  bic: string | null;
  /** Null: any. */
  currency: CurrencyCode | null;
}

/** All that an invoice prints of who issues it; plain JSON, to be kept with the invoice. */
export interface Issuer {
  legalEntityId: string;
  legalName: string;
  registrationNumber: string | null;
  address: PostalAddress | null;
  taxIds: TaxId[];
  email: string | null;
  invoiceNumberPrefix: string | null;
  paymentAccount: IssuerAccount | null;
}

/** @throws PaymentAccountNotFound for an account of another entity */
export function issuerOf(entity: LegalEntity, account: PaymentAccount | undefined): Issuer {
  const { id: legalEntityId, registrationNumber, email, invoiceNumberPrefix } = entity;
  const legalName = entity.legalName ?? entity.name;
  return {
    legalEntityId,
    legalName,
    registrationNumber,
    address: entity.address && { ...entity.address },
    taxIds: entity.taxIds.map((taxId) => ({ ...taxId })),
    email,
    invoiceNumberPrefix,
    paymentAccount: account ? accountOf(entity, account, legalName) : null,
  };
}

function accountOf(entity: LegalEntity, account: PaymentAccount, legalName: string): IssuerAccount {
  if (account.legalEntityUid !== entity.uid) {
    const message = `Payment account ${account.id} is none of legal entity ${entity.id}`;
    throw new DomainError('PaymentAccountNotFound', message);
  }
  const { id: paymentAccountId, name, bankName, iban, accountNumber, routingNumber, bic, currency } = account;
  const accountHolder = account.accountHolder ?? legalName;
  return {
    ...{ paymentAccountId, name, accountHolder, bankName },
    ...{ iban, accountNumber, routingNumber, bic, currency },
  };
}
