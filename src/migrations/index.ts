import { ExpandIdentity1764000000000 } from './1764000000000-expand-identity';
import { ExpandCatalog1764000001000 } from './1764000001000-expand-catalog';
import { ExpandSubscriptions1764000002000 } from './1764000002000-expand-subscriptions';
import { ExpandJournal1795233473430 } from './1795233473430-expand-journal';
import { ExpandCoupons1795234253128 } from './1795234253128-expand-coupons';
import { ExpandFeatureGroups1795234995479 } from './1795234995479-expand-feature-groups';
import { ExpandCharges1795235042733 } from './1795235042733-expand-charges';
import { ExpandPaidSubscriptions1795235559681 } from './1795235559681-expand-paid-subscriptions';
import { ExpandFeatureMeter1795235777084 } from './1795235777084-expand-feature-meter';
import { ExpandAutoCancellation1795237739454 } from './1795237739454-expand-auto-cancellation';
import { ExpandPackageGroups1795238003229 } from './1795238003229-expand-package-groups';
import { ExpandTasks1795239480484 } from './1795239480484-expand-tasks';
import { ExpandContracts1795315644675 } from './1795315644675-expand-contracts';
import { ExpandLegalEntities1795315718395 } from './1795315718395-expand-legal-entities';
import { ExpandInvoices1795316549544 } from './1795316549544-expand-invoices';
import { ExpandContractBilling1795316763335 } from './1795316763335-expand-contract-billing';
import { ExpandDeletedPlaces1795340000000 } from './1795340000000-expand-deleted-places';
import { ExpandIdempotentPermissions1795344057587 } from './1795344057587-expand-idempotent-permissions';
import { ExpandUsageRevisions1795393000000 } from './1795393000000-expand-usage-revisions';
import { ExpandAwaitedDeliveries1795394000000 } from './1795394000000-expand-awaited-deliveries';
import { ExpandEngineChanges1795400000000 } from './1795400000000-expand-engine-changes';
import { ExpandEngineTriggers1795400000001 } from './1795400000001-expand-engine-triggers';
import { ExpandLateUsage1795410000000 } from './1795410000000-expand-late-usage';
import { ExpandLateUsageWatches1795410000001 } from './1795410000001-expand-late-usage-watches';
import { ExpandEnvironmentSettings1795412000000 } from './1795412000000-expand-environment-settings';
import { ExpandToldThresholds1795412000001 } from './1795412000001-expand-told-thresholds';
import { ExpandCustomerResourceList1795420000000 } from './1795420000000-expand-customer-resource-list';
import { ExpandPromotionalEntitlements1795420099773 } from './1795420099773-expand-promotional-entitlements';
import { ExpandUsageHistory1795421000000 } from './1795421000000-expand-usage-history';
import { ExpandSourceHistory1795430000000 } from './1795430000000-expand-source-history';
import { ExpandSourceHistoryTriggers1795430000001 } from './1795430000001-expand-source-history-triggers';
import { ExpandChangeStream1795431000000 } from './1795431000000-expand-change-stream';
import { ExpandChangeStreamTrigger1795431000001 } from './1795431000001-expand-change-stream-trigger';
import { ExpandMeters1795440000000 } from './1795440000000-expand-meters';
import { ExpandEventDays1795441000000 } from './1795441000000-expand-event-days';
import { ExpandEnvironmentTypes1795460000000 } from './1795460000000-expand-environment-types';
import { ExpandEnvironmentClocks1795470000000 } from './1795470000000-expand-environment-clocks';
import { ExpandDueOfEnvironments1795470000001 } from './1795470000001-expand-due-of-environments';
import { ExpandPayingCustomers1795480000000 } from './1795480000000-expand-paying-customers';
import { ExpandPayingCustomerIndex1795480000001 } from './1795480000001-expand-paying-customer-index';
import { ExpandSubscriptionLives1795490000000 } from './1795490000000-expand-subscription-lives';
import { ExpandSubscriptionPlaces1795490000001 } from './1795490000001-expand-subscription-places';
import { ExpandSubscriptionSchedules1795500000000 } from './1795500000000-expand-subscription-schedules';
import { ExpandSubscriptionsOfCustomers1795500000001 } from './1795500000001-expand-subscriptions-of-customers';
import { ExpandInvoiceLineExplanations1795505000000 } from './1795505000000-expand-invoice-line-explanations';
import { ExpandCustomerBillingDetails1795520000000 } from './1795520000000-expand-customer-billing-details';
import { ExpandSubscriptionCoupons1795540000000 } from './1795540000000-expand-subscription-coupons';
import { ExpandCustomerCoupons1795540000001 } from './1795540000001-expand-customer-coupons';
import { ExpandSubscriptionInvoices1795560000000 } from './1795560000000-expand-subscription-invoices';
import { ExpandClosedDrafts1795560000001 } from './1795560000001-expand-closed-drafts';
import { BackfillBillingMonths1795574000000 } from './1795574000000-backfill-billing-months';
import { ExpandContractFormerLines1795574668157 } from './1795574668157-expand-contract-former-lines';
import { ExpandCreditNotePdfs1795575921156 } from './1795575921156-expand-credit-note-pdfs';
import { ExpandSubscriptionBudgets1795600000000 } from './1795600000000-expand-subscription-budgets';
import { ExpandUsageSpends1795600000001 } from './1795600000001-expand-usage-spends';
import { ExpandKeptDiscounts1795610000000 } from './1795610000000-expand-kept-discounts';
import { ExpandDueInOrder1795610000001 } from './1795610000001-expand-due-in-order';
import { ExpandIntegrations1795620000000 } from './1795620000000-expand-integrations';
import { ExpandCustomerIntegrations1795620000001 } from './1795620000001-expand-customer-integrations';
import { ExpandSandboxPayments1795620000002 } from './1795620000002-expand-sandbox-payments';
import { ExpandPayments1795620000003 } from './1795620000003-expand-payments';
import { ExpandCustomerImports1795630000000 } from './1795630000000-expand-customer-imports';
import { ExpandSubscriptionImports1795630000001 } from './1795630000001-expand-subscription-imports';
import { ExpandChargedInvoices1795640000000 } from './1795640000000-expand-charged-invoices';
import { ExpandPurchases1795650000000 } from './1795650000000-expand-purchases';
import { ExpandSandboxCheckouts1795660000000 } from './1795660000000-expand-sandbox-checkouts';
import { ExpandSandboxConfirmations1795660000001 } from './1795660000001-expand-sandbox-confirmations';
import { ExpandSubscriptionCrmLinks1795670000000 } from './1795670000000-expand-subscription-crm-links';
import { ExpandCredits1795680000000 } from './1795680000000-expand-credits';
import { ExpandUnpaidCredits1795681000000 } from './1795681000000-expand-unpaid-credits';
import { ExpandLedgerWatches1795682000000 } from './1795682000000-expand-ledger-watches';
import { ExpandLedgerDimensions1795683000000 } from './1795683000000-expand-ledger-dimensions';
import { ExpandRechargeCalls1795684000000 } from './1795684000000-expand-recharge-calls';
import { ExpandAutoRecharges1795684000001 } from './1795684000001-expand-auto-recharges';
import { ExpandOwnedEventDays1795686000000 } from './1795686000000-expand-owned-event-days';
import { ExpandLedgerEventIds1795687000000 } from './1795687000000-expand-ledger-event-ids';
import { ExpandWalletChanges1795688000000 } from './1795688000000-expand-wallet-changes';
import { ExpandWalletChangeTriggers1795688000001 } from './1795688000001-expand-wallet-change-triggers';
import { ExpandNamedResources1795690000000 } from './1795690000000-expand-named-resources';
import { ExpandAccountAccess1795700000000 } from './1795700000000-expand-account-access';
import { ExpandInvitations1795700000001 } from './1795700000001-expand-invitations';
import { ExpandKeyLife1795701000000 } from './1795701000000-expand-key-life';
import { ExpandCustomerTokenSecrets1795702000000 } from './1795702000000-expand-customer-token-secrets';
import { ExpandActivityChain1795703000000 } from './1795703000000-expand-activity-chain';
import { BackfillActivityChain1795703100000 } from './1795703100000-backfill-activity-chain';
import { ExpandActivityKept1795703200000 } from './1795703200000-expand-activity-kept';
import { ExpandActivityFilters1795703300000 } from './1795703300000-expand-activity-filters';
import { ExpandWebhooks1795704000000 } from './1795704000000-expand-webhooks';
import { ExpandEventAudience1795705000000 } from './1795705000000-expand-event-audience';
import { ExpandEventVersions1795705000001 } from './1795705000001-expand-event-versions';
import { ExpandPromotionNotices1795705100000 } from './1795705100000-expand-promotion-notices';
import { BackfillPromotionNotices1795705100001 } from './1795705100001-backfill-promotion-notices';
import { ExpandClosedEventDays1795706000000 } from './1795706000000-expand-closed-event-days';
import { ExpandGovernance1795707000000 } from './1795707000000-expand-governance';
import { ExpandDataExport1795708000000 } from './1795708000000-expand-data-export';
import { ExpandGovernanceChanges1795709000000 } from './1795709000000-expand-governance-changes';
import { ExpandEnvironmentMoves1795710000000 } from './1795710000000-expand-environment-moves';
import { ExpandSearch1795711000000 } from './1795711000000-expand-search';
import { ExpandFigures1795712000000 } from './1795712000000-expand-figures';
import { ExpandAttention1795713000000 } from './1795713000000-expand-attention';
import { ExpandUsageFigures1795714000000 } from './1795714000000-expand-usage-figures';

/** In the order of their instants. */
export const migrations = [
  ExpandIdentity1764000000000,
  ExpandCatalog1764000001000,
  ExpandSubscriptions1764000002000,
  ExpandJournal1795233473430,
  ExpandCoupons1795234253128,
  ExpandFeatureGroups1795234995479,
  ExpandCharges1795235042733,
  ExpandPaidSubscriptions1795235559681,
  ExpandFeatureMeter1795235777084,
  ExpandAutoCancellation1795237739454,
  ExpandPackageGroups1795238003229,
  ExpandTasks1795239480484,
  ExpandContracts1795315644675,
  ExpandLegalEntities1795315718395,
  ExpandInvoices1795316549544,
  ExpandContractBilling1795316763335,
  ExpandDeletedPlaces1795340000000,
  ExpandIdempotentPermissions1795344057587,
  ExpandUsageRevisions1795393000000,
  ExpandAwaitedDeliveries1795394000000,
  ExpandEngineChanges1795400000000,
  ExpandEngineTriggers1795400000001,
  ExpandLateUsage1795410000000,
  ExpandLateUsageWatches1795410000001,
  ExpandEnvironmentSettings1795412000000,
  ExpandToldThresholds1795412000001,
  ExpandCustomerResourceList1795420000000,
  ExpandPromotionalEntitlements1795420099773,
  ExpandUsageHistory1795421000000,
  ExpandSourceHistory1795430000000,
  ExpandSourceHistoryTriggers1795430000001,
  ExpandChangeStream1795431000000,
  ExpandChangeStreamTrigger1795431000001,
  ExpandMeters1795440000000,
  ExpandEventDays1795441000000,
  ExpandEnvironmentTypes1795460000000,
  ExpandEnvironmentClocks1795470000000,
  ExpandDueOfEnvironments1795470000001,
  ExpandPayingCustomers1795480000000,
  ExpandPayingCustomerIndex1795480000001,
  ExpandSubscriptionLives1795490000000,
  ExpandSubscriptionPlaces1795490000001,
  ExpandSubscriptionSchedules1795500000000,
  ExpandSubscriptionsOfCustomers1795500000001,
  ExpandInvoiceLineExplanations1795505000000,
  ExpandCustomerBillingDetails1795520000000,
  ExpandSubscriptionCoupons1795540000000,
  ExpandCustomerCoupons1795540000001,
  ExpandSubscriptionInvoices1795560000000,
  ExpandClosedDrafts1795560000001,
  BackfillBillingMonths1795574000000,
  ExpandContractFormerLines1795574668157,
  ExpandCreditNotePdfs1795575921156,
  ExpandSubscriptionBudgets1795600000000,
  ExpandUsageSpends1795600000001,
  ExpandKeptDiscounts1795610000000,
  ExpandDueInOrder1795610000001,
  ExpandIntegrations1795620000000,
  ExpandCustomerIntegrations1795620000001,
  ExpandSandboxPayments1795620000002,
  ExpandPayments1795620000003,
  ExpandCustomerImports1795630000000,
  ExpandSubscriptionImports1795630000001,
  ExpandChargedInvoices1795640000000,
  ExpandPurchases1795650000000,
  ExpandSandboxCheckouts1795660000000,
  ExpandSandboxConfirmations1795660000001,
  ExpandSubscriptionCrmLinks1795670000000,
  ExpandCredits1795680000000,
  ExpandUnpaidCredits1795681000000,
  ExpandLedgerWatches1795682000000,
  ExpandLedgerDimensions1795683000000,
  ExpandRechargeCalls1795684000000,
  ExpandAutoRecharges1795684000001,
  ExpandOwnedEventDays1795686000000,
  ExpandLedgerEventIds1795687000000,
  ExpandWalletChanges1795688000000,
  ExpandWalletChangeTriggers1795688000001,
  ExpandNamedResources1795690000000,
  ExpandAccountAccess1795700000000,
  ExpandInvitations1795700000001,
  ExpandKeyLife1795701000000,
  ExpandCustomerTokenSecrets1795702000000,
  ExpandActivityChain1795703000000,
  BackfillActivityChain1795703100000,
  ExpandActivityKept1795703200000,
  ExpandActivityFilters1795703300000,
  ExpandWebhooks1795704000000,
  ExpandEventAudience1795705000000,
  ExpandEventVersions1795705000001,
  ExpandPromotionNotices1795705100000,
  BackfillPromotionNotices1795705100001,
  ExpandClosedEventDays1795706000000,
  ExpandGovernance1795707000000,
  ExpandDataExport1795708000000,
  ExpandGovernanceChanges1795709000000,
  ExpandEnvironmentMoves1795710000000,
  ExpandSearch1795711000000,
  ExpandFigures1795712000000,
  ExpandAttention1795713000000,
  ExpandUsageFigures1795714000000,
];
