import { DomainError } from '#libs/kernel/errors/domain-error';

/** Why the billing half of a contract cannot be published, in the order in which it is told. Domain: contracts-billing P1 */
export const publishReasons = [
  'NO_BILLING_CONTRACT',
  'ALREADY_PUBLISHED',
  'NO_LINE_ITEMS',
  'BILLING_PERIOD_REQUIRED',
  'PAYMENT_TERMS_REQUIRED',
  'LEGAL_ENTITY_REQUIRED',
  'PAYMENT_ACCOUNT_REQUIRED',
] as const;
export type PublishReason = (typeof publishReasons)[number];

/** What `reason` may say beside BillingContractOperationRejected. Domain: contracts-billing S2, P1, P3 */
export type BillingReason =
  | PublishReason
  | 'CONTRACT_NOT_DRAFT'
  | 'LEGAL_ENTITY_NOT_FOUND'
  | 'PAYMENT_ACCOUNT_NOT_FOUND'
  | 'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY'
  | 'EDIT_BLOCKED';

export const rejected = (reason: BillingReason, message: string): DomainError =>
  new DomainError('BillingContractOperationRejected', message, { reason });
