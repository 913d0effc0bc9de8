import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Metadata } from '#libs/kernel/metadata';
import { TenantEntity } from '#libs/kernel/tenant-entity';

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

/** A unit of credits, not money. Domain: credits §1 */
export class CustomCurrency extends TenantEntity {
  id: string;
  displayName: string;
  description: string | null;
  symbol: string | null;
  units: CurrencyUnits | null;
  metadata: Metadata;
  archivedAt: Date | null;

  static create(given: NewCurrency, now: Date): CustomCurrency {
    return CustomCurrency.born<CustomCurrency>(CustomCurrency, { ...given, archivedAt: null }, now);
  }

  /** @throws EntityIsArchivedError: nothing new refers to an archived currency. Domain: credits Y2 */
  requireLive(): void {
    if (this.archivedAt === null) return;
    throw new DomainError('EntityIsArchivedError', `Custom currency ${this.id} is archived`);
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
