export { ChargesController } from './charges-of-kind.controller';
export { ChargesResolver, ListChargesArgs } from './charges-of-kind.resolver';
export { ChargesOf } from './charges-of-kind.service';
export type { ChargesRequest } from './domain/charges-request';
export { ListChargesQuery, OveragePricingModel, UpdatePlanCharge } from './package-charges.inputs';
export { liveVersions } from './package-charges.service';
export { PackagePricesModule } from './package-prices.module';
export { PackagePricesService } from './package-prices.service';
