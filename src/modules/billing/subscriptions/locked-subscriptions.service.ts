import { Injectable } from '@nestjs/common';
import { CustomersService } from '#modules/customers/customers';
import { PackageVersionsService } from '#modules/catalog/package-structure';
import type { PinnedSubscription } from './domain/subscription-move';
import { SubscriptionsRepository } from './subscriptions.repository';

/** A subscription with all that decides where it can go, held until the unit of work ends. */
@Injectable()
export class LockedSubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly versions: PackageVersionsService,
  ) {}

  /** Locks in the order in which a provision does. @throws SubscriptionNotFound, CustomerNotFound */
  async lock(id: string, customerId: string): Promise<PinnedSubscription> {
    await this.customers.lockOrThrow(customerId);
    const subscription = await this.subscriptions.lockOrThrow(id);
    const byVersion = await this.versions.byUids(subscription.packages.map(({ versionUid }) => versionUid));
    const versions = new Map([...byVersion.values()].map((version) => [version.packageUid, version]));
    return { subscription, versions };
  }
}
