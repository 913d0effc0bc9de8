import { Injectable } from '@nestjs/common';
import { soon, type Soon } from '#libs/kernel/soon';
import { requireContext, type Principal } from '#libs/context/request-context';
import { RateLimits } from '#libs/security/rate-limits';
import { requirePermission } from '#libs/use-cases/permission';
import type { UseCaseFacts } from '#libs/use-cases/use-case';
import { Speakers } from './speakers';

/** Which bucket a call counts in. */
export abstract class OperationBuckets {
  abstract bucketOf(operation: string, input: unknown): string;

  /** Of a publishable key, whose calls take nothing away from those of servers. Undefined of other callers. */
  abstract publicBucketOf(facts: UseCaseFacts, caller: Principal | undefined): string | undefined;

  /** How much a call counts there. */
  abstract costOf(operation: string, input: unknown): number;

  /** Whether that depends on what the call asks: bulk reports have a limit of their own. */
  abstract areToldByInput(operation: string): boolean;
}

/**
 * What an operation of REST asks of its caller before the body is read: the environment's rate, then the permission (order of
 * refusals, decision 18).
 */
@Injectable()
export class OperationGate {
  constructor(
    private readonly limits: RateLimits,
    private readonly buckets: OperationBuckets,
    private readonly speakers: Speakers,
  ) {}

  /**
   * @param named as the request names customers, unchecked
   * @throws Unauthenticated, RateLimitExceeded, IdentityForbidden, AuthCustomerReadonly
   */
  enter(facts: UseCaseFacts, named: unknown): Soon<void> {
    const context = requireContext();
    return soon(this.speakers.of(facts, named), (speaker) => {
      context.principal = speaker;
      return this.counted(facts);
    });
  }

  private counted(facts: UseCaseFacts): Soon<void> {
    const { operation, needs, about } = facts;
    const context = requireContext();
    const isAllowed = context.principal?.may(needs) ?? false;
    // Who may ask is counted by what the body asks; who may not is counted without a look at it.
    if (isAllowed && this.buckets.areToldByInput(operation)) return;
    const bucket =
      this.buckets.publicBucketOf(facts, context.principal) ?? this.buckets.bucketOf(operation, undefined);
    return soon(this.limits.enterOperation({ bucket, isWrite: needs.endsWith(':write'), about }), () => {
      context.isCounted = true;
      requirePermission(context, facts, context.principal);
    });
  }
}
