import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { JwtVerifier } from './jwt-verifier';
import { RateLimits } from './rate-limits';

/** Who is behind a credential; the identity module knows. */
export abstract class Credentials {
  /** Undefined for an unknown, expired or revoked key, and for a text that is none. */
  abstract byKeySecret(secret: string): Soon<Principal | undefined>;

  /** Of these keys, by uid, those that would be let in now: for what lasts longer than a request. */
  abstract byKeyUids(uids: readonly string[]): Promise<ReadonlyMap<string, Principal>>;

  /**
   * @param environmentId as named by X-ENVIRONMENT-ID
   * @throws AccessDeniedError without membership or with an environment of another account, BadUserInput without environment
   */
  abstract byUser(subject: string, accountId?: string, environmentId?: string): Promise<Principal>;
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

  /** @throws Unauthenticated, RateLimitExceeded, AccessDeniedError, BadUserInput */
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
    return secret === undefined ? this.userOf(request) : this.credentials.byKeySecret(secret);
  }

  private async userOf(request: FastifyRequest): Promise<Principal | undefined> {
    const [scheme, token] = (header(request, 'authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined;
    const user = await this.jwt.verify(token);
    if (!user) return undefined;
    const account = header(request, 'x-account-id');
    return this.credentials.byUser(user.subject, account, header(request, 'x-environment-id'));
  }
}
