import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { Follows } from '#libs/messaging/extensions';
import { pageRequestOf, type Page } from '#libs/kernel/page';
import { heldAt } from '#libs/context/request-context';
import { told } from '#libs/context/revision';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { tillHere, WithdrawnInvoices } from '#modules/billing/invoices';
import { instantsIn, purchaseDue, Purchases, type Unpaid } from '#modules/billing/payments';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import {
  CreditGrant,
  CreditsService,
  type StoredCreditGrant,
  type WalletKey,
  defaultPriority,
  requireEnd,
  type GivenCredits,
} from '#modules/entitlements/credits';
import type {
  CreateCreditGrantBody,
  ListCreditGrantsQuery,
  UpdateCreditGrantBody,
} from './credit-grants.inputs';
import { CreditSales, ownWallet } from './credit-sales.service';
import { collectionAsked } from './domain/grant-collection';
import { givenBy } from './domain/grant-request';

/** By which a payment knows what it is for. */
const grantKind = 'createCreditGrant';

/** Blocks of credits that somebody gives: each is a grant in a wallet of `credits`, and stands in its ledger. */
@Injectable()
export class CreditGrantsService {
  constructor(
    private readonly credits: CreditsService,
    private readonly customers: CustomersService,
    private readonly sales: CreditSales,
    private readonly purchases: Purchases,
    private readonly withdrawn: WithdrawnInvoices,
    private readonly clock: Clock,
  ) {}

  /**
   * What begins by now can be used at once, or once it is paid, and settles what is owed. Domain: credits G1–G4, N5, Y2
   * @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge, UnsupportedParameter,
   *   ExpireAtMustBeLaterThanEffectiveAtError, InvalidMetadataError, BillingIntegrationMissing, CustomerHasNoEmailAddress,
   *   InvalidAddressError; PaymentMethodNotFoundError, PaymentProcessorError where it is not paid
   */
  @UseCase('createCreditGrant', {
    needs: 'credits:write',
    answers: one(CreditGrant),
    summary: 'Give credits to a customer.',
    touches: ({ customerId }: CreateCreditGrantBody) => customerBuckets(customerId),
    commits: 'last',
  })
  async create(body: CreateCreditGrantBody): Promise<CreditGrant> {
    return this.purchases.buy({
      // What was not made yet has a name already: asked for again, it is the same.
      ...{ kind: grantKind, asked: body, reference: newUid(), page: undefined },
      isAwaited: body.awaitPaymentConfirmation !== false,
      make: (uid) => this.made(body, uid),
      found: async (id) => this.told(await this.credits.get(id)),
      unpaid: (_, why) => Promise.reject(notPaid(why)),
    });
  }

  /** What nobody waits for any more. */
  @Follows(purchaseDue)
  async carryOut({ purchase: { kind, asked, reference } }: typeof purchaseDue.facts): Promise<void> {
    if (kind !== grantKind) return;
    const body = asked as CreateCreditGrantBody;
    await this.made({ ...body, ...instantsIn(body, ['effectiveAt', 'expireAt']) }, reference);
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
    return { ...found, items: await this.credits.viewsOf(found.items) };
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

  /** What was used of it stays used; of what is not paid yet nothing is owed any more. @throws CreditGrantNotFound, CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  @UseCase('voidCreditGrant', {
    needs: 'credits:write',
    answers: one(CreditGrant),
    summary: 'Void a credit grant: what is left of it is lost.',
  })
  async void(id: string): Promise<CreditGrant> {
    const grant = await this.credits.get(id);
    grant.requireVoidable(this.clock.now());
    // It is voided with its invoice, unless somebody has paid that meanwhile.
    const isWithdrawn = grant.isPending && (await this.withdrawn.withdrawOpen(grant)) > 0;
    return this.told(isWithdrawn ? await this.credits.get(id) : await this.credits.void(id));
  }

  private givenTo({ billingCurrency: billedIn }: StoredCustomer, body: CreateCreditGrantBody): GivenCredits {
    const now = this.clock.now();
    const given = givenBy(body, { priority: defaultPriority, billedIn }, now);
    requireEnd(given.effectiveAt, given.expireAt, now);
    return given;
  }

  /** One instant for all that it makes, so that it is the same when it is made with its payment in hand. */
  private made(body: CreateCreditGrantBody, uid: string): Promise<CreditGrant> {
    return heldAt(this.clock.now(), async () => {
      await this.credits.prepare((await this.customers.getOrThrow(body.customerId)).uid);
      const { customer, currency } = await this.sales.buyer(body.customerId, body.currencyId);
      const given = this.givenTo(customer, body);
      const terms = collectionAsked(body);
      const key = await this.walletOf(customer, currency, body.resourceId);
      const grant = await this.sales.sell(customer, key, given, { uid, terms });
      tillHere()?.note(grant.id);
      return this.told(grant);
    });
  }

  private async told(grant: StoredCreditGrant): Promise<CreditGrant> {
    const [view] = await this.credits.viewsOf([grant]);
    return told(view as CreditGrant, grant);
  }

  private async walletOf(
    customer: StoredCustomer,
    currency: StoredCurrency,
    resourceId: string | undefined,
  ): Promise<WalletKey> {
    const own = ownWallet(customer, currency);
    if (resourceId === undefined) return own;
    const { uid: resourceKey } = await this.customers.ensureResource(customer, resourceId);
    return { ...own, resourceKey, resourceId };
  }
}

/** Nothing was granted. Domain: credits G4 */
function notPaid({ reason, customerId }: Unpaid): DomainError {
  if (reason === null) {
    const message = `Customer ${customerId} has no payment method to charge; attach one by POST /customers/${customerId}/payment-method`;
    return new DomainError('PaymentMethodNotFoundError', message);
  }
  const message = `The payment for these credits did not come, and nothing was granted: ${reason}`;
  return new DomainError('PaymentProcessorError', message);
}
