import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '#libs/kernel/clock';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { ProductsService } from '#modules/catalog/products';
import { isRefusal } from './domain/refusal';
import {
  nextUpdate,
  type RequestedPlan,
  type RequestedUpdate,
  type ScheduledUpdate,
} from './domain/scheduled-update';
import type { Subscription } from './domain/subscription';
import { ProvisionService } from './provision.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionPatches } from './subscription-patches.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

/** Changes that have waited for the end of a billing period. What they name is looked up now. Domain: customers-subscriptions D9, D11 */
@Injectable()
export class ScheduledUpdatesService {
  constructor(
    private readonly products: ProductsService,
    private readonly patches: SubscriptionPatches,
    private readonly provisions: ProvisionService,
    private readonly moves: SubscriptionMovesService,
    private readonly changes: SubscriptionChanges,
    private readonly clock: Clock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** All that is due at this instant, the plan last. */
  async executeAll(subscription: Subscription, at: Date): Promise<void> {
    for (;;) {
      const next = nextUpdate(subscription.updates ?? []);
      if (!next || new Date(next.executesAt) > at) return;
      await this.execute(subscription, next, at);
      // What runs by now is another one.
      if (next.change.provision) return;
    }
  }

  /** What is refused by now leaves everything as it is, and nobody is there whom it would tell: the log does. */
  private async execute(subscription: Subscription, update: ScheduledUpdate, at: Date): Promise<void> {
    const { type, executesAt, change } = update;
    // Before it is made: the subscription may end with it.
    await this.changes.keep({ ...subscription.settle(update, 'DONE'), verb: null }, at);
    try {
      await this.make(subscription, change, at);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.logger.warn({ err: error, subscription: subscription.id, type }, 'a scheduled update was refused');
      const done = subscription.updates?.find(
        (each) => each.type === type && each.executesAt === executesAt && each.status === 'DONE',
      );
      if (done) await this.changes.keep(subscription.settle(done, 'FAILED'), at);
    }
  }

  private async make(subscription: Subscription, change: RequestedUpdate, at: Date): Promise<void> {
    if (change.provision) return this.provision(subscription, change.provision);
    if (change.addons ?? change.charges ?? change.billingPeriod) return this.patch(subscription, change, at);
    await this.moves.moveToLatest(subscription, change.targetVersion);
  }

  /** Where it is by now. Membership of a contract stays with what ends. Domain: customers-subscriptions D11 */
  private async provision({ resourceId }: Subscription, asked: RequestedPlan): Promise<void> {
    const body = { ...asked, scheduleStrategy: 'IMMEDIATE' } as CreateSubscriptionBody;
    if (resourceId !== null) body.resourceId = resourceId;
    if (body.cancellationDate) body.cancellationDate = new Date(body.cancellationDate);
    await this.provisions.provision(body, this.clock);
  }

  private async patch(subscription: Subscription, change: RequestedUpdate, at: Date): Promise<void> {
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    const patch = await this.patches.applied(subscription, change, at);
    await this.changes.keep(subscription.change(patch, usageResetCutoff, at), at);
  }
}
