import { Injectable } from '@nestjs/common';
import type { Money } from '#libs/business/values/money';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Within } from '#libs/use-cases/use-case';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import {
  CreditsService,
  defaultPriority,
  type GivenCredits,
  type StoredCreditGrant,
  type WalletKey,
} from '#modules/entitlements/credits';
import { chargedLater, type GrantCollectionTerms } from './domain/grant-collection';
import { GrantCollection } from './grant-collection.service';

/** Who buys credits, and of which currency. */
export interface Buyer {
  customer: StoredCustomer;
  currency: StoredCurrency;
}

/** Credits that a customer buys without asking for them each time. */
export interface UnaskedCredits extends Pick<
  GivenCredits,
  'amount' | 'displayName' | 'comment' | 'expireAt'
> {
  customerId: string;
  currencyId: string;
  cost: Money;
  collectedBy: 'CHARGE' | 'NONE';
}

/** Grants that are sold, whoever asks for them: billed, and in their wallet with the commit or once they are paid. Domain: credits G4, A6 */
@Injectable()
export class CreditSales {
  constructor(
    private readonly credits: CreditsService,
    private readonly customers: CustomersService,
    private readonly currencies: CustomCurrenciesService,
    private readonly collection: GrantCollection,
    private readonly clock: Clock,
  ) {}

  /** Nobody archives them until the grant is there. @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError. Domain: credits Y2 */
  async buyer(customerId: string, currencyId: string): Promise<Buyer> {
    const customer = await this.customers.holdOrThrow(customerId);
    customer.requireLive();
    const named = (await this.currencies.findAll([currencyId])).get(currencyId) as StoredCurrency;
    const currency = (await this.currencies.hold([named.uid])).get(named.uid) as StoredCurrency;
    currency.requireLive();
    return { customer, currency };
  }

  /** @param uid of the grant, which its invoice names before it is made */
  async sell(
    customer: StoredCustomer,
    key: WalletKey,
    given: GivenCredits,
    { uid, terms }: { uid: string; terms: GrantCollectionTerms | null },
  ): Promise<StoredCreditGrant> {
    const collection = terms && (await this.collection.bill({ ...given, uid }, terms, customer));
    return this.credits.give(key, { ...given, collection });
  }

  /**
   * Into the customer's own wallet. Under CHARGE it is made PAYMENT_PENDING and charged after the commit, so nothing waits for a provider here.
   * @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BillingIntegrationMissing, PaymentMethodNotFoundError: each before
   *   anything is written
   */
  @Within()
  async sellUnasked(asked: UnaskedCredits): Promise<StoredCreditGrant> {
    const { customerId, currencyId, cost, collectedBy, ...told } = asked;
    const { customer, currency } = await this.buyer(customerId, currencyId);
    const terms = collectedBy === 'CHARGE' && !cost.amount.isZero() ? chargedLater(cost) : null;
    const given: GivenCredits = {
      ...{ ...told, grantType: 'PAID', priority: defaultPriority, metadata: {} },
      ...{ effectiveAt: this.clock.now(), costAmount: cost.amount.toFixed(), costCurrency: cost.currency },
    };
    return this.sell(customer, ownWallet(customer, currency), given, { uid: newUid(), terms });
  }
}

/** Of the customer itself, of no resource. Domain: credits L1 */
export const ownWallet = (
  customer: Pick<StoredCustomer, 'uid' | 'id'>,
  currency: Pick<StoredCurrency, 'uid' | 'id'>,
): WalletKey => ({
  ...{ customerUid: customer.uid, customerId: customer.id },
  ...{ currencyUid: currency.uid, currencyId: currency.id, resourceKey: '', resourceId: null },
});
