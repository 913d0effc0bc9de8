import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/vetoes';
import { unitTransformationChange } from '#modules/features';
import { moveAllCustomers } from '#modules/packages';
import { multipleSubscriptionsToggle } from '#modules/products';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What lower modules may not change, because subscriptions stand on it. */
@Injectable()
export class SubscriptionVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  onModuleInit(): void {
    // Domain: catalog P5
    this.vetoes.register(multipleSubscriptionsToggle, async ({ product }) => {
      if (!(await this.subscriptions.existsForProduct(product.uid))) return;
      const message = `multipleSubscriptions: product ${product.id} has had subscriptions already`;
      throw new DomainError('IntegrityViolation', message);
    });
    // Domain: catalog F6
    this.vetoes.register(unitTransformationChange, async ({ feature }) => {
      if (!(await this.subscriptions.usesFeature(feature.uid))) return;
      const message = `unitTransformation: live subscriptions use ${feature.id}`;
      throw new DomainError('CannotUpdateUnitTransformationError', message);
    });
    // Moving customers to a new version is work of a later release.
    this.vetoes.register(moveAllCustomers, async ({ packageUid }) => {
      if (!(await this.subscriptions.pinsPackage(packageUid))) return;
      const message =
        'migrationType: moving live subscriptions is not built in this release; send NEW_CUSTOMERS';
      throw new DomainError('UnsupportedParameter', message);
    });
  }
}
