import type { CurrencyCode } from '#libs/business/values/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { agreedOn } from './agreed';
import type { NamedItem } from './billable-item';
import { billingDay, requireAscending } from './billing-window';
import type { LineItem } from './line-item';
import type { Reference, SharedTerms } from './line-state';
import type { LineRequest, LineTerms } from './line-request';
import { rejected } from './refusals';

/** Lines beside those that there are. What is left out is as all others say it, the days are those of the contract otherwise. */
export interface LinesRequest {
  lineItems: readonly LineRequest[];
  /** Of all lines. */
  currency?: CurrencyCode;
  legalEntityId?: string | null;
  activationStartDate?: Date | null;
  activationEndDate?: Date | null;
}

/** Lines that fit beside those that there are, while it is not known yet what they sell. */
export interface PreparedLines {
  terms: readonly LineTerms[];
  /** What each of them sells, in their order. */
  named: readonly NamedItem[];
  shared: SharedTerms;
  currency: CurrencyCode;
}

interface ActivationDays {
  activationStartDate: Date | null;
  activationEndDate: Date | null;
}

/**
 * @param contracts the days of the contract
 * @param entity the active legal entity that is asked for, where there is one
 * @throws BadUserInput, BillingContractOperationRejected: LEGAL_ENTITY_NOT_FOUND. Domain: contracts-billing M7
 */
export function sharedTermsOf(
  asked: LinesRequest,
  lines: readonly LineItem[],
  contracts: ActivationDays,
  entity: Reference | undefined,
): SharedTerms {
  const day = (term: keyof ActivationDays): Date | null => {
    const said = asked[term];
    if (said !== undefined) return said && billingDay(said);
    const agreed = agreedOn(lines, (line) => line[term]?.getTime() ?? null);
    return agreed === null ? contracts[term] : new Date(agreed);
  };
  const [activationStartDate, activationEndDate] = [day('activationStartDate'), day('activationEndDate')];
  requireAscending(activationStartDate, activationEndDate);
  const netTerms = agreedOn(lines, (line) => line.netTerms);
  const remitTo = sharedRemitTo(asked.legalEntityId, lines, entity);
  return { activationStartDate, activationEndDate, netTerms, ...remitTo };
}

function sharedRemitTo(
  asked: string | null | undefined,
  lines: readonly LineItem[],
  entity: Reference | undefined,
): Pick<SharedTerms, 'legalEntity' | 'paymentAccount'> {
  const isAgreed = agreedOn(lines, ({ legalEntityId }) => legalEntityId) !== null;
  const legalEntity = isAgreed ? (lines[0]?.legalEntity ?? null) : null;
  const isPaidToOne = isAgreed && agreedOn(lines, (line) => line.paymentAccountId) !== null;
  const paymentAccount = isPaidToOne ? (lines[0]?.paymentAccount ?? null) : null;
  if (asked === undefined || asked === legalEntity?.id) return { legalEntity, paymentAccount };
  if (asked === null) return { legalEntity: null, paymentAccount: null };
  if (entity) return { legalEntity: entity, paymentAccount: null };
  // An archived one is for nothing new.
  throw rejected(
    'LEGAL_ENTITY_NOT_FOUND',
    'legalEntityId names no active legal entity; take one from GET /contracts/legal-entities',
  );
}

/** Before any is kept, so that the refusal names the line. @throws DuplicatedEntityNotAllowed. Domain: contracts-billing I2 */
export function requireOwnIds(terms: readonly LineTerms[], lines: readonly LineItem[]): void {
  const taken = new Set(lines.map(({ externalId }) => externalId));
  for (const { externalId } of terms) {
    if (externalId === null) continue;
    if (taken.has(externalId)) {
      const message = `externalId ${externalId}: the contract has a line item of this externalId already`;
      throw new DomainError('DuplicatedEntityNotAllowed', message);
    }
    taken.add(externalId);
  }
}
