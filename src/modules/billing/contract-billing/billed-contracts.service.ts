import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import type { CurrencyCode } from '#libs/kernel/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import { ContractsForBillingService, type StoredContract } from '#modules/billing/contracts';
import { CustomersService } from '#modules/customers/customers';
import { BillingDetailsRepository } from './billing-details.repository';
import { ContractBillingTotals, type BilledContent } from './contract-billing.views';
import type { BillingDetails } from './domain/billing-details';
import { requireSchedulable } from './domain/invoice-schedule';
import type { LineItem } from './domain/line-item';
import { rejected } from './domain/refusals';
import { LineItemsRepository } from './line-items.repository';

/** A contract with all that is billed of it. */
export interface Billed extends BilledContent {
  contract: StoredContract;
  lines: LineItem[];
  /** Absent until the first line. */
  details: BillingDetails | undefined;
  /** Of the lines, else of the customer. */
  currency: CurrencyCode | null;
  customersCurrency: CurrencyCode | null;
}

/** Loads what is billed of a contract, and tells what became of it. The lock of the contract's row orders all writers. */
@Injectable()
export class BilledContracts {
  constructor(
    private readonly contracts: ContractsForBillingService,
    private readonly customers: CustomersService,
    private readonly lines: LineItemsRepository,
    private readonly details: BillingDetailsRepository,
    private readonly journal: Journal,
  ) {}

  /** @throws ContractNotFound, CustomerNotFound, EntityIsArchivedError */
  @Within()
  async lock(id: string): Promise<Billed> {
    return this.load(await this.contracts.lockForBilling(id));
  }

  /** @throws as `lock`, and BillingContractOperationRejected: NO_BILLING_CONTRACT, CONTRACT_NOT_DRAFT */
  @Within()
  async lockDraft(id: string): Promise<Billed> {
    const billed = await this.lock(id);
    billed.contract.requireDraftBilling();
    return billed;
  }

  /** In any state. @throws ContractNotFound */
  @Within()
  async read(id: string): Promise<Billed> {
    return this.load(await this.contracts.readForBilling(id));
  }

  /**
   * What it comes to now, kept as another state of the contract.
   * @throws BadUserInput for more invoice lines than are taken, AmountTooLarge
   */
  @Within()
  async keep(billed: Billed, before: ContractBillingTotals): Promise<ContractBillingTotals> {
    const { contract, details } = billed;
    requireSchedulable(billed.lines.map((line) => line.billed));
    await this.contracts.saveBilling(contract);
    const after = ContractBillingTotals.from(billed);
    const { note = null, paymentMethod = null } = details ?? {};
    const about = { entityType: 'CONTRACT', entityId: contract.id, parentId: contract.customerId } as const;
    const state = { ...after, note, paymentMethod };
    this.journal.record({ type: 'contract.billing_updated', ...about, before, after: state });
    return told(after, contract);
  }

  private async load(contract: StoredContract): Promise<Billed> {
    const lines = await this.lines.ofContract(contract.uid);
    const details = await this.details.ofContract(contract.uid);
    const { billingCurrency: customersCurrency } = await this.customers.getOrThrow(contract.customerId);
    const kept = lines.length > 0 ? details?.currency : undefined;
    return { contract, lines, details, currency: kept ?? customersCurrency, customersCurrency };
  }
}

/** @throws BillingContractOperationRejected, NO_LINE_ITEMS */
export function requireLines({ contract, lines }: Billed): void {
  if (lines.length > 0) return;
  throw rejected('NO_LINE_ITEMS', `Contract ${contract.id} has no line items; add one first`);
}

/** @throws ContractLineItemNotFound */
export function lineNamed({ contract, lines }: Billed, ref: string): LineItem {
  // An externalId may be spelled like the itemId of another line: the caller's own word wins.
  const line = lines.find(({ externalId }) => externalId === ref) ?? lines.find(({ uid }) => uid === ref);
  if (line) return line;
  throw new DomainError(
    'ContractLineItemNotFound',
    `Line item ${ref} of contract ${contract.id} was not found`,
  );
}
