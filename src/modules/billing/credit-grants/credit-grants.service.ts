import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { told } from '#libs/context/revision';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import {
  CreditGrant,
  CreditsService,
  type StoredCreditGrant,
  type WalletKey,
} from '#modules/entitlements/credits';
import type {
  CreateCreditGrantBody,
  ListCreditGrantsQuery,
  UpdateCreditGrantBody,
} from './credit-grants.inputs';
import { givenBy } from './domain/grant-request';

/** Blocks of credits that somebody gives: each is a grant in a wallet of `credits`, and stands in its ledger. */
@Injectable()
export class CreditGrantsService {
  constructor(
    private readonly credits: CreditsService,
    private readonly customers: CustomersService,
    private readonly currencies: CustomCurrenciesService,
    private readonly clock: Clock,
  ) {}

  /**
   * What begins by now can be used at once, and settles what is owed. Domain: credits G1–G3, N5, Y2
   * @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge, UnsupportedParameter,
   *   ExpireAtMustBeLaterThanEffectiveAtError, InvalidMetadataError
   */
  @UseCase('createCreditGrant', {
    needs: 'credits:write',
    answers: one(CreditGrant),
    summary: 'Give credits to a customer.',
    touches: ({ customerId }: CreateCreditGrantBody) => [`customer:${customerId}`],
  })
  async create(body: CreateCreditGrantBody): Promise<CreditGrant> {
    refuseUnbuilt(body, { billingInformation: 'invoices of credits' });
    const customer = await this.customers.holdOrThrow(body.customerId);
    customer.requireLive();
    const currency = await this.heldCurrency(body.currencyId);
    const given = givenBy(body, customer.billingCurrency, this.clock.now());
    const key = await this.walletOf(customer, currency, body.resourceId);
    return this.told(await this.credits.give(key, given));
  }

  /** Without a resource only those of none. @throws CustomerNotFound. Domain: credits G7 */
  @UseCase('listCreditGrants', {
    needs: 'credits:read',
    answers: page(CreditGrant),
    summary: 'List the credit grants of a customer, newest first.',
  })
  async list(query: ListCreditGrantsQuery): Promise<Page<CreditGrant>> {
    const { customerId, currencyId, resourceId = null, createdAt } = query;
    const { uid: customerUid } = await this.customers.getOrThrow(customerId);
    const filter = { customerUid, currencyId, resourceId, createdAt };
    const found = await this.credits.list(pageRequestOf(query), filter);
    const now = this.clock.now();
    return mapPage(found, (grant) => CreditGrant.from(grant, now));
  }

  /**
   * @throws CreditGrantNotFound, CannotUpdateExpireAtForExpiredCreditGrantError, ExpireAtMustBeLaterThanEffectiveAtError, BadUserInput,
   *   InvalidMetadataError. Domain: credits G6
   */
  @UseCase('updateCreditGrant', {
    needs: 'credits:write',
    answers: one(CreditGrant),
    summary: 'Change the terms of a credit grant. Ours.',
  })
  async update(id: string, body: UpdateCreditGrantBody): Promise<CreditGrant> {
    return this.told(await this.credits.change(id, body));
  }

  /** What was used of it stays used. @throws CreditGrantNotFound, CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  @UseCase('voidCreditGrant', {
    needs: 'credits:write',
    answers: one(CreditGrant),
    summary: 'Void a credit grant: what is left of it is lost.',
  })
  async void(id: string): Promise<CreditGrant> {
    return this.told(await this.credits.void(id));
  }

  private told(grant: StoredCreditGrant): CreditGrant {
    return told(CreditGrant.from(grant, this.clock.now()), grant);
  }

  /** Nobody archives it until the grant is there. Domain: credits Y2 */
  private async heldCurrency(id: string): Promise<StoredCurrency> {
    const named = (await this.currencies.findAll([id])).get(id) as StoredCurrency;
    const held = (await this.currencies.hold([named.uid])).get(named.uid) as StoredCurrency;
    held.requireLive();
    return held;
  }

  private async walletOf(
    customer: StoredCustomer,
    currency: StoredCurrency,
    resourceId: string | undefined,
  ): Promise<WalletKey> {
    const resource =
      resourceId === undefined ? undefined : await this.customers.ensureResource(customer, resourceId);
    return {
      ...{ customerUid: customer.uid, customerId: customer.id },
      ...{ currencyUid: currency.uid, currencyId: currency.id },
      ...{ resourceKey: resource?.uid ?? '', resourceId: resource ? (resourceId as string) : null },
    };
  }
}
