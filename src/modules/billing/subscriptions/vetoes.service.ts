import { Injectable, type OnModuleInit } from '@nestjs/common';
import { billingCurrencyChange } from '#modules/customers/customers';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Surveys } from '#libs/messaging/surveys';
import { Vetoes } from '#libs/messaging/vetoes';
import {
  featureDeletion,
  meterChange,
  unitTransformationChange,
  type StoredFeature,
} from '#modules/catalog/features';
import { liveVersions } from '#modules/catalog/package-prices';
import { multipleSubscriptionsToggle, productArchival } from '#modules/catalog/products';
import { OverridesReader } from './overrides.reader';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What lower modules may not change, because subscriptions stand on it; and on which versions they stand. */
@Injectable()
export class SubscriptionVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly surveys: Surveys,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly overrides: OverridesReader,
  ) {}

  onModuleInit(): void {
    this.surveys.register(liveVersions, ({ versionUids }) => this.subscriptions.pinnedAmong(versionUids));
    // Domain: catalog P5
    this.vetoes.register(multipleSubscriptionsToggle, async ({ product }) => {
      if (!(await this.subscriptions.existsForProduct(product.uid))) return;
      const message = `multipleSubscriptions: product ${product.id} has had subscriptions already`;
      throw new DomainError('IntegrityViolation', message);
    });
    // Domain: customers-subscriptions U6
    this.vetoes.register(billingCurrencyChange, async ({ customer }) => {
      if (!(await this.subscriptions.isPaidFor(customer.uid))) return;
      const message = `billingCurrency: ${customer.id} has a live PAID subscription, whose currency is fixed`;
      throw new DomainError('IntegrityViolation', message);
    });
    // Domain: catalog P6
    this.vetoes.register(productArchival, async ({ product }) => {
      if (!(await this.subscriptions.existsLiveOn(product.uid))) return;
      const message = `Product ${product.id} has live subscriptions; cancel them first`;
      throw new DomainError('CannotArchiveProductError', message);
    });
    // Domain: catalog F6
    this.vetoes.register(unitTransformationChange, async ({ feature }) => {
      if (!(await this.areLiveOn(feature))) return;
      const message = `unitTransformation: live subscriptions use ${feature.id}`;
      throw new DomainError('CannotUpdateUnitTransformationError', message);
    });
    // Domain: catalog F8
    this.vetoes.register(meterChange, async ({ feature }) => {
      if (!(await this.areLiveOn(feature))) return;
      const message = `meter: live subscriptions use ${feature.id}; make another feature with the new meter`;
      throw new DomainError('CannotUpdateMeterOfFeatureInUse', message);
    });
    // Domain: catalog F9
    this.vetoes.register(featureDeletion, async ({ feature }) => {
      if (!(await this.overrides.nameEver(feature.uid))) return;
      const message = `Feature ${feature.id} cannot be deleted, a subscription has a value of its own for it; archive it instead`;
      throw new DomainError('CannotDeleteFeatureError', message);
    });
  }

  private async areLiveOn({ uid }: StoredFeature): Promise<boolean> {
    return (await this.subscriptions.usesFeature(uid)) || (await this.overrides.nameNow(uid));
  }
}
