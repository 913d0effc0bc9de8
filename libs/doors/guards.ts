import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { UseCaseFacts } from '#libs/use-cases/use-case';
import { requirePermission } from '#libs/use-cases/use-case.runner';
import { isNestedField } from './nested-field';
import { servesKey } from './served';

/** Marks the few routes that answer everybody: health, documents, the front page. */
export const openKey = 'door:open';

const isOpen = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.getAllAndOverride<boolean | undefined>(openKey, [context.getHandler(), context.getClass()]) ===
  true;

/** No door without a principal. The credential itself was read before the body was, in the request hook. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (requireContext().principal || isOpen(this.reflector, context)) return true;
    throw new DomainError('Unauthenticated');
  }
}

/**
 * Refuses before the shape is looked at (order of refusals, decision 18): fields of GraphQL, whose request must be read to
 * know them; operations of REST were refused before. The permission itself is said on the use case, which asks again for
 * imports and workers. A door that serves no use case is closed.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const facts = this.reflector.get<UseCaseFacts | undefined>(servesKey, context.getHandler());
    if (facts) {
      requirePermission(requireContext().principal, facts);
      return true;
    }
    // Fields below a root field belong to the root's answer, unless they declare a use case of their own.
    if (isNestedField(context) || isOpen(this.reflector, context)) return true;
    throw new DomainError('IdentityForbidden');
  }
}
