import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, OneOf, Text, Unbuilt } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery } from '#libs/shape/list-query';
import type { MigrationType, PackageStatus, PricingType } from './domain/package-kind';
import { MigrationTypeEnum, PackageStatusEnum, PricingTypeEnum } from './packages.views';

export class ListPackagesQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true })
  createdAt?: CreatedAtFilter;

  @Text({ min: 1, max: 255, optional: true })
  productId?: string;

  @ListOf(PackageStatusEnum, { optional: true })
  status?: PackageStatus[];
}

/** An addition to the wire. Domain: catalog L5 */
export class VersionQuery {
  @Int({ min: 1, max: 32_767, optional: true, description: 'The version of this number. An addition.' })
  version?: number;

  @OneOf(PackageStatusEnum, { optional: true, description: 'The newest version in this state. An addition.' })
  status?: PackageStatus;
}

@Input()
export class PublishPackageBody {
  @OneOf(MigrationTypeEnum)
  migrationType: MigrationType;
}

@Input('Of what is charged this release takes the pricing type only. Domain: catalog R1')
export class UpdatePlanCharge {
  @OneOf(PricingTypeEnum)
  pricingType: PricingType;

  @Unbuilt()
  billingId?: unknown;

  @Unbuilt()
  minimumSpend?: unknown;

  @Unbuilt()
  overageBillingPeriod?: unknown;

  @Unbuilt()
  overagePricingModels?: unknown;

  @Unbuilt()
  pricingModels?: unknown;
}

/** What the parts of `charges` would do. */
export const unbuiltCharges = {
  pricingModels: 'charging for a package',
  overagePricingModels: 'charging for usage above the limit',
  minimumSpend: 'a minimum spend',
  overageBillingPeriod: 'billing overage',
  billingId: 'a billing integration',
} as const satisfies Partial<Record<keyof UpdatePlanCharge, string>>;
