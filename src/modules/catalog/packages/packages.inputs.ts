import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
import { UpdatePlanCharge } from '#modules/catalog/package-prices';
import {
  MigrationTypeEnum,
  PackageStatusEnum,
  PricingTypeEnum,
  type MigrationType,
  type PackageStatus,
  type PricingType,
} from '#modules/catalog/package-versions';

const reference = { min: 1, max: 255 } as const;

/** What a new plan and a new addon are both given. */
export abstract class CreatePackageBody {
  @Text({ ...reference, pattern: slugPattern }) id: string;
  @Text(reference) displayName: string;
  @Text(reference) productId: string;
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;
  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @OneOf(PricingTypeEnum, { optional: true, nullable: true, description: 'Needed before publishing.' })
  pricingType?: PricingType | null;

  @OneOf(PackageStatusEnum, { optional: true, description: 'DRAFT, or PUBLISHED at once; default DRAFT.' })
  status?: PackageStatus;
}

/** What can be said of both later. */
export abstract class UpdatePackageBody {
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;

  @Nested(UpdatePlanCharge, { optional: true, nullable: true, description: 'Null asks for nothing.' })
  charges?: UpdatePlanCharge | null;

  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @Text({ ...reference, optional: true }) displayName?: string;

  @StringMap({ optional: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string>;
}

@Input()
export class PublishPackageBody {
  @OneOf(MigrationTypeEnum) migrationType: MigrationType;
}
