import { rejected } from './refusals';

/** What a published contract has billed, or can no longer leave unbilled. */
export interface BilledSoFar {
  /** An invoice was sent. */
  hasSent: boolean;
  /** Something was used that it bills. */
  hasUsage: boolean;
}

/** @throws BillingContractOperationRejected, EDIT_BLOCKED. Domain: contracts-billing P3 */
export function requireUntouched(contractId: string, { hasSent, hasUsage }: BilledSoFar): void {
  if (!hasSent && !hasUsage) return;
  const why = hasSent ? 'an invoice of it was sent' : 'usage was reported that it bills';
  const ways = 'write a credit note, or cancel it and publish another contract';
  throw rejected(
    'EDIT_BLOCKED',
    `Contract ${contractId} can neither be amended nor reopened: ${why}; ${ways}`,
  );
}
