import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { told } from '#libs/context/revision';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { ContractsForBillingService, type StoredContract } from '#modules/billing/contracts';
import { CustomersService } from '#modules/customers/customers';
import { BillingDetailsRepository } from './billing-details.repository';
import { ContractBillingTotals } from './contract-billing.views';
import { summaryOf, type BilledContent, type BillingSummary } from './domain/billing-summary';
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
  private readonly record: ChangeRecord<BillingSummary>;

  constructor(
    private readonly contracts: ContractsForBillingService,
    private readonly customers: CustomersService,
    private readonly lines: LineItemsRepository,
    private readonly details: BillingDetailsRepository,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'CONTRACT',
      noun: 'contract',
      picture: ({ note, paymentMethod, ...summary }) => ({
        ...ContractBillingTotals.from({ note, paymentMethod, ...summary }),
        note,
        paymentMethod,
      }),
      idOf: ({ contractId }) => contractId,
      parentOf: ({ customerId }) => customerId,
    });
  }

  /** @throws ContractNotFound, CustomerNotFound, EntityIsArchivedError */
  async lock(id: string): Promise<Billed> {
    return this.load(await this.contracts.lockForBilling(id));
  }

  /** @throws as `lock`, and BillingContractOperationRejected: NO_BILLING_CONTRACT, CONTRACT_NOT_DRAFT */
  async lockDraft(id: string): Promise<Billed> {
    const billed = await this.lock(id);
    billed.contract.requireDraftBilling();
    return billed;
  }

  /** In any state. @throws ContractNotFound */
  async read(id: string): Promise<Billed> {
    return this.load(await this.contracts.readForBilling(id));
  }

  /**
   * What the work makes of it is another state of the contract, and answered as what it comes to then.
   * @throws BadUserInput for more invoice lines than are taken, AmountTooLarge
   */
  async change(billed: Billed, work: () => Promise<void>): Promise<ContractBillingTotals> {
    const before = summaryOf(billed);
    await work();
    requireSchedulable(billed.lines.map((line) => line.billed));
    await this.contracts.saveBilling(billed.contract);
    const after = summaryOf(billed);
    this.record.add('billing_updated', before, after);
    return told(ContractBillingTotals.from(after), billed.contract);
  }

  /** The same, where it shows in the contract too. @param thereupon what follows once it is stored */
  async changeWithContract(
    billed: Billed,
    work: () => Promise<void>,
    thereupon?: () => Promise<void>,
  ): Promise<ContractBillingTotals> {
    let totals: ContractBillingTotals | undefined;
    await this.contracts.change(billed.contract, 'updated', async () => {
      totals = await this.change(billed, work);
      await thereupon?.();
    });
    return totals as ContractBillingTotals;
  }

  show(billed: Billed): ContractBillingTotals {
    return told(ContractBillingTotals.from(summaryOf(billed)), billed.contract);
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
