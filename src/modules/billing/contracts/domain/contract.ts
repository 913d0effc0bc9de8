import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { withoutAbsent } from '#libs/kernel/patch';
import { startOfDay } from '#libs/kernel/period';

/** Spec: BillingState. Domain: contracts-billing C6, C7 */
export type ContractState = 'DRAFT' | 'ACTIVE' | 'CANCELED' | 'END_BILLING';

/** As far as billing was brought by decisions; that it ran to its end is told by the clock. */
export type BillingStage = Exclude<ContractState, 'END_BILLING'>;

/** First and last day; each is the instant at which that day begins in UTC. */
export interface ActivationWindow {
  activationStartDate: Date | null;
  activationEndDate: Date | null;
}

const terms = ['activationStartDate', 'activationEndDate'] as const;

interface NewContract extends ActivationWindow {
  id: string;
  customer: { uid: string; id: string };
  name: string | null;
  poNumber: string | null;
  setupBilling: boolean;
}

export interface ContractChanges extends Partial<ActivationWindow> {
  name?: string | null;
  poNumber?: string | null;
}

/** How far the half of a contract that makes invoices was brought. */
export interface PublicationState {
  id: string;
  stage: BillingStage;
  publishedAt: Date | null;
  /** The last day that is billed, inclusive; null until it is published. */
  lastDay: Date | null;
}

/** Names of listings that are read below `/contracts`, where they win over an id. Interface: beyond.md */
const reservedIds: readonly string[] = ['legal-entities', 'pricing-models'];

/** The deal with one customer: it groups subscriptions and may have a billing half. Domain: contracts-billing T1 */
export class Contract extends AddressedEntity implements ActivationWindow {
  /** The `contractId` of the wire, whose `id` is the `uid` of here. */
  id: string;
  customerUid: string;
  customerId: string;
  name: string | null;
  poNumber: string | null;
  activationStartDate: Date | null;
  activationEndDate: Date | null;
  archivedAt: Date | null;
  billingId: string | null;
  billingStage: BillingStage | null;
  billingPublishedAt: Date | null;
  billingLastDay: Date | null;

  /** @throws BadUserInput for a reserved id and for an end before the start */
  static create({ customer, setupBilling, ...given }: NewContract, now: Date): Contract {
    if (reservedIds.includes(given.id)) throw badInput(`contractId: ${given.id} is reserved; send another`);
    const empty = { billingId: null, billingStage: null, billingPublishedAt: null, billingLastDay: null };
    const bound = { customerUid: customer.uid, customerId: customer.id };
    const contract = Contract.instantiate<Contract>(
      Contract,
      { ...given, ...windowOf(given), ...bound, ...empty, archivedAt: null },
      now,
    );
    if (setupBilling) contract.setUpBilling();
    return contract;
  }

  /**
   * The dates are those of its billing, as long as it has one that is no draft any more: others are refused.
   * @returns the dates that are others now. @throws EntityIsArchivedError, BadUserInput, BillingContractOperationRejected: CONTRACT_NOT_DRAFT
   */
  change({ name, poNumber, ...dates }: ContractChanges): Partial<ActivationWindow> {
    this.requireLive();
    const { activationStartDate, activationEndDate } = this;
    const before = { activationStartDate, activationEndDate };
    const window = windowOf({ ...before, ...withoutAbsent(dates) });
    const moved = terms.filter((term) => window[term]?.getTime() !== before[term]?.getTime());
    if (moved.length > 0 && this.billingStage === 'ACTIVE') {
      const why = `the billing of contract ${this.id} is published and goes on by its own days`;
      const way = 'amend it with new terms (edit-active), and it stays live, or reopen it to the draft';
      throw rejected('CONTRACT_NOT_DRAFT', `${moved.join(', ')}: ${why}; ${way}`);
    }
    Object.assign(this, withoutAbsent({ name, poNumber }), window);
    return Object.fromEntries(moved.map((term) => [term, window[term]]));
  }

  /** For good, with its billing. Its subscriptions are ended by the caller. Domain: contracts-billing C8. @throws EntityIsArchivedError */
  archive(now: Date): void {
    this.requireLive();
    this.archivedAt = now;
    if (this.billing) this.billingStage = 'CANCELED';
  }

  /** @throws EntityIsArchivedError. Domain: contracts-billing C8 */
  requireLive(): void {
    if (!this.archivedAt) return;
    throw new DomainError('EntityIsArchivedError', `Contract ${this.id} is archived; create another`);
  }

  get billing(): PublicationState | null {
    const { billingId: id, billingStage: stage } = this;
    if (id === null || stage === null) return null;
    return { id, stage, publishedAt: this.billingPublishedAt, lastDay: this.billingLastDay };
  }

  /** Once and for good: nothing takes billing away again. Domain: contracts-billing T4 */
  setUpBilling(): void {
    if (this.billing) return;
    this.billingId = newUid();
    this.billingStage = 'DRAFT';
  }

  /** @throws BillingContractOperationRejected, NO_BILLING_CONTRACT */
  requireBilling(): PublicationState {
    if (this.billing) return this.billing;
    throw rejected(
      'NO_BILLING_CONTRACT',
      `Contract ${this.id} has no billing; change it with setupBilling true first`,
    );
  }

  /** Domain: contracts-billing P3. @throws BillingContractOperationRejected, NO_BILLING_CONTRACT or CONTRACT_NOT_DRAFT */
  requireDraftBilling(): PublicationState {
    const billing = this.requireBilling();
    if (billing.stage === 'DRAFT') return billing;
    if (billing.stage === 'CANCELED') throw this.canceledBilling();
    const way = 'amend it, and it stays live, or reopen it to the draft';
    throw rejected('CONTRACT_NOT_DRAFT', `The billing of contract ${this.id} is published; ${way}`);
  }

  /** Domain: contracts-billing P3. @throws BillingContractOperationRejected, NO_BILLING_CONTRACT, CONTRACT_NOT_PUBLISHED, or CONTRACT_NOT_DRAFT once canceled */
  requirePublishedBilling(): PublicationState {
    const billing = this.requireBilling();
    if (billing.stage === 'ACTIVE') return billing;
    if (billing.stage === 'CANCELED') throw this.canceledBilling();
    throw rejected('CONTRACT_NOT_PUBLISHED', `The billing of contract ${this.id} is not published`);
  }

  /**
   * From now on it is billed until the end of the window as it is now. Domain: contracts-billing P1, P2
   * @throws BillingContractOperationRejected: NO_BILLING_CONTRACT, ALREADY_PUBLISHED, CONTRACT_NOT_DRAFT, BILLING_PERIOD_REQUIRED
   */
  publishBilling(at: Date): void {
    const { stage } = this.requireBilling();
    if (stage === 'ACTIVE') {
      throw rejected('ALREADY_PUBLISHED', `The billing of contract ${this.id} is published already`);
    }
    this.requireDraftBilling();
    if (!this.activationStartDate || !this.activationEndDate) {
      throw rejected('BILLING_PERIOD_REQUIRED', `Contract ${this.id} needs both activation dates`);
    }
    this.billingStage = 'ACTIVE';
    this.billingPublishedAt = at;
    this.billingLastDay = this.activationEndDate;
  }

  /** Back to the draft. @throws BillingContractOperationRejected, NO_BILLING_CONTRACT or CONTRACT_NOT_PUBLISHED */
  reopenBilling(): void {
    this.requirePublishedBilling();
    this.billingStage = 'DRAFT';
    this.billingPublishedAt = null;
    this.billingLastDay = null;
  }

  /** For good; the contract itself goes on. @throws BillingContractOperationRejected, NO_BILLING_CONTRACT */
  cancelBilling(): void {
    this.requireBilling();
    this.billingStage = 'CANCELED';
  }

  /** The billed window, which is the contract's own too; of a published contract it takes effect at once. Domain: contracts-billing S1. @throws BadUserInput */
  setWindow(activationStartDate: Date | null, activationEndDate: Date | null): void {
    Object.assign(this, windowOf({ activationStartDate, activationEndDate }));
    if (this.billingStage === 'ACTIVE') this.billingLastDay = this.activationEndDate;
  }

  /** It is so for good. */
  private canceledBilling(): DomainError {
    return rejected(
      'CONTRACT_NOT_DRAFT',
      `The billing of contract ${this.id} is canceled; create another contract`,
    );
  }
}

/** Only the calendar day is kept, in UTC. Domain: contracts-billing S1, R6. @throws BadUserInput */
function windowOf({ activationStartDate, activationEndDate }: ActivationWindow): ActivationWindow {
  const start = activationStartDate && startOfDay(activationStartDate);
  const end = activationEndDate && startOfDay(activationEndDate);
  if (start && end && end < start) {
    throw badInput('activationEndDate must not be before activationStartDate');
  }
  return { activationStartDate: start, activationEndDate: end };
}

/** Domain: contracts-billing P4 */
const rejected = (reason: string, message: string): DomainError =>
  new DomainError('BillingContractOperationRejected', message, { reason });
