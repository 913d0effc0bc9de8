import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireStanding } from '#libs/context/about';
import { requireContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { requirePermission } from '#libs/use-cases/permission';
import type { UseCaseFacts } from '#libs/use-cases/use-case';
import { fieldArgumentsOf, isNestedField } from './nested-field';
import { servesKey } from './served';
import { Speakers } from './speakers';

/** Marks the few routes that answer everybody: health, documents, the front page. */
export const openKey = 'door:open';

const isOpen = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.getAllAndOverride<boolean | undefined>(openKey, [context.getHandler(), context.getClass()]) ===
  true;

/**
 * No door without a principal. The credential itself was read before the body was, in the request hook. What a field of GraphQL is about is
 * known here only, so here a user is refused who has no standing there.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { principal } = requireContext();
    const facts = this.reflector.get<UseCaseFacts | undefined>(servesKey, context.getHandler());
    if (principal && facts) requireStanding(principal, facts.about);
    if (principal || isOpen(this.reflector, context)) return true;
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
  constructor(
    private readonly reflector: Reflector,
    private readonly speakers: Speakers,
  ) {}

  // Without a promise where nothing is waited for, as the framework allows it.
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const facts = this.reflector.get<UseCaseFacts | undefined>(servesKey, context.getHandler());
    if (facts) return this.permitted(facts, fieldArgumentsOf(context)?.[1].customerId);
    // Fields below a root field belong to the root's answer, unless they declare a use case of their own.
    if (isNestedField(context) || isOpen(this.reflector, context)) return true;
    throw new DomainError('IdentityForbidden');
  }

  /** Over REST the request has its speaker already. */
  private permitted(facts: UseCaseFacts, named: unknown): Soon<boolean> {
    return soon(this.speakers.of(facts, named), (speaker) => {
      requirePermission(requireContext(), facts, speaker);
      return true;
    });
  }
}
