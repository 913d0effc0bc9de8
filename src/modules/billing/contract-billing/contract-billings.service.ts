import { Injectable } from '@nestjs/common';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { ContractsForBillingService, type StoredContract } from '#modules/billing/contracts';
import { CustomersService } from '#modules/customers/customers';
import { ContractBillingTotals } from './contract-billing.views';
import { ContractBillingsRepository } from './contract-billings.repository';
import { ContractDocuments } from './contract-documents.service';
import type { BillingSummary } from './domain/billing-summary';
import { ContractBilling, type ContractBillingChange } from './domain/contract-billing';
import { RemitToLookup } from './remit-to-lookup.service';

/** The billing halves of contracts: read, locked, and kept in one way. The lock of the contract's row orders all writers. */
@Injectable()
export class ContractBillings {
  private readonly record: ChangeRecord<BillingSummary>;

  constructor(
    private readonly contracts: ContractsForBillingService,
    private readonly customers: CustomersService,
    private readonly billings: ContractBillingsRepository,
    private readonly documents: ContractDocuments,
    private readonly remitTo: RemitToLookup,
    private readonly clock: Clock,
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
  async lock(id: string): Promise<ContractBilling> {
    return this.of(await this.contracts.lockForBilling(id));
  }

  /** Of an archived customer too. @throws ContractNotFound, EntityIsArchivedError */
  async lockBilled(id: string): Promise<ContractBilling> {
    return this.of(await this.contracts.lockBilled(id));
  }

  /** In any state. @throws ContractNotFound */
  async read(id: string): Promise<ContractBilling> {
    return this.of(await this.contracts.readForBilling(id));
  }

  /**
   * What became of it: its rows, the contract's, which is another state with it, the documents of what is published, but those that were left to it,
   * and the activity log. That it was published is told of the contract alone. A draft that is as it was is no new state. Domain: catalog C10
   * @returns what it comes to now. @throws AmountTooLarge
   */
  async keep(change: ContractBillingChange): Promise<ContractBillingTotals> {
    const { verb, before, after, begunBy } = change;
    const isStored = await this.billings.store(change, this.clock.now());
    // Of what is published the documents were taken back, and are made anew.
    const isAnother = isStored || after.isPublished;
    if (!(await this.contracts.saveBilling(before.contract, after.contract, isAnother)))
      return this.show(after);
    if (after.isPublished) await this.documents.make(after, begunBy);
    const summary = await this.summaryOf(after);
    if (verb === 'billing_updated') this.record.add(verb, before.summary, summary);
    return told(ContractBillingTotals.from(summary), after.contract);
  }

  /** What the work keeps shows in the contract too, which is told of once, as it was and as it is. */
  async tellingContract(
    { contract }: ContractBilling,
    work: () => Promise<ContractBillingTotals>,
  ): Promise<ContractBillingTotals> {
    let totals: ContractBillingTotals | undefined;
    const { revision } = contract;
    await this.contracts.change(contract, 'updated', async () => {
      totals = await work();
      return contract.revision !== revision;
    });
    return totals as ContractBillingTotals;
  }

  async show(billing: ContractBilling): Promise<ContractBillingTotals> {
    return told(ContractBillingTotals.from(await this.summaryOf(billing)), billing.contract);
  }

  /** What is canceled came to what its invoices come to. Domain: contracts-billing M2, P8 */
  private async summaryOf(billing: ContractBilling): Promise<BillingSummary> {
    const { summary, contract } = billing;
    const isCanceled = contract.billing?.stage === 'CANCELED';
    return isCanceled ? { ...summary, totals: await this.documents.totalsOf(billing) } : summary;
  }

  /** Of a contract that is locked. */
  async of(contract: StoredContract): Promise<ContractBilling> {
    const rows = await this.billings.ofContract(contract.uid);
    const { billingCurrency } = await this.customers.getOrThrow(contract.customerId);
    const accountCurrencies = await this.remitTo.currenciesOf([...rows.lines, ...rows.former]);
    return new ContractBilling({ contract, ...rows, customersCurrency: billingCurrency, accountCurrencies });
  }
}
