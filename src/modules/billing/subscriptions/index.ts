export { ContractMembersService } from './contract-members.service';
export type { CustomerBound, CustomerRange, MigrationOutlook } from './domain/migration-outlook';
export type { Subscription as StoredSubscription } from './domain/subscription';
export { MigrationOutlooks, type Outlook, type PublishedName } from './migration-outlooks.service';
export { CreateSubscriptionBody } from './subscriptions.inputs';
export { SubscriptionsModule } from './subscriptions.module';
export { SubscriptionsService } from './subscriptions.service';
export { Subscription } from './subscriptions.views';
