import { Injectable } from '@nestjs/common';
import { soon, type Soon } from '#libs/kernel/soon';
import { requireContext } from '#libs/context/request-context';
import { RateLimits } from '#libs/security/rate-limits';
import type { UseCaseFacts } from '#libs/use-cases/use-case';
import { requirePermission } from '#libs/use-cases/use-case.runner';

/** Which bucket a call counts in. */
export abstract class OperationBuckets {
  abstract bucketOf(operation: string, input: unknown): string;

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
  ) {}

  /** @throws RateLimitExceeded, IdentityForbidden */
  enter(facts: UseCaseFacts): Soon<void> {
    const { operation, needs } = facts;
    const context = requireContext();
    const isAllowed = context.principal?.may(needs) ?? false;
    // Who may ask is counted by what the body asks; who may not is counted without a look at it.
    if (isAllowed && this.buckets.areToldByInput(operation)) return;
    const bucket = this.buckets.bucketOf(operation, undefined);
    return soon(this.limits.enterOperation(bucket, needs.endsWith(':write')), () => {
      context.isCounted = true;
      requirePermission(context.principal, facts);
    });
  }
}
