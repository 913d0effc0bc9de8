import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { collectingVendor, type VendorIdentifier } from './vendor';

type NewIntegration = Pick<Integration, 'id' | 'vendorIdentifier' | 'displayName'>;

/** A vendor whose service knows the customers of the environment too; one of each. Domain: customers-subscriptions U9 */
export class Integration extends AddressedEntity {
  /** Public id, never changed. */
  id: string;
  vendorIdentifier: VendorIdentifier;
  displayName: string | null;
  /** Null: the vendor is called by nothing here. */
  sealedCredentials: string | null;
  credentialsChangedAt: Date | null;
  /** Are these the credentials of no real account? */
  isSandbox: boolean;

  static create(given: NewIntegration, now: Date): Integration {
    const bare = { sealedCredentials: null, credentialsChangedAt: null, isSandbox: false };
    return Integration.instantiate<Integration>(Integration, { ...given, ...bare }, now);
  }

  /** Does it collect money? */
  get isCollecting(): boolean {
    return this.vendorIdentifier === collectingVendor;
  }

  rename(displayName: string | null): void {
    this.displayName = displayName;
  }

  keepCredentials(sealed: { credentials: string; isSandbox: boolean }, now: Date): void {
    this.sealedCredentials = sealed.credentials;
    this.isSandbox = sealed.isSandbox;
    this.credentialsChangedAt = now;
  }

  /** The same credentials under another key. */
  reseal(credentials: string): void {
    this.sealedCredentials = credentials;
  }
}
