import type { CurrencyCode } from '#libs/business/values/currency';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { LineItem } from './line-item';
import type { Reference } from './line-state';
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

/** With what documents say. Domain: contracts-billing S2, S3 */
export interface SettingsRequest extends RemitToRequest {
  note?: string | null;
}

/** What is known of the entities and accounts that are named, sent or stored. */
export interface RemitToDirectory {
  hasEntity(id: string): boolean;
  /** The entity of an account; undefined for an account that is not there. */
  entityOfAccount(id: string): string | undefined;
}

/** Active ones that a request names; what it does not name, or what is not there, is left out. */
export interface FoundRemitTo {
  readonly entity?: Reference | undefined;
  readonly account?: FoundAccount | undefined;
}

export interface FoundAccount extends Reference {
  readonly entityId: string;
  /** The one that it takes; null takes all. */
  readonly currency: CurrencyCode | null;
}

/** By the ids of payment accounts: the one currency that each of them takes. */
export type AccountCurrencies = ReadonlyMap<string, CurrencyCode>;

/**
 * Money of one currency does not reach an account of another one. Domain: contracts-billing S2.3
 * @param field what is asked for
 * @throws BadUserInput naming both
 */
export function requirePayable(
  lines: readonly RemitTo[],
  currency: CurrencyCode | null,
  accounts: AccountCurrencies,
  field: string,
): void {
  const wrong = unpayable(lines, currency, accounts);
  if (wrong !== undefined) throw badInput(`${field}: ${wrong}`);
}

/** Why what is billed cannot be paid; undefined where it can. */
export function unpayable(
  lines: readonly RemitTo[],
  currency: CurrencyCode | null,
  accounts: AccountCurrencies,
): string | undefined {
  for (const { paymentAccountId: id } of lines) {
    const taken = id === null ? undefined : accounts.get(id);
    if (currency === null || taken === undefined || taken === currency) continue;
    return `payment account ${id} takes ${taken}, and the contract is billed in ${currency}; choose an account in ${currency}`;
  }
  return undefined;
}

/** A directory that also knows the keys of what it names. */
interface KeyedDirectory extends RemitToDirectory {
  entity(id: string | null): Reference | null;
  account(id: string | null): Reference | null;
}

/** What is stored on a line is known even when it is archived by now. */
export function directoryOf(found: FoundRemitTo, lines: readonly LineItem[]): KeyedDirectory {
  const { entity, account } = found;
  const entities = new Map(entity && [[entity.id, entity]]);
  const accounts = new Map<string, Omit<FoundAccount, 'currency'>>(account && [[account.id, account]]);
  for (const { legalEntity, paymentAccount } of lines) {
    if (legalEntity) entities.set(legalEntity.id, legalEntity);
    if (!paymentAccount || !legalEntity) continue;
    // Settings write both together, and an account never moves to another entity.
    accounts.set(paymentAccount.id, { ...paymentAccount, entityId: legalEntity.id });
  }
  return {
    hasEntity: (id) => entities.has(id),
    entityOfAccount: (id) => accounts.get(id)?.entityId,
    entity: (id) => (id === null ? null : (entities.get(id) ?? null)),
    account: (id) => (id === null ? null : (accounts.get(id) ?? null)),
  };
}

/** The lines after a request, in their order. @throws as `decideRemitTo` */
export function paidAs(asked: RemitToRequest, lines: readonly LineItem[], found: FoundRemitTo): LineItem[] {
  const directory = directoryOf(found, lines);
  const decided = decideRemitTo(asked, lines, directory);
  return [...decided].map(([line, { legalEntityId, paymentAccountId }]) =>
    line.paidTo(directory.entity(legalEntityId), directory.account(paymentAccountId)),
  );
}

/** With the account that a request names. */
export const withAccountOf = (known: AccountCurrencies, { account }: FoundRemitTo): AccountCurrencies =>
  account?.currency ? new Map([...known, [account.id, account.currency]]) : known;

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
