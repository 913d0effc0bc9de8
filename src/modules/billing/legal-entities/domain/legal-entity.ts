import { postalAddressOf, type AskedAddress, type PostalAddress } from '#libs/business/values/postal-address';
import { requireTaxIds, type TaxId } from '#libs/business/values/tax-id';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';

export type RetirementStatus = 'ACTIVE' | 'ARCHIVED';

interface LegalEntityDetails {
  name: string;
  /** As invoices print it; null: `name`. */
  legalName: string | null;
  /** In the register of companies. */
  registrationNumber: string | null;
  address: PostalAddress | null;
  taxIds: TaxId[];
  email: string | null;
  /** Begins the numbers of its invoices. */
  invoiceNumberPrefix: string | null;
}

export interface LegalEntityChanges extends Omit<Partial<LegalEntityDetails>, 'address'> {
  address?: AskedAddress | null;
}

type NewLegalEntity = LegalEntityChanges & { id: string; name: string };

const nothing = {
  legalName: null,
  registrationNumber: null,
  address: null,
  email: null,
  invoiceNumberPrefix: null,
} as const;

/** A company of the vendor that issues invoices. Domain: contracts-billing E2 */
export class LegalEntity extends AddressedEntity implements LegalEntityDetails {
  id: string;
  name: string;
  legalName: string | null;
  registrationNumber: string | null;
  address: PostalAddress | null;
  taxIds: TaxId[];
  email: string | null;
  invoiceNumberPrefix: string | null;
  /** True of exactly one, as long as any is active. */
  isDefault: boolean;
  status: RetirementStatus;

  /** @throws InvalidAddressError, InvalidTaxId */
  static create({ id, ...details }: NewLegalEntity, now: Date): LegalEntity {
    const state = { id, ...nothing, taxIds: [], isDefault: false, status: 'ACTIVE' as const };
    const entity = LegalEntity.instantiate<LegalEntity>(LegalEntity, state, now);
    entity.change(details);
    return entity;
  }

  /** Address and tax ids are replaced as a whole. @throws EntityIsArchivedError, InvalidAddressError, InvalidTaxId */
  change({ address, taxIds, ...rest }: LegalEntityChanges): void {
    this.requireLive();
    if (taxIds) requireTaxIds(taxIds, 'taxIds');
    if (address !== undefined) this.address = address && postalAddressOf(address, 'address');
    if (taxIds) this.taxIds = taxIds.map(({ type, value }) => ({ type, value }));
    Object.assign(this, withoutAbsent(rest));
  }

  /** Another one must become the default, else there would be none. @throws BadUserInput */
  refuseToStepDown(): void {
    if (!this.isDefault) return;
    throw badInput(`isDefault: legal entity ${this.id} is the default; make another one the default instead`);
  }

  /** @throws IntegrityViolation for the default while another one could be it */
  requireReplaceable(active: readonly LegalEntity[]): void {
    if (!this.isDefault || active.every(({ uid }) => uid === this.uid)) return;
    const message = `Legal entity ${this.id} is the default; make another one the default first`;
    throw new DomainError('IntegrityViolation', message);
  }

  /** Offered for nothing new; what it is chosen for keeps it. @throws EntityIsArchivedError */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
    this.isDefault = false;
  }

  /** @throws BadUserInput when it is not archived, as customers do */
  unarchive(): void {
    if (this.status !== 'ARCHIVED') throw badInput(`Legal entity ${this.id} is not archived`);
    this.status = 'ACTIVE';
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status === 'ACTIVE') return;
    throw new DomainError('EntityIsArchivedError', `Legal entity ${this.id} is archived; unarchive it first`);
  }
}

const maxEntities = 100;

/** The listing is told whole. @throws BadUserInput */
export function requireRoomForEntity(present: number): void {
  if (present < maxEntities) return;
  throw badInput(`An environment has at most ${maxEntities} legal entities; change one instead`);
}
