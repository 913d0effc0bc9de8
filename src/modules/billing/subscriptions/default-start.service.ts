import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { StoredCustomer } from '#modules/customers/customers';
import { isFree, PackagesService } from '#modules/catalog/packages';
import { ProductsService } from '#modules/catalog/products';
import { ProvisionService } from './provision.service';

/** How it was decided what a new customer starts with. Domain: customers-subscriptions U4 */
type StartStrategy = 'PREDEFINED_FREE_PLAN' | 'SKIPPED_SUBSCRIPTION_CREATION';

interface Start {
  productId: string;
  planId: string;
  subscriptionId: string;
}

/** What a new customer starts with by itself. Domain: customers-subscriptions U4 */
@Injectable()
export class DefaultStartService {
  private readonly record: ChangeRecord<{ customer: StoredCustomer; decision: object }>;

  constructor(
    private readonly products: ProductsService,
    private readonly packages: PackagesService,
    private readonly provisions: ProvisionService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'CUSTOMER',
      noun: 'customer',
      picture: ({ decision }) => decision,
      idOf: ({ customer }) => customer.id,
    });
  }

  /**
   * The free plan of every product that says so. A product without a plan to start with is passed over: nobody shall miss a
   * customer for want of a plan. So NoProductsAvailable is not raised here.
   */
  async start(customer: StoredCustomer): Promise<void> {
    const started: Start[] = [];
    for (const { id: productId, startPlanId } of await this.products.holdStarting()) {
      // Archived with its product and not brought back with it.
      if (startPlanId === null || !isFree(await this.packages.offeredPlan(startPlanId))) continue;
      const body = { customerId: customer.id, planId: startPlanId };
      const { subscription } = await this.provisions.provision(body, this.clock);
      started.push({ productId, planId: startPlanId, subscriptionId: subscription.id });
    }
    const strategy: StartStrategy =
      started.length > 0 ? 'PREDEFINED_FREE_PLAN' : 'SKIPPED_SUBSCRIPTION_CREATION';
    const decision = { strategy, subscriptions: started };
    this.record.add('start_decided', null, { customer, decision });
  }
}
