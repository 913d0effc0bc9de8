import { Injectable } from '@nestjs/common';
import { requireContext, type Principal } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { stream } from '#libs/use-cases/answer';
import type { MessageSource } from '#libs/use-cases/message-stream';
import { UseCase } from '#libs/use-cases/use-case';
import type { StreamEntitlementsQuery } from './change-stream.inputs';
import { EntitlementsUpdated, PackagePublished, Resync, UsageUpdated } from './change-stream.views';
import { OpenStreams } from './open-streams.service';

@Injectable()
export class ChangeStreamService {
  constructor(private readonly streams: OpenStreams) {}

  /**
   * What changes for customers, from now on or from where the caller was. Domain: entitlements-usage C3, C4.
   * @throws IdentityForbidden for others than server keys, RateLimitExceeded when too many streams are open
   */
  @UseCase('streamEntitlements', {
    needs: 'entitlements:read',
    answers: stream(EntitlementsUpdated, UsageUpdated, PackagePublished, Resync),
    summary: 'Tell what changes for customers, as it changes.',
  })
  async follow({ customerId }: StreamEntitlementsQuery): Promise<MessageSource> {
    const { principal, lastPlace } = requireContext();
    const { environmentId, actor: keyUid } = requireServerKey(principal);
    const customers = customerId?.length ? [...new Set(customerId)] : null;
    return this.streams.open({ environmentId, keyUid, customers }, lastPlace);
  }
}

/** A stream ends with the key that opened it; a user's token could not be taken back. */
function requireServerKey(principal: Principal | undefined): { environmentId: string; actor: string } {
  const { kind, environmentId, actor = '' } = principal ?? {};
  if (environmentId && (kind === 'FULL_ACCESS_KEY' || kind === 'SCOPED_KEY')) return { environmentId, actor };
  throw new DomainError('IdentityForbidden', 'streamEntitlements is for server keys (X-API-KEY: server-…)');
}
