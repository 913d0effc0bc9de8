import type { BilledLine } from './billed-line';
import { publishReasons, rejected, type PublishReason } from './refusals';

/** What publishing looks at. */
export interface Publishable {
  readonly hasBilling: boolean;
  readonly isPublished: boolean;
  readonly lines: readonly BilledLine[];
}

export interface Requirement {
  readonly reason: PublishReason;
  readonly isMet: boolean;
  /** What to do about it. */
  readonly remedy: string;
}

const remedies: Record<PublishReason, string> = {
  NO_BILLING_CONTRACT: 'set setupBilling on the contract',
  ALREADY_PUBLISHED: 'it is published already; amend it with edit-active, or reopen it',
  NO_LINE_ITEMS: 'add a line item',
  BILLING_PERIOD_REQUIRED: 'set activationStartDate and activationEndDate in the billing terms',
  PAYMENT_TERMS_REQUIRED: 'set netTerms in the billing terms',
  LEGAL_ENTITY_REQUIRED: 'set legalEntityId in the billing settings',
  PAYMENT_ACCOUNT_REQUIRED: 'set paymentAccountId in the billing settings',
};

type Check = (contract: Publishable) => boolean;

const every =
  (meets: (line: BilledLine) => boolean): Check =>
  ({ lines }) =>
    lines.length > 0 && lines.every(meets);

const checks: Record<PublishReason, Check> = {
  NO_BILLING_CONTRACT: ({ hasBilling }) => hasBilling,
  ALREADY_PUBLISHED: ({ isPublished }) => !isPublished,
  NO_LINE_ITEMS: ({ lines }) => lines.length > 0,
  BILLING_PERIOD_REQUIRED: every(({ window }) => window !== null),
  PAYMENT_TERMS_REQUIRED: every(({ netTerms }) => netTerms !== null),
  LEGAL_ENTITY_REQUIRED: every(({ legalEntityId }) => legalEntityId !== null),
  PAYMENT_ACCOUNT_REQUIRED: every(({ paymentAccountId }) => paymentAccountId !== null),
};

/** All that publishing needs, in the order of contracts-billing P1, met or not. */
export const readinessOf = (contract: Publishable): Requirement[] =>
  publishReasons.map((reason) => ({
    reason,
    isMet: checks[reason](contract),
    remedy: remedies[reason],
  }));

/** @throws BillingContractOperationRejected with the first reason that fails. Domain: contracts-billing P1 */
export function requirePublishable(contract: Publishable): void {
  const missing = readinessOf(contract).find(({ isMet }) => !isMet);
  if (missing)
    throw rejected(missing.reason, `The billing of this contract cannot be published: ${missing.remedy}`);
}
