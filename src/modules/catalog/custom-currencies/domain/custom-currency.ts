import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';

export type CustomCurrencyStatus = 'ACTIVE' | 'ARCHIVED';

/** How amounts of the currency are called: 1 token, 2 tokens. */
export interface CurrencyUnits {
  singular: string;
  plural: string;
}

type NewCurrency = Pick<
  CustomCurrency,
  'id' | 'displayName' | 'description' | 'symbol' | 'units' | 'metadata'
>;

export interface CurrencyChanges {
  displayName?: string;
  description?: string | null;
  symbol?: string | null;
  units?: CurrencyUnits | null;
  metadata?: MetadataPatch | null;
}

/** A unit of credits, not money. Domain: credits Y1 */
export class CustomCurrency extends AddressedEntity {
  id: string;
  displayName: string;
  description: string | null;
  symbol: string | null;
  units: CurrencyUnits | null;
  metadata: Metadata;
  archivedAt: Date | null;

  static create(given: NewCurrency, now: Date): CustomCurrency {
    const currency = CustomCurrency.instantiate<CustomCurrency>(
      CustomCurrency,
      { ...given, archivedAt: null },
      now,
    );
    currency.settle();
    return currency;
  }

  /** An empty description or symbol clears it, as null does. @throws EntityIsArchivedError, InvalidMetadataError. Domain: credits Y1 */
  change({ metadata, ...rest }: CurrencyChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
    this.settle();
  }

  /** Wallets keep working, nothing new is granted. @throws EntityIsArchivedError when it is archived already. Domain: credits Y2 */
  archive(now: Date): void {
    this.requireLive();
    this.archivedAt = now;
  }

  /** @throws BadUserInput when it is not archived, as customers do */
  unarchive(): void {
    if (this.archivedAt === null) throw badInput(`Custom currency ${this.id} is not archived`);
    this.archivedAt = null;
  }

  /** @throws EntityIsArchivedError: nothing new refers to an archived currency. Domain: credits Y2 */
  requireLive(): void {
    if (this.archivedAt === null) return;
    throw new DomainError('EntityIsArchivedError', `Custom currency ${this.id} is archived`);
  }

  private settle(): void {
    this.description ||= null;
    this.symbol ||= null;
  }
}

const maxActive = 50;

/** @throws TooManyCustomCurrencies. Domain: credits Y3 */
export function requireRoomForCurrency(active: number): void {
  if (active < maxActive) return;
  throw new DomainError(
    'TooManyCustomCurrencies',
    `The environment has ${active} active custom currencies, at most ${maxActive}; archive one first`,
  );
}
