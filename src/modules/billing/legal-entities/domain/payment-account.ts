import type { CurrencyCode } from '#libs/business/values/currency';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import type { LegalEntity, RetirementStatus } from './legal-entity';

interface PaymentAccountDetails {
  name: string;
  bankName: string | null;
  /** Null: the legal entity. */
  accountHolder: string | null;
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  bic: string | null;
  /** Null: any. */
  currency: CurrencyCode | null;
}

export type PaymentAccountChanges = Partial<PaymentAccountDetails>;

const nothing = {
  bankName: null,
  accountHolder: null,
  iban: null,
  accountNumber: null,
  routingNumber: null,
  bic: null,
  currency: null,
} as const;

/** A bank account of a legal entity, into which customers pay. Domain: contracts-billing E2 */
export class PaymentAccount extends AddressedEntity implements PaymentAccountDetails {
  id: string;
  legalEntityUid: string;
  legalEntityId: string;
  name: string;
  bankName: string | null;
  accountHolder: string | null;
  /** Upper-case, without blanks; so is `bic`. */
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  bic: string | null;
  currency: CurrencyCode | null;
  status: RetirementStatus;

  static create(
    entity: LegalEntity,
    { id, ...details }: PaymentAccountChanges & { id: string; name: string },
    now: Date,
  ): PaymentAccount {
    const owner = { legalEntityUid: entity.uid, legalEntityId: entity.id };
    const state = { id, ...owner, ...nothing, status: 'ACTIVE' as const };
    const account = PaymentAccount.instantiate<PaymentAccount>(PaymentAccount, state, now);
    account.change(details);
    return account;
  }

  /** Invoices that were issued keep what they tell. @throws EntityIsArchivedError */
  change(changes: PaymentAccountChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(changes));
    this.iban = compact(this.iban);
    this.bic = compact(this.bic);
  }

  /** Offered for nothing new; what it is chosen for keeps it. @throws EntityIsArchivedError */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  /** @throws BadUserInput when it is not archived, as customers do */
  unarchive(): void {
    if (this.status !== 'ARCHIVED') throw badInput(`Payment account ${this.id} is not archived`);
    this.status = 'ACTIVE';
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status === 'ACTIVE') return;
    const message = `Payment account ${this.id} is archived; unarchive it first`;
    throw new DomainError('EntityIsArchivedError', message);
  }
}

const compact = (text: string | null): string | null => text && text.replace(/[\s-]/g, '').toUpperCase();

const maxAccounts = 50;

/** They are told whole with their entity. @throws BadUserInput */
export function requireRoomForAccount(present: number): void {
  if (present < maxAccounts) return;
  throw badInput(`A legal entity has at most ${maxAccounts} payment accounts; change one instead`);
}
