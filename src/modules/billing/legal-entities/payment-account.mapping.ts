import { addressedMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { PaymentAccount } from './domain/payment-account';

export const paymentAccountMapping = addressedMapping(PaymentAccount, 'payment_account', {
  columns: {
    id: text(),
    legalEntityUid: uuid(),
    legalEntityId: text(),
    name: text(),
    bankName: text(true),
    accountHolder: text(true),
    iban: text(true),
    accountNumber: text(true),
    routingNumber: text(true),
    bic: text(true),
    currency: text(true),
    status: text(),
  },
  // In the whole environment: a contract names its account without its entity.
  uniques: [{ name: 'uq_payment_account_id', columns: ['id'] }],
  indices: [{ name: 'ix_payment_account_entity', columns: ['legalEntityUid'] }],
  references: [
    { name: 'fk_payment_account_entity', property: 'legalEntityUid', target: () => 'LegalEntity' },
  ],
});

whenViolated(
  'uq_payment_account_id',
  'DuplicatedEntityNotAllowed',
  'A payment account with this id exists already in this environment',
);
