import { DomainError } from '#libs/kernel/errors/domain-error';

/** Said before anything was written. Somebody who holds a row is none: that may be over the next time. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.code !== 'ObjectAlreadyBeingUsedByAnotherRequestError';
