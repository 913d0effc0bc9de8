import { Injectable } from '@nestjs/common';
import { isFree, PackagesService } from '#modules/catalog/packages';
import { ProductsService } from '#modules/catalog/products';
import type { Subscription } from './domain/subscription';
import { ProvisionService } from './provision.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What a product puts in the place of a subscription that ends. Domain: catalog P2; customers-subscriptions X2 */
@Injectable()
export class DowngradeService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly products: ProductsService,
    private readonly packages: PackagesService,
    private readonly provisions: ProvisionService,
  ) {}

  /**
   * Provisions the downgrade plan at the instant of the end, on the same resource, unless another plan runs there: a trial may have ended
   * beside it. What runs on the downgrade plan already ends for good, else nobody could ever leave the product.
   * @returns whether there is something in its place
   */
  async replace(ended: Subscription, now: Date): Promise<boolean> {
    const { customerUid, resourceKey, productUid } = ended;
    const { running } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    if (running) return true;
    const { downgradePlanId } = await this.products.holdByUid(ended.productUid);
    if (downgradePlanId === null) return false;
    const plan = await this.packages.offeredPlan(downgradePlanId);
    // Archived with its product and not brought back with it.
    if (!isFree(plan) || plan.uid === ended.planUid) return false;
    await this.provisions.provisionAfter(ended, downgradePlanId, now);
    return true;
  }
}
