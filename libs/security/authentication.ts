import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { speakingFor } from './customer-claim';
import { JwtVerifier, type SignedIn } from './jwt-verifier';
import { RateLimits } from './rate-limits';

export const customerIdHeader = 'x-customer-id';
export const customerTokenHeader = 'x-customer-token';

/** A key as it stands now. */
export interface StandingKey extends Principal {
  /** The oldest of its secrets that opens it still. */
  readonly oldestSecret: number;
}

/** By X-ACCOUNT-ID and X-ENVIRONMENT-ID. */
export interface NamedPlace {
  accountId?: string;
  environmentId?: string;
}

/** Who is behind a credential; the identity module knows. */
export abstract class Credentials {
  /** Undefined for an unknown, expired or revoked key, and for a text that is none. */
  abstract byKeySecret(secret: string): Soon<Principal | undefined>;

  /** Of these keys, by uid, those that would be let in now: for what lasts longer than a request. */
  abstract byKeyUids(uids: readonly string[]): Promise<ReadonlyMap<string, StandingKey>>;

  /**
   * Whoever signed in is somebody: what refuses this user about an environment or an account is in the principal.
   * @param named as the headers name account and environment, unchecked
   */
  abstract byUser(user: SignedIn, named: NamedPlace): Promise<Principal>;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/**
 * Credential → principal. A key present decides alone; a Bearer token beside it is ignored. One message for every failure,
 * so that nothing is learnt from it. Domain: access-and-events B6; decision 3 of the interface's README.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly credentials: Credentials,
    private readonly jwt: JwtVerifier,
    private readonly limits: RateLimits,
  ) {}

  /** @throws Unauthenticated, RateLimitExceeded, AccessDeniedError of a key */
  authenticate(request: FastifyRequest): Soon<Principal> {
    return soon(this.limits.requireTrusted(request.ip), () =>
      soon(this.principalOf(request), (principal) => principal ?? this.refuse(request)),
    );
  }

  private async refuse(request: FastifyRequest): Promise<never> {
    await this.limits.noteFailure(request.ip);
    throw new DomainError('Unauthenticated');
  }

  private principalOf(request: FastifyRequest): Soon<Principal | undefined> {
    const secret = header(request, 'x-api-key');
    if (secret === undefined) return this.userOf(request);
    return soon(this.credentials.byKeySecret(secret), (key) => key && speaker(key, request));
  }

  private async userOf(request: FastifyRequest): Promise<Principal | undefined> {
    const [scheme, token] = (header(request, 'authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined;
    const user = await this.jwt.verify(token);
    if (!user) return undefined;
    const accountId = header(request, 'x-account-id');
    return this.credentials.byUser(user, { accountId, environmentId: header(request, 'x-environment-id') });
  }
}

/** Undefined where the customer whom a publishable key names is not proven. Other keys are bound to no customer. Domain: access-and-events B4 */
function speaker(key: Principal, request: FastifyRequest): Principal | undefined {
  const customerId = key.kind === 'PUBLISHABLE_KEY' ? header(request, customerIdHeader) : undefined;
  return customerId === undefined ? key : speakingFor(key, customerId, header(request, customerTokenHeader));
}
