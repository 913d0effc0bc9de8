import { Injectable } from '@nestjs/common';

import type { CustomerTokens } from '#libs/credentials/customer-token';
import type { Principal } from '#libs/context/request-context';
import type { Permission } from '#libs/kernel/permission';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { Credentials, type NamedPlace, type StandingKey } from '#libs/security/authentication';
import type { SignedIn } from '#libs/security/jwt-verifier';
import { isWellFormedKeySecret } from '#libs/credentials/key-secret';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { bestOf, fullAccessMay, memberMay, strangerMay } from '#modules/platform/accounts';
import { implied, KeyUses, leastApartMs, ofEveryCaller, type KeyUse } from '#modules/platform/api-keys';
import { CustomerTokensOfKeys } from './customer-tokens-of-keys.service';
import { IdentityReader, type KeyFacts, type MembershipFacts } from './identity.reader';
import { KeyCache } from './key.cache';

const accessDenied = (message: string): DomainError => new DomainError('AccessDeniedError', message);

/** Credentials as this database knows them. */
@Injectable()
export class StoredCredentials extends Credentials {
  private readonly principals = new WeakMap<KeyFacts, Principal>();

  constructor(
    private readonly reader: IdentityReader,
    private readonly cache: KeyCache,
    private readonly pepper: KeyPepper,
    private readonly clock: MachineClock,
    private readonly customerTokens: CustomerTokensOfKeys,
    private readonly uses: KeyUses,
  ) {
    super();
  }

  byKeySecret(secret: string): Soon<Principal | undefined> {
    return soon(this.cache.find(secret) ?? this.look(secret), (facts) => this.admitted(facts));
  }

  async byKeyUids(uids: readonly string[]): Promise<ReadonlyMap<string, StandingKey>> {
    const good = (await this.reader.keysByUids(uids)).filter(
      (facts) => this.isInForce(facts) && facts.account_status !== 'BLOCKED',
    );
    await this.customerTokens.addTo(good);
    return new Map(good.map((facts) => [facts.uid, this.standing(facts)]));
  }

  private standing(facts: KeyFacts): StandingKey {
    const { rotations, previous_digest: previous, previous_ends_at: previousEndsAt } = facts;
    const oldestSecret = previous !== null && this.isAhead(previousEndsAt) ? rotations - 1 : rotations;
    return { ...this.keyPrincipal(facts), oldestSecret };
  }

  private isInForce(facts: KeyFacts): boolean {
    const { revoked_at: revokedAt, expires_at: expiresAt, previous_ends_at: previousEndsAt } = facts;
    if (revokedAt || (expiresAt && !this.isAhead(expiresAt))) return false;
    return !facts.is_previous || this.isAhead(previousEndsAt);
  }

  private isAhead(instant: Date | null): boolean {
    return instant !== null && instant > this.clock.now();
  }

  private admitted(facts: KeyFacts | undefined): Principal | undefined {
    if (!facts || !this.isInForce(facts)) return undefined;
    if (facts.account_status === 'BLOCKED') throw accessDenied('The account is blocked');
    return this.principalOf(facts);
  }

  async byUser(user: SignedIn, named: NamedPlace): Promise<Principal> {
    const memberships = await this.reader.membershipsOf(user.subject);
    const { accountId } = named;
    const found =
      accountId === undefined ? memberships[0] : memberships.find((m) => m.account_uid === accountId);
    return found ? memberPrincipal(user, found, named.environmentId) : strangerPrincipal(user);
  }

  /** One principal for as long as the key is cached. */
  private principalOf(facts: KeyFacts): Principal {
    const known = this.principals.get(facts);
    if (known) return known;
    const principal = this.keyPrincipal(facts);
    this.principals.set(facts, principal);
    return principal;
  }

  private keyPrincipal(facts: KeyFacts): Principal {
    const { customer_tokens: told } = facts;
    return keyPrincipal(facts, told && this.customerTokens.opened(told));
  }

  private async look(secret: string): Promise<KeyFacts | undefined> {
    // The checksum spares the database every mistyped key.
    if (!isWellFormedKeySecret(secret)) return undefined;
    const digest = this.pepper.digest(secret);
    const startedAt = performance.now();
    const facts = await this.reader.keyByDigest(digest, this.pepper.formerDigests(secret));
    if (!facts) return undefined;
    await this.customerTokens.addTo([facts]);
    if (!facts.revoked_at) this.cache.keep(secret, facts.digest, facts, startedAt);
    if (this.isInForce(facts) && facts.account_status !== 'BLOCKED') this.noteUse(facts, digest);
    return facts;
  }

  /** At each look-up, so never in the way of requests whose key is known. Domain: access-and-events Y8, Y10 */
  private noteUse(facts: KeyFacts, digest: string): void {
    const at = this.clock.now();
    const { environment_id: environmentId, uid, last_used_at: lastUsedAt } = facts;
    if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < leastApartMs) return;
    this.uses.note({ environmentId, uid, at, ...this.moveOf(facts, digest) });
  }

  /** Where the digest of the secret that was shown lies under a former pepper, or under one that was not told. */
  private moveOf(facts: KeyFacts, after: string): Pick<KeyUse, 'moved'> {
    const { id: pepperId } = this.pepper;
    const isPrevious = facts.is_previous ?? false;
    const before = isPrevious ? facts.previous_digest : facts.digest;
    const known = isPrevious ? facts.previous_pepper_id : facts.pepper_id;
    return before === null || known === pepperId ? {} : { moved: { isPrevious, before, after, pepperId } };
  }
}

function keyPrincipal(facts: KeyFacts, customerTokens: CustomerTokens | undefined): Principal {
  const { uid, kind, scopes, account_uid, environment_id, rotations, is_previous: isPrevious } = facts;
  const secretNo = isPrevious ? rotations - 1 : rotations;
  const base = { actor: uid, accountId: account_uid, environmentId: environment_id, secretNo };
  if (kind === 'FULL_ACCESS') return { ...base, kind: 'FULL_ACCESS_KEY', may: fullAccessMay };
  // It has no permission: what is open to it says so itself (access-and-events B3).
  if (kind === 'PUBLISHABLE') return { ...base, kind: 'PUBLISHABLE_KEY', customerTokens, may: () => false };
  const granted = implied(scopes);
  return {
    ...base,
    kind: 'SCOPED_KEY',
    may: (permission: Permission) => granted.has(permission) || permission === ofEveryCaller,
  };
}

const everywhere = (refusal: DomainError): Principal['refusals'] => ({
  environment: refusal,
  account: refusal,
});

function strangerPrincipal({ subject, isSso }: SignedIn): Principal {
  const refusals = everywhere(accessDenied('You are no member of this account (X-ACCOUNT-ID)'));
  return { kind: 'USER', actor: subject, accountId: '', isSso, refusals, may: strangerMay };
}

/** @param environmentId as named by the caller */
function memberPrincipal(user: SignedIn, membership: MembershipFacts, environmentId?: string): Principal {
  const { role, environments, account_uid: accountId } = membership;
  const refusals = refusalsOf(user, membership, environmentId);
  const best = bestOf(Object.values(environments));
  const chosen = refusals?.environment || environmentId === undefined ? undefined : environmentId;
  const inEnvironment = chosen === undefined ? best : (environments[chosen] ?? 'NONE');
  const may = (permission: Permission) => memberMay(role, inEnvironment, permission);
  const { subject: actor, isSso } = user;
  return { kind: 'USER', actor, accountId, environmentId: chosen, isSso, refusals, may };
}

/** In their order. Domain: access-and-events A3, A4, B5 */
function refusalsOf(
  user: SignedIn,
  membership: MembershipFacts,
  environmentId?: string,
): Principal['refusals'] {
  const { role, environments, account_status: status, access } = membership;
  if (status === 'BLOCKED') return everywhere(accessDenied('The account is blocked'));
  if (access === 'SSO' && !user.isSso) return everywhere(new DomainError('RequiredSsoAuthenticationError'));
  if (environmentId !== undefined && !Object.hasOwn(environments, environmentId))
    return everywhere(accessDenied('The environment belongs to another account (X-ENVIRONMENT-ID)'));
  if (role !== 'OWNER' && bestOf(Object.values(environments)) === 'NONE')
    return everywhere(
      accessDenied('You have no role in this environment, nor in another one of this account'),
    );
  if (environmentId === undefined)
    return { environment: badInput('X-ENVIRONMENT-ID is required with a user token') };
  if (role !== 'OWNER' && (environments[environmentId] ?? 'NONE') === 'NONE')
    return { environment: accessDenied('You have no role in this environment') };
  return undefined;
}
