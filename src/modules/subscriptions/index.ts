export { ContractMembersService } from './contract-members.service';
export type { Subscription as StoredSubscription } from './domain/subscription';
export { CreateSubscriptionBody } from './subscriptions.inputs';
export type { CustomerBound, CustomerRange, MigrationOutlook } from './domain/migration-outlook';
export { MigrationOutlooks, type Outlook, type PublishedName } from './migration-outlooks.service';
export { SubscriptionsModule } from './subscriptions.module';
export { SubscriptionsService } from './subscriptions.service';
export { Subscription } from './subscriptions.views';
