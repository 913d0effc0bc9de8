import { catalogue, type ErrorCode } from './catalogue';

export interface DomainErrorDetails {
  /** Machine-readable refusal; only told beside BillingContractOperationRejected. Spec: Error body. */
  reason?: string;
  /** A conflict that waiting does not end: clients are told not to repeat the request. */
  isDefinite?: boolean;
}

/**
 * A refusal with a published code. Everything else that is thrown is a bug and answers 500.
 * The message is for the caller at 3 a.m.: it names the field and says what to do.
 */
export class DomainError extends Error {
  readonly reason?: string;
  readonly isDefinite: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string = catalogue[code].message,
    details: DomainErrorDetails = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.reason = details.reason;
    this.isDefinite = details.isDefinite ?? catalogue[code].status === 409;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  /** The same refusal in other words. */
  reworded(message: string): DomainError {
    const { code, reason, isDefinite } = this;
    return Object.assign(new DomainError(code, message, { reason, isDefinite }), { stack: this.stack });
  }
}

/** Shorthand for the code that has no sharper sister: the request breaks a shape or a rule. */
export const badInput = (message: string): DomainError => new DomainError('BadUserInput', message);

/**
 * A field whose behaviour this release has not built: honest refusal instead of a silent drop.
 * @param field its path in the request
 * @param instead what the caller can do in this release
 */
export const notBuilt = (field: string, behaviour: string, instead = 'leave the field out'): DomainError =>
  new DomainError('UnsupportedParameter', `${field}: not built in this release (${behaviour}); ${instead}`);
