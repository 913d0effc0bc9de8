import { Injectable } from '@nestjs/common';
import { LegalEntitiesService, type Issuer } from '#modules/billing/legal-entities';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { buyerOf } from './domain/buyer';
import type { Invoice, Parties } from './domain/invoice';

/** Who sells and who buys, as invoices keep them. Domain: contracts-billing V3 */
@Injectable()
export class InvoiceParties {
  constructor(
    private readonly legalEntities: LegalEntitiesService,
    private readonly customers: CustomersService,
  ) {}

  /** As they are now. */
  async of(invoices: readonly Invoice[]): Promise<(invoice: Invoice) => Parties> {
    const customers = await this.customers.findMany(invoices.map(({ customerId }) => customerId));
    const sellers = new Map<string, Issuer>();
    for (const invoice of invoices) {
      const { legalEntityId, paymentAccountId } = invoice;
      if (sellers.has(sellerKey(invoice))) continue;
      const seller = await this.legalEntities.snapshotFor(legalEntityId, paymentAccountId);
      sellers.set(sellerKey(invoice), seller);
    }
    // Each of them is referred to by the row of the invoice.
    return (invoice) => ({
      seller: sellers.get(sellerKey(invoice)) as Issuer,
      buyer: buyerOf(customers.get(invoice.customerId) as StoredCustomer, invoice.billTerms?.buyer),
    });
  }
}

const sellerKey = ({ legalEntityUid, paymentAccountUid }: Invoice): string =>
  `${legalEntityUid}/${paymentAccountUid}`;
