import { Injectable } from '@nestjs/common';
import { ChargesService } from '#modules/catalog/charges';
import { VersionEntitlementsService } from '#modules/catalog/package-entitlements';
import {
  billingCurrencyChange,
  billingLinkChange,
  customerArchival,
  emailClearing,
  paymentMethodRemoval,
} from '#modules/customers/customers';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Answers, Vetoes } from '#libs/messaging/extensions';
import {
  featureDeletion,
  meterChange,
  unitTransformationChange,
  type StoredFeature,
} from '#modules/catalog/features';
import { liveVersions } from '#modules/catalog/package-prices';
import { multipleSubscriptionsToggle, productArchival } from '#modules/catalog/products';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What lower modules may not change, because subscriptions stand on it; and on which versions they stand. */
@Injectable()
export class SubscriptionVetoes {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly entitlements: VersionEntitlementsService,
    private readonly charges: ChargesService,
    private readonly clock: Clock,
  ) {}

  @Answers(liveVersions)
  async pinnedAmong({ versionUids }: typeof liveVersions.facts): Promise<Iterable<string>> {
    return this.subscriptions.pinnedAmong(versionUids);
  }

  /** @throws IntegrityViolation. Domain: catalog P5 */
  @Vetoes(multipleSubscriptionsToggle)
  async refuseToggle({ product }: typeof multipleSubscriptionsToggle.facts): Promise<void> {
    if (!(await this.subscriptions.existsForProduct(product.uid))) return;
    const message = `multipleSubscriptions: product ${product.id} has had subscriptions already`;
    throw new DomainError('IntegrityViolation', message);
  }

  /** @throws IntegrityViolation. Domain: customers-subscriptions U6 */
  @Vetoes(billingCurrencyChange)
  async refuseCurrency({ customer }: typeof billingCurrencyChange.facts): Promise<void> {
    if (!(await this.subscriptions.isPaidFor(customer.uid))) return;
    const message = `billingCurrency: ${customer.id} has a live PAID subscription, whose currency is fixed`;
    throw new DomainError('IntegrityViolation', message);
  }

  /** @throws CannotChangeBillingIntegration. Domain: customers-subscriptions U9 */
  @Vetoes(billingLinkChange)
  async refuseBillingLink({ customer }: typeof billingLinkChange.facts): Promise<void> {
    if (!(await this.subscriptions.isPaidFor(customer.uid))) return;
    const message = `integrations: ${customer.id} has a live PAID subscription; end it before the customer becomes another one there`;
    throw new DomainError('CannotChangeBillingIntegration', message);
  }

  /** @throws CustomerHasNoEmailAddress. Domain: customers-subscriptions U2, V9 */
  @Vetoes(emailClearing)
  async refuseClearedEmail({ customer }: typeof emailClearing.facts): Promise<void> {
    const invoiced = await this.subscriptions.invoicedTo(customer.uid);
    if (invoiced === undefined) return;
    const message = `email: invoices of subscription ${invoiced} go to ${customer.id}; send another address, or end or delegate the subscription first`;
    throw new DomainError('CustomerHasNoEmailAddress', message);
  }

  /** @throws CannotRemovePaymentMethodFromCustomerError. Domain: customers-subscriptions U8 */
  @Vetoes(paymentMethodRemoval)
  async refuseDetaching({ customer }: typeof paymentMethodRemoval.facts): Promise<void> {
    const charged = await this.subscriptions.chargedTo(customer.uid, this.clock.now());
    if (charged === undefined) return;
    const message = `Subscription ${charged} is charged to ${customer.id}; attach another payment method instead, or end or delegate the subscription first`;
    throw new DomainError('CannotRemovePaymentMethodFromCustomerError', message);
  }

  /** @throws IntegrityViolation. Domain: customers-subscriptions U7 */
  @Vetoes(customerArchival)
  async refuseCustomerArchival({ customer }: typeof customerArchival.facts): Promise<void> {
    if (!(await this.subscriptions.isAnyPaidBy(customer.uid))) return;
    const message = `Customer ${customer.id} pays for live subscriptions of others; delegate or cancel them first`;
    throw new DomainError('IntegrityViolation', message);
  }

  /** @throws CannotArchiveProductError. Domain: catalog P6 */
  @Vetoes(productArchival)
  async refuseArchival({ product }: typeof productArchival.facts): Promise<void> {
    if (!(await this.subscriptions.existsLiveOn(product.uid))) return;
    const message = `Product ${product.id} has live subscriptions; cancel them first`;
    throw new DomainError('CannotArchiveProductError', message);
  }

  /** @throws CannotUpdateUnitTransformationError. Domain: catalog F6 */
  @Vetoes(unitTransformationChange)
  async refuseUnits({ feature }: typeof unitTransformationChange.facts): Promise<void> {
    if (!(await this.areLiveOn(feature))) return;
    const message = `unitTransformation: live subscriptions use ${feature.id}`;
    throw new DomainError('CannotUpdateUnitTransformationError', message);
  }

  /** @throws CannotUpdateMeterOfFeatureInUse. Domain: catalog F8 */
  @Vetoes(meterChange)
  async refuseMeter({ feature }: typeof meterChange.facts): Promise<void> {
    if (!(await this.areLiveOn(feature))) return;
    const message = `meter: live subscriptions use ${feature.id}; make another feature with the new meter`;
    throw new DomainError('CannotUpdateMeterOfFeatureInUse', message);
  }

  /** @throws CannotDeleteFeatureError. Domain: catalog F9 */
  @Vetoes(featureDeletion)
  async refuseDeletion({ feature }: typeof featureDeletion.facts): Promise<void> {
    if (!(await this.subscriptions.overrides(feature.uid, { isLive: false }))) return;
    const message = `Feature ${feature.id} cannot be deleted, a subscription has a value of its own for it; archive it instead`;
    throw new DomainError('CannotDeleteFeatureError', message);
  }

  /** Entitled or priced by a version that a live subscription pins, or by a value of its own. */
  private async areLiveOn({ uid }: StoredFeature): Promise<boolean> {
    const versions = [...(await this.entitlements.granting(uid)), ...(await this.charges.ofFeature(uid))];
    if ((await this.subscriptions.pinnedAmong([...new Set(versions)])).length > 0) return true;
    return this.subscriptions.overrides(uid, { isLive: true });
  }
}
