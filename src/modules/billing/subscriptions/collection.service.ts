import { Injectable } from '@nestjs/common';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredCustomer } from '#modules/customers/customers';
import { IntegrationsService, type StoredIntegration } from '#modules/customers/integrations';
import { requireEmail, Sellers } from '#modules/billing/invoices';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { PublishedPackage } from '#modules/catalog/packages';
import {
  billedAs,
  newBilling,
  passedOn,
  refuseOfBeginning,
  refuseUnbilled,
  requireBackdated,
  requireProvided,
  type BilledMethod,
  type Billing,
  type BillingRequest,
  type CollectionMethod,
} from './domain/billing';
import type { Subscription } from './domain/subscription';

/** What a request says of how it is collected. */
export interface CollectionRequest {
  paymentCollectionMethod?: CollectionMethod;
  billingInformation?: (BillingRequest & { couponId?: string }) | null;
  startDate?: Date;
  entitlements?: readonly unknown[];
}

/** Who buys what. */
interface Buying {
  plan: Pick<PublishedPackage, 'id' | 'pricingType'>;
  payer: StoredCustomer;
  /** Is it another one than of what ran? */
  isPayerNamed: boolean;
  /** Whose place it takes. */
  former: Subscription | undefined;
  now: Date;
}

/** How subscriptions are collected. Domain: customers-subscriptions V9, V13; contracts-billing V12 */
@Injectable()
export class CollectionService {
  constructor(
    private readonly legalEntities: LegalEntitiesService,
    private readonly integrations: IntegrationsService,
    private readonly sellers: Sellers,
  ) {}

  /**
   * Of one that begins: as it is asked for, else as the one whose place it takes, else by the provider, where one collects and somebody sells.
   * @returns null where it is collected elsewhere, or has no price
   * @throws BillingIntegrationMissing, CustomerHasNoEmailAddress, UnsupportedParameter, InvalidArgumentError, InvalidAddressError, InvalidTaxId
   */
  async ofNew(body: CollectionRequest, buying: Buying): Promise<Billing | null> {
    const { plan, former, now } = buying;
    const asked = informationIn(body);
    requireBackdated(asked, body.startDate, now);
    await this.sellers.requireCollecting(body.paymentCollectionMethod);
    const isPaid = plan.pricingType === 'PAID';
    if (!isPaid) refusePriced(plan, body.paymentCollectionMethod);
    const method = isPaid ? await this.methodOf(body, former) : 'NONE';
    if (method === 'NONE') {
      refuseUnbilled(asked);
      return null;
    }
    requireProvided(asked, await this.collectingBy(method, asked));
    refuseValues(body);
    const before = former?.billing;
    const billed = before
      ? passedOn(before, method)
      : newBilling(await this.sellers.sellerUnder(method), method);
    // Who has had invoices sent until now is asked for nothing.
    const isKnown = before?.method === 'INVOICE' && !buying.isPayerNamed;
    if (method === 'INVOICE' && !isKnown) requireEmail(buying.payer);
    return billedAs(billed, asked);
  }

  /**
   * Of one that runs: it is collected as it was. Of what is tried nothing was collected yet, so who buys that says it anew.
   * @param payer of what is bought
   * @returns undefined where nothing of it is asked for, null where it is collected elsewhere from now on
   * @throws BadUserInput for another method, and as `ofNew`
   */
  async ofRunning(
    body: CollectionRequest,
    subscription: Subscription,
    payer?: StoredCustomer,
  ): Promise<Billing | null | undefined> {
    const { id, billing, collectionMethod, slot, startDate } = subscription;
    const { paymentCollectionMethod: method } = body;
    await this.sellers.requireCollecting(body.paymentCollectionMethod);
    if (method && method !== collectionMethod) {
      if (slot === 'TRIAL' && payer) return this.ofTried(body, subscription, payer);
      throw badInput(
        `paymentCollectionMethod: subscription ${id} is collected by ${collectionMethod}; leave it out`,
      );
    }
    const asked = informationIn(body);
    if (!billing) {
      refuseUnbilled(asked);
      requireBackdated(asked, undefined, startDate);
      return undefined;
    }
    requireProvided(asked, await this.collectingBy(billing.method, asked));
    refuseOfBeginning(asked, slot === 'PLAN');
    refuseValues(body);
    // It is collected by that one already.
    const { prorationBehavior: _, integrationId: __, ...kept } = asked;
    return Object.values(kept).some((each) => each != null) ? billedAs(billing, asked) : undefined;
  }

  /** Domain: customers-subscriptions V4, V9 */
  private async ofTried(
    body: CollectionRequest,
    subscription: Subscription,
    payer: StoredCustomer,
  ): Promise<Billing | null> {
    const asked = informationIn(body);
    refuseOfBeginning(asked, false);
    const method = body.paymentCollectionMethod ?? 'NONE';
    if (method === 'NONE') {
      refuseUnbilled(asked);
      return null;
    }
    requireProvided(asked, await this.collectingBy(method, asked));
    refuseValues({ entitlements: body.entitlements ?? subscription.overrides });
    refuseMember(subscription);
    const { billing } = subscription;
    const billed = billing
      ? { ...billing, method }
      : newBilling(await this.sellers.sellerUnder(method), method);
    if (method === 'INVOICE') requireEmail(payer);
    return billedAs(billed, asked);
  }

  /** Domain: customers-subscriptions V9 */
  private async methodOf(
    { paymentCollectionMethod: named }: CollectionRequest,
    former: Subscription | undefined,
  ): Promise<CollectionMethod> {
    if (named) return named;
    if (former?.pricingType === 'PAID') return former.collectionMethod;
    if (!(await this.integrations.collecting())) return 'NONE';
    return (await this.legalEntities.findDefault()) ? 'CHARGE' : 'NONE';
  }

  /** Looked for only where the request names one. */
  private async collectingBy(
    method: BilledMethod,
    { integrationId }: BillingRequest,
  ): Promise<StoredIntegration | undefined> {
    return method === 'CHARGE' && integrationId ? this.integrations.collecting() : undefined;
  }
}

const informationIn = ({ billingInformation }: CollectionRequest): BillingRequest => {
  const { couponId: _, ...asked } = billingInformation ?? {};
  return asked;
};

/** Domain: customers-subscriptions V7 */
function refusePriced(
  { id, pricingType }: Buying['plan'],
  method: CollectionRequest['paymentCollectionMethod'],
): void {
  if (!method || method === 'NONE') return;
  const message = `paymentCollectionMethod: plan ${id} is ${pricingType} and has no price; leave it out, or send NONE`;
  throw new DomainError('UnsupportedParameter', message);
}

/** Values of its own are agreed on where nobody bills here. Domain: customers-subscriptions O4 */
function refuseValues({ entitlements }: CollectionRequest): void {
  if (entitlements && entitlements.length > 0)
    throw badInput(
      'entitlements go with CUSTOM plans, and with PAID ones that are collected elsewhere; send paymentCollectionMethod NONE, or leave them out',
    );
}

/** Whose price was agreed on. Domain: contracts-billing C3 */
function refuseMember({ id, contractId }: Subscription): void {
  if (contractId === null) return;
  const message = `paymentCollectionMethod: subscription ${id} is on contract ${contractId}, and what is on one is collected by NONE; detach it first`;
  throw new DomainError('InvalidArgumentError', message);
}
