import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { StoredCustomer } from '#modules/customers/customers';
import { isFree, PackagesService } from '#modules/catalog/packages';
import { ProductsService } from '#modules/catalog/products';
import { isRefusal } from './domain/refusal';
import { ProvisionService } from './provision.service';

/** How it was decided what a new customer starts with. Domain: customers-subscriptions U4 */
type StartStrategy = 'PREDEFINED_FREE_PLAN' | 'PREDEFINED_TRIAL_PLAN' | 'SKIPPED_SUBSCRIPTION_CREATION';

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
   * The plan of every product that says so, or its trial. A product without a plan to start with is passed over, and so is one whose plan asks
   * for more than its id: nobody shall miss a customer for want of a plan. So NoProductsAvailable is not raised here.
   */
  async start(customer: StoredCustomer): Promise<void> {
    const started: Start[] = [];
    let hasTrial = false;
    for (const product of await this.products.holdStarting()) {
      const { id: productId, startPlanId, startsWithTrial } = product;
      if (startPlanId === null || !(await this.canStart(startPlanId, startsWithTrial))) continue;
      const subscriptionId = await this.provision(customer, startPlanId);
      if (subscriptionId === undefined) continue;
      started.push({ productId, planId: startPlanId, subscriptionId });
      hasTrial ||= startsWithTrial;
    }
    const provisioned = hasTrial ? 'PREDEFINED_TRIAL_PLAN' : 'PREDEFINED_FREE_PLAN';
    const strategy: StartStrategy = started.length > 0 ? provisioned : 'SKIPPED_SUBSCRIPTION_CREATION';
    const decision = { strategy, subscriptions: started };
    this.record.add('start_decided', null, { customer, decision });
  }

  /** It may have been archived with its product and not brought back with it, or published without its trial. */
  private async canStart(planId: string, isTrial: boolean): Promise<boolean> {
    const plan = await this.packages.offeredPlan(planId);
    return isTrial ? plan !== undefined && plan.isPublished && plan.hasTrial : isFree(plan);
  }

  /** Undefined where the plan must be told more, such as a billing period. */
  private async provision({ id: customerId }: StoredCustomer, planId: string): Promise<string | undefined> {
    try {
      return (await this.provisions.provision({ customerId, planId }, this.clock)).subscription.id;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }
}
