export { ContractMembersService } from './contract-members.service';
export type { CustomerBound, CustomerRange, MigrationOutlook } from './domain/migration-outlook';
export type { ContractMember, Subscription as StoredSubscription } from './domain/subscription';
export { MigrationOutlooks, type Outlook, type PublishedName } from './migration-outlooks.service';
export { CreateSubscriptionBody } from './subscriptions.inputs';
export { isLive } from './subscription-life.statements';
export { SubscriptionsModule } from './subscriptions.module';
export { SubscriptionsService } from './subscriptions.service';
export { Subscription } from './subscriptions.views';
