import { rejected } from './refusals';

/** What a line says of who bills it. */
export interface RemitTo {
  readonly legalEntityId: string | null;
  readonly paymentAccountId: string | null;
}

/** Absent leaves a field, null clears it. Domain: contracts-billing S2 */
export interface RemitToRequest {
  readonly legalEntityId?: string | null;
  readonly paymentAccountId?: string | null;
}

/** What is known of the entities and accounts that are named, sent or stored. */
export interface RemitToDirectory {
  hasEntity(id: string): boolean;
  /** The entity of an account; undefined for an account that is not there. */
  entityOfAccount(id: string): string | undefined;
}

/**
 * What each line says after a request. A payment account stays only with its own entity.
 * @throws BillingContractOperationRejected with the reason of the reference that fails. Domain: contracts-billing S2.3, S2.5
 */
export function decideRemitTo<L extends RemitTo>(
  asked: RemitToRequest,
  lines: readonly L[],
  known: RemitToDirectory,
): Map<L, RemitTo> {
  requireEntity(asked.legalEntityId, known);
  requireAccount(asked.paymentAccountId, known);
  return new Map(lines.map((line) => [line, decide(asked, line, known)]));
}

function decide(asked: RemitToRequest, stored: RemitTo, known: RemitToDirectory): RemitTo {
  const legalEntityId = asked.legalEntityId === undefined ? stored.legalEntityId : asked.legalEntityId;
  if (asked.paymentAccountId === undefined) {
    if (asked.legalEntityId === undefined) return stored;
    return { legalEntityId, paymentAccountId: keptAccount(stored.paymentAccountId, legalEntityId, known) };
  }
  const { paymentAccountId } = asked;
  if (paymentAccountId !== null) requireOwner(paymentAccountId, legalEntityId, known);
  return { legalEntityId, paymentAccountId };
}

const keptAccount = (account: string | null, entity: string | null, known: RemitToDirectory): string | null =>
  account !== null && known.entityOfAccount(account) === entity ? account : null;

function requireEntity(id: string | null | undefined, known: RemitToDirectory): void {
  if (typeof id !== 'string' || known.hasEntity(id)) return;
  throw rejected(
    'LEGAL_ENTITY_NOT_FOUND',
    'legalEntityId names no legal entity; take one from GET /contracts/legal-entities',
  );
}

function requireAccount(id: string | null | undefined, known: RemitToDirectory): void {
  if (typeof id !== 'string' || known.entityOfAccount(id) !== undefined) return;
  throw rejected(
    'PAYMENT_ACCOUNT_NOT_FOUND',
    'paymentAccountId names no payment account; take one of the paymentAccounts of the legal entity',
  );
}

function requireOwner(account: string, entity: string | null, known: RemitToDirectory): void {
  if (entity === null) {
    throw rejected(
      'LEGAL_ENTITY_REQUIRED',
      'paymentAccountId needs a legal entity; send legalEntityId beside it',
    );
  }
  if (known.entityOfAccount(account) === entity) return;
  throw rejected(
    'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY',
    'paymentAccountId is of another legal entity; send one of the accounts of this one, or its own legalEntityId',
  );
}
