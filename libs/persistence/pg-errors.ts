import { QueryFailedError } from 'typeorm';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';

/** The fields of a PostgreSQL, socket or pool error that decide; TypeORM wraps them, the bare driver does not. */
interface DriverFault {
  /** SQLSTATE of five characters, or the code of a socket error. */
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly message?: unknown;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly message?: string;
}

const constraintErrors = new Map<string, Refusal>();

/**
 * Names the refusal that a violated constraint means; said beside the constraint, in its mapping.
 * Holds for every kind of constraint: unique, foreign key, check, exclusion.
 */
export const whenViolated = (constraint: string, code: ErrorCode, message?: string): void => {
  const registered = constraintErrors.get(constraint);
  if (registered && (registered.code !== code || registered.message !== message)) {
    throw new Error(`constraint ${constraint} already means ${registered.code}`);
  }
  constraintErrors.set(constraint, { code, message });
};

// A violated check or not-null constraint without a registered meaning is our bug, so those two stay unexplained.
const refusalOfState: Readonly<Record<string, Refusal>> = {
  '23503': { code: 'IntegrityViolation' },
  '23505': { code: 'IntegrityViolation' },
  '23P01': { code: 'IntegrityViolation' },
  '55P03': { code: 'ObjectAlreadyBeingUsedByAnotherRequestError' },
  // These two reach the caller only after the unit of work has tried the whole closure three times.
  '40001': { code: 'ObjectAlreadyBeingUsedByAnotherRequestError' },
  '40P01': { code: 'ObjectAlreadyBeingUsedByAnotherRequestError' },
  '22021': { code: 'BadUserInput', message: 'A text holds characters that cannot be stored; remove them' },
  '22P05': { code: 'BadUserInput', message: 'A text holds characters that cannot be stored; remove them' },
};

const faultOf = (error: unknown): DriverFault => {
  const fault: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof fault === 'object' && fault !== null ? fault : {};
};

const stateOf = (error: unknown): string => {
  const { code } = faultOf(error);
  return typeof code === 'string' ? code : '';
};

const refusalOf = (error: unknown): Refusal | undefined => {
  const state = stateOf(error);
  const { constraint } = faultOf(error);
  const named =
    state.startsWith('23') && typeof constraint === 'string' ? constraintErrors.get(constraint) : undefined;
  return named ?? (Object.hasOwn(refusalOfState, state) ? refusalOfState[state] : undefined);
};

/**
 * The published refusal behind a database error; every other error comes back as it was.
 * The original stays as `cause` for the log. Ask `isRetryable` first: it knows the original only.
 */
export const asDomainError = (error: unknown): unknown => {
  const refusal = refusalOf(error);
  if (!refusal) return error;
  const domainError = new DomainError(refusal.code, refusal.message);
  domainError.cause = error;
  return domainError;
};

/** The table whose foreign key was violated; undefined for any other error. */
export const referrerOf = (error: unknown): string | undefined => {
  const { table } = faultOf(error);
  return stateOf(error) === '23503' && typeof table === 'string' ? table : undefined;
};

/** What PostgreSQL said: the SQLSTATE, and the constraint that was violated; also where it has become a refusal. */
export const saidBy = (error: unknown): { state: string; constraint: unknown } => {
  const original = error instanceof DomainError && error.cause !== undefined ? error.cause : error;
  return { state: stateOf(original), constraint: faultOf(original).constraint };
};

/** The statement ran longer than a session lets it (statement_timeout), or somebody canceled it. */
export const isStatementTimeout = (error: unknown): boolean => stateOf(error) === '57014';

/** Who waited for a lock waited as long as a session lets it (lock_timeout). */
export const isLockTimeout = (error: unknown): boolean => stateOf(error) === '55P03';

/** The role may not do it. */
export const isRightLacking = (error: unknown): boolean => stateOf(error) === '42501';

/** The refusal for who waited for an object in vain. */
export const heldByAnother = (cause: unknown): DomainError => {
  const refusal = new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError');
  refusal.cause = cause;
  return refusal;
};

/** A statement of the transaction has failed before: nothing but a ROLLBACK is taken. */
export const isInFailedTransaction = (error: unknown): boolean => stateOf(error) === '25P02';

/** Serialisation failure or deadlock: the transaction did nothing, the same closure may succeed at once. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(stateOf(error));

const socketFaults =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// 08 connection, 53 resources (53300 connections, 53100 disk), 58 the machine below, 57P01–03 shutdown and start-up, 57P05 idle
// session, 25006 a standby that was not promoted yet.
const awayStates = /^(08...|53...|58000|58030|57P0[1235]|25P03|25006)$/;
// pg and its pool tell these by words only.
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

/** The database cannot be reached or refuses work; the outcome of the statement may be unknown. Answered with 503. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { message } = faultOf(error);
  const state = stateOf(error);
  return (
    socketFaults.test(state) ||
    awayStates.test(state) ||
    (typeof message === 'string' && awayMessages.test(message))
  );
};

/** The environment is on its way to another database and takes no writes here (environment-fence.ts). Answered with 503. */
export const isBeingMoved = (error: unknown): boolean => stateOf(error) === 'EM001';

/** Nothing can be written now, whatever it is: of several, none has better luck than the other. */
export const isWriteless = (error: unknown): boolean => isDatabaseAway(error) || isBeingMoved(error);

/** A fault as the log names it: the SQLSTATE or the code of the socket, `none` where the pool has words only. */
export const faultNameOf = (error: unknown): { code: string; reason: string } => {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const told = stateOf(error) === '' && cause !== undefined ? cause : error;
  const { message } = faultOf(told);
  return { code: stateOf(told) || 'none', reason: typeof message === 'string' ? message : '' };
};
