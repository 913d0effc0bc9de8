export { chargedCurrencyUids, chargedFeatureUids, type Charge as StoredCharge } from './domain/charge';
export type {
  MinimumSpendRequest,
  OverageBillingPeriod,
  OverageModelRequest,
  PricesRequest,
  PricingModelRequest,
} from './domain/charge-request';
export { parseCostFormula, type CostFormula } from './domain/cost-formula';
export { sentenceOf as costWarningSentence, type CostWarning } from './domain/cost-warning';
export type { Dimensions } from './domain/formula-value';
export { pricedCharges } from './domain/priced-charges';
export { formulaCost, heldFormula, ratedCost, type CreditRate, type RatedCost } from './domain/rated-cost';
export { ChargeMinimumSpend, OverageModel, PricingModel } from './charges.inputs';
export { ChargesModule } from './charges.module';
export { ChargesService } from './charges.service';
export {
  BillingPeriodEnum,
  ChargeCreditRate,
  CreditGrantCadenceEnum,
  OverageBillingPeriodEnum,
  PackageCharge,
} from './charges.views';
