import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { CreditPostings } from './credit-postings.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { CreditWallet } from './domain/credit-wallet';

/** Wallets as a caller names them. */
export interface AskedWallets {
  customerId: string;
  currencyId?: string;
  resourceId?: string;
}

/** What they are by their keys; what was not asked for is undefined. */
export interface NamedWallets {
  customer: StoredCustomer;
  currency: StoredCurrency | undefined;
  resourceKey: string | undefined;
}

/** Whose wallets a caller asks about: of one customer, or only those of a currency or of a resource. */
@Injectable()
export class CustomerWallets {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly postings: CreditPostings,
    private readonly customers: CustomersService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /** @throws CustomerNotFound, CustomerResourceNotFound, CustomCurrencyNotFound. Domain: credits Y5 */
  @Within()
  async named({ customerId, currencyId, resourceId }: AskedWallets): Promise<NamedWallets> {
    const customer = await this.customers.getOrThrow(customerId);
    const currency =
      currencyId === undefined ? undefined : (await this.currencies.findAll([currencyId])).get(currencyId);
    const resourceKey = resourceId === undefined ? undefined : await this.resourceKey(customer, resourceId);
    return { customer, currency, resourceKey };
  }

  /** What time has brought about in them until now is in them. */
  @Within()
  bringUpToDate(customerUid: string): Promise<void> {
    return this.postings.bringUpToDate(customerUid);
  }

  /** All that the customer has, with what time has brought about in them until now. */
  @Within()
  async upToDate(customerUid: string): Promise<CreditWallet[]> {
    await this.bringUpToDate(customerUid);
    return this.wallets.ofCustomer(customerUid);
  }

  private async resourceKey({ uid, id }: StoredCustomer, resourceId: string): Promise<string> {
    const resource = await this.customers.findResource(uid, resourceId);
    if (resource) return resource.uid;
    throw new DomainError('CustomerResourceNotFound', `Customer ${id} has no resource ${resourceId}`);
  }
}

/** Of a customer those of the currency and of the resource that were asked for. */
export const askedWallets = (
  wallets: readonly CreditWallet[],
  { currency, resourceKey }: NamedWallets,
): CreditWallet[] =>
  wallets.filter(
    (wallet) =>
      (currency === undefined || wallet.currencyUid === currency.uid) &&
      (resourceKey === undefined || wallet.resourceKey === resourceKey),
  );
