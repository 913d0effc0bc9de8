import { Injectable } from '@nestjs/common';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredCustomer } from '#modules/customers/customers';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { PublishedPackage } from '#modules/catalog/packages';
import {
  billedAs,
  newBilling,
  passedOn,
  refuseOfBeginning,
  refuseProviders,
  refuseUnbilled,
  requireBackdated,
  type Billing,
  type BillingRequest,
} from './domain/billing';
import type { Subscription } from './domain/subscription';

/** What a request says of how it is collected. */
export interface CollectionRequest {
  paymentCollectionMethod?: 'CHARGE' | 'INVOICE' | 'NONE';
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
  constructor(private readonly legalEntities: LegalEntitiesService) {}

  /**
   * Of one that begins: as it is asked for, else as the one whose place it takes, else elsewhere.
   * @returns null where it is collected elsewhere, or has no price
   * @throws BillingIntegrationMissing, CustomerHasNoEmailAddress, UnsupportedParameter, InvalidArgumentError, InvalidAddressError, InvalidTaxId
   */
  async ofNew(body: CollectionRequest, buying: Buying): Promise<Billing | null> {
    const { plan, former, now } = buying;
    const asked = informationIn(body);
    requireBackdated(asked, body.startDate, now);
    const { paymentCollectionMethod: method } = body;
    const before = former?.billing ?? null;
    if (plan.pricingType !== 'PAID') refusePriced(plan, method);
    const isBilled = plan.pricingType === 'PAID' && (method ? method === 'INVOICE' : before !== null);
    if (!isBilled) {
      refuseUnbilled(asked);
      return null;
    }
    refuseProviders(asked);
    refuseValues(body);
    const goesOn = before && passedOn(before);
    const billed = goesOn ?? newBilling(await this.seller());
    // Who has paid until now is asked for nothing.
    if (!goesOn || buying.isPayerNamed) requireEmail(buying.payer);
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
    refuseProviders(asked);
    refuseOfBeginning(asked, slot === 'PLAN');
    refuseValues(body);
    const { prorationBehavior: _, ...kept } = asked;
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
    if (body.paymentCollectionMethod === 'NONE') {
      refuseUnbilled(asked);
      return null;
    }
    refuseProviders(asked);
    refuseValues({ entitlements: body.entitlements ?? subscription.overrides });
    refuseMember(subscription);
    const billed = newBilling(await this.seller());
    requireEmail(payer);
    return billedAs(billed, asked);
  }

  /** Who sells, where nobody else is chosen. Domain: contracts-billing V12 */
  private async seller(): Promise<Billing['legalEntity']> {
    const seller = await this.legalEntities.findDefault();
    if (seller) return seller;
    const message =
      'paymentCollectionMethod INVOICE: the environment has no legal entity that sells; make one by POST /contracts/legal-entities';
    throw new DomainError('BillingIntegrationMissing', message);
  }
}

const informationIn = ({ billingInformation }: CollectionRequest): BillingRequest => {
  const { couponId: _, ...asked } = billingInformation ?? {};
  return asked;
};

/** Invoices are sent to somebody. Domain: customers-subscriptions U2, V9 */
export function requireEmail({ id, email }: StoredCustomer): void {
  if (email) return;
  const message = `Customer ${id} has no e-mail address to send invoices to; set email first`;
  throw new DomainError('CustomerHasNoEmailAddress', message);
}

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
      'entitlements go with CUSTOM plans, and with PAID ones that are collected elsewhere (NONE)',
    );
}

/** Whose price was agreed on. Domain: contracts-billing C3 */
function refuseMember({ id, contractId }: Subscription): void {
  if (contractId === null) return;
  const message = `paymentCollectionMethod: subscription ${id} is on contract ${contractId}, and what is on one is collected by NONE; detach it first`;
  throw new DomainError('InvalidArgumentError', message);
}
