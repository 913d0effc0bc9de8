import { Injectable } from '@nestjs/common';
import { requireContext, type Principal } from '#libs/context/request-context';
import type { Soon } from '#libs/kernel/soon';
import { RateLimits } from '#libs/security/rate-limits';
import { speakerOf } from '#libs/use-cases/permission';
import type { UseCaseFacts } from '#libs/use-cases/use-case';

/** In whose name a call is made, known before its shape is looked at. Domain: access-and-events B4, B7 */
@Injectable()
export class Speakers {
  constructor(private readonly limits: RateLimits) {}

  /** @param named as the call names customers, unchecked @throws Unauthenticated, which counts as any failed credential does */
  of(facts: UseCaseFacts, named: unknown): Soon<Principal | undefined> {
    const context = requireContext();
    try {
      return speakerOf(context, facts, named);
    } catch (refusal) {
      return this.limits.noteFailure(context.origin?.address ?? '').then(() => {
        throw refusal;
      });
    }
  }
}
