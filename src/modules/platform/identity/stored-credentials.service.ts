import { Injectable } from '@nestjs/common';

import type { Principal } from '#libs/context/request-context';
import type { Permission } from '#libs/kernel/permission';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { soon, type Soon } from '#libs/kernel/soon';
import { Credentials } from '#libs/security/authentication';
import { isWellFormedKeySecret } from '#libs/credentials/key-secret';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { implied, memberMay } from './domain/permissions';
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
  ) {
    super();
  }

  byKeySecret(secret: string): Soon<Principal | undefined> {
    return soon(this.cache.find(secret) ?? this.look(secret), (facts) => this.admitted(facts));
  }

  async byKeyUids(uids: readonly string[]): Promise<ReadonlyMap<string, Principal>> {
    const good = (await this.reader.keysByUids(uids)).filter(
      (facts) => this.isInForce(facts) && facts.account_status !== 'BLOCKED',
    );
    return new Map(good.map((facts) => [facts.uid, keyPrincipal(facts)]));
  }

  private isInForce({ revoked_at: revokedAt, expires_at: expiresAt }: KeyFacts): boolean {
    return !revokedAt && (!expiresAt || expiresAt > this.clock.now());
  }

  private admitted(facts: KeyFacts | undefined): Principal | undefined {
    if (!facts || !this.isInForce(facts)) return undefined;
    if (facts.account_status === 'BLOCKED') throw accessDenied('The account is blocked');
    return this.principalOf(facts);
  }

  async byUser(subject: string, accountId?: string, environmentId?: string): Promise<Principal> {
    const memberships = await this.reader.membershipsOf(subject);
    const found =
      accountId === undefined ? memberships[0] : memberships.find((m) => m.account_uid === accountId);
    if (!found) throw accessDenied('You are no member of this account (X-ACCOUNT-ID)');
    if (found.account_status === 'BLOCKED') throw accessDenied('The account is blocked');
    if (environmentId === undefined) throw badInput('X-ENVIRONMENT-ID is required with a user token');
    return userPrincipal(subject, found, environmentId);
  }

  /** One principal for as long as the key is cached. */
  private principalOf(facts: KeyFacts): Principal {
    const known = this.principals.get(facts);
    if (known) return known;
    const principal = keyPrincipal(facts);
    this.principals.set(facts, principal);
    return principal;
  }

  private async look(secret: string): Promise<KeyFacts | undefined> {
    // The checksum spares the database every mistyped key.
    if (!isWellFormedKeySecret(secret)) return undefined;
    const digest = this.pepper.digest(secret);
    const startedAt = performance.now();
    const facts = await this.reader.keyByDigest(digest);
    if (facts && !facts.revoked_at) this.cache.keep(secret, digest, facts, startedAt);
    return facts;
  }
}

function keyPrincipal({ uid, kind, scopes, account_uid, environment_id }: KeyFacts): Principal {
  const base = { actor: uid, accountId: account_uid, environmentId: environment_id };
  if (kind === 'FULL_ACCESS') return { ...base, kind: 'FULL_ACCESS_KEY', may: () => true };
  // Nothing is open to browsers until customer tokens exist. Choice: ADR-0011.
  if (kind === 'PUBLISHABLE') return { ...base, kind: 'PUBLISHABLE_KEY', may: () => false };
  const granted = implied(scopes);
  return { ...base, kind: 'SCOPED_KEY', may: (permission: Permission) => granted.has(permission) };
}

function userPrincipal(subject: string, membership: MembershipFacts, environmentId: string): Principal {
  const { role, environments, account_uid } = membership;
  if (!Object.hasOwn(environments, environmentId)) {
    throw accessDenied('The environment belongs to another account (X-ENVIRONMENT-ID)');
  }
  const inEnvironment = environments[environmentId] ?? 'NONE';
  if (role !== 'OWNER' && inEnvironment === 'NONE')
    throw accessDenied('You have no role in this environment');
  const may = (permission: Permission) => memberMay(role, inEnvironment, permission);
  return { kind: 'USER', actor: subject, accountId: account_uid, environmentId, may };
}
