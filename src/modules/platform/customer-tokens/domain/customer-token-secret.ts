import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { DomainError } from '#libs/kernel/errors/domain-error';

export type CustomerTokenSecretStatus = 'ACTIVE' | 'ENDING' | 'ENDED';

/** Two are valid while one takes the place of the other. Domain: access-and-events B4 */
const mostValid = 2;

/** Under which a vendor's server signs the ids of its customers. It must be read again, so it lies sealed. Domain: access-and-events B4 */
export class CustomerTokenSecret extends AddressedEntity {
  id: string;
  sealedSecret: string;
  lastFour: string;
  /** Null: until it is ended. */
  endsAt: Date | null;

  /** @param seal what gives the sealed secret, knowing the key of the row */
  static issue(lastFour: string, seal: (uid: string) => string, now: Date): CustomerTokenSecret {
    const bare = { lastFour, endsAt: null };
    const secret = CustomerTokenSecret.instantiate<CustomerTokenSecret>(CustomerTokenSecret, bare, now);
    return Object.assign(secret, { id: secret.uid, sealedSecret: seal(secret.uid) });
  }

  statusAt(now: Date): CustomerTokenSecretStatus {
    if (this.endsAt === null) return 'ACTIVE';
    return this.endsAt > now ? 'ENDING' : 'ENDED';
  }

  isValidAt(now: Date): boolean {
    return this.statusAt(now) !== 'ENDED';
  }

  /** No later than it ends already. */
  endAt(at: Date): void {
    if (this.endsAt === null || at < this.endsAt) this.endsAt = at;
  }

  /** The same secret under another key. */
  reseal(sealed: string): void {
    this.sealedSecret = sealed;
  }
}

/** @throws IntegrityViolation */
export function requireRoom(secrets: readonly CustomerTokenSecret[], now: Date): void {
  if (secrets.filter((each) => each.isValidAt(now)).length < mostValid) return;
  const message = `${mostValid} secrets are valid already; end one first, or send graceHours: 0 to end both`;
  throw new DomainError('IntegrityViolation', message);
}
