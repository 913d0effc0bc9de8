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
   * @throws IdentityForbidden for users, RateLimitExceeded when too many streams are open
   */
  @UseCase('streamEntitlements', {
    needs: 'entitlements:read',
    opens: 'CUSTOMER',
    asksAbout: ({ customerId }: StreamEntitlementsQuery) => customerId,
    answers: stream(EntitlementsUpdated, UsageUpdated, PackagePublished, Resync),
    summary: 'Tell what changes for customers, as it changes.',
  })
  async follow({ customerId }: StreamEntitlementsQuery): Promise<MessageSource> {
    const { principal, lastPlace } = requireContext();
    const { environmentId, actor: keyUid, secretNo = 0, customer } = requireKey(principal);
    const named = customer ? [customer.id] : customerId;
    const customers = named?.length ? [...new Set(named)] : null;
    return this.streams.open({ environmentId, keyUid, secretNo, customers, customer }, lastPlace);
  }
}

/** A stream ends with the key that opened it, and with what proved its customer; a user's token could not be taken back. */
function requireKey(principal: Principal | undefined): Principal & { environmentId: string } {
  const { kind, environmentId } = principal ?? {};
  const isKey = kind === 'FULL_ACCESS_KEY' || kind === 'SCOPED_KEY' || kind === 'CUSTOMER';
  if (principal && environmentId && isKey) return { ...principal, environmentId };
  throw new DomainError(
    'IdentityForbidden',
    'streamEntitlements is for server keys (X-API-KEY: server-…), and for publishable keys in the name of a customer',
  );
}
