import { DomainError } from '#libs/kernel/errors/domain-error';
import { requireContext } from './request-context';

/** What no door leads to, and no credential of a caller may do. @throws IdentityForbidden for anybody but the system */
export function requireSystem(what: string): void {
  if (requireContext().principal?.kind === 'SYSTEM') return;
  throw new DomainError(
    'IdentityForbidden',
    `${what} by npm run admin alone, on a machine that reaches the database`,
  );
}
