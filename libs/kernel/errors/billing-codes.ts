import { refusals } from './refusals';

/** Status 400: contracts, prices, billing and other integrations. Spec: Errors. Rules: docs/domain/contracts-billing.md, catalog.md. */
export const billingCodes = refusals(400, {
  BillingContractOperationRejected:
    'The state of the contract does not allow this; reason names what is missing',
  InvoicePreviewNotAvailableForDraftContract:
    'A draft contract has no next invoice; read its invoice schedule',
  InvalidUpdatePriceUnitAmountError:
    'The price is negative or its charge is not on the plan; correct the override',
  FetchAllCountriesPricesNotAllowed: 'Prices of all countries are not open to this caller; name one country',
  OveragePriceNotSupportedOnAddon: 'Addons take no overage price; put it on the plan',
  OveragePriceRequiresUsageLimit: 'An overage price needs a finite usageLimit; set one on the entitlement',
  InvalidCreditOverageBillingModel: 'Credit overage must be USAGE_BASED; change billingModel',
  CreditOveragePriceCurrencyNotFound:
    'The plan does not grant the currency of this credit overage; add a credit entitlement for it',

  BillingIntegrationMissing: 'No billing integration is connected; connect one or collect payment elsewhere',
  BillingIntegrationAlreadyExistsError: 'A billing integration is connected; change or remove that one',
  FailedToResolveBillingIntegration: 'Several billing integrations fit; name the one to use',
  CannotChangeBillingIntegration:
    'Running subscriptions use this billing link; end them before you change it',
  PricingModelNotSupportedByBillingIntegration:
    'The billing provider cannot represent this price; use another model or provider',
  CheckoutIsNotSupported: 'There is no checkout for this plan or provider; leave checkoutOptions out',
  PaymentProcessorError:
    'The payment provider refused the call; check its credentials and log, then try again',

  DuplicateIntegrationNotAllowed: 'An integration of this vendor exists here; change that one',
  CannotDeleteDefaultIntegration:
    'The default integration cannot be deleted; make another one the default first',
  UnsupportedVendorIdentifier:
    'This deployment has no connection to that vendor; configure it or name another',
  IntegrationValidationError: 'The credentials of the integration were refused; correct them and try again',
  CloudMarketplaceIntegrationValidationError:
    'The credentials of the cloud marketplace were refused; correct them and try again',
  CloudMarketplaceIntegrationError:
    'The cloud marketplace refused the call; check its settings and try again',
  CrmIntegrationError: 'The CRM refused the call; check its settings and try again',
  DataExportIntegrationError: 'The data export service refused the call; check the destination and try again',
  ResyncAlreadyInProgress: 'A resync is running in this environment; wait until it is done',
});
