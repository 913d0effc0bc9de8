import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { Entitlement } from '#modules/catalog/package-entitlements';
import {
  PackageStatusEnum,
  PricingTypeEnum,
  type PackageStatus,
  type PricingType,
} from '#modules/catalog/package-versions';
import { changedAt, type PackageAtVersion } from '#modules/catalog/packages';

@View('A package that is bought on top of a plan, in a quantity.')
export class Addon {
  @Text() id: string;
  @Text({ nullable: true }) billingId: string | null;
  @Timestamp() createdAt: Date;
  @ListOf({}, { nullable: true }) dependencies: string[] | null;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;
  @ListOf(Entitlement, { description: 'In display order.' }) entitlements: Entitlement[];
  @Bool({ nullable: true }) isLatest: boolean | null;
  @Int({ max: 2 ** 31 - 1, nullable: true }) maxQuantity: number | null;
  @StringMap() metadata: Record<string, string>;
  @OneOf(PricingTypeEnum, { nullable: true }) pricingType: PricingType | null;
  @Text() productId: string;
  @OneOf(PackageStatusEnum) status: PackageStatus;

  @Timestamp({ description: 'Of the version or of what all versions share, whichever changed later.' })
  updatedAt: Date;

  @Int({ max: 32_767 }) versionNumber: number;

  static from(told: PackageAtVersion): Addon {
    const { id, billingId, createdAt, description, displayName, metadata, productId } = told.package;
    const { isLatest, maxQuantity, pricingType, status, versionNumber } = told.version;
    const dependencies = told.version.dependencies?.map((addon) => addon.id) ?? null;
    const shared = { id, billingId, createdAt, description, displayName, metadata, productId };
    const version = { isLatest, maxQuantity, pricingType, status, versionNumber, dependencies };
    const entitlements = told.entitlements.map(Entitlement.from);
    return { ...shared, ...version, entitlements, updatedAt: changedAt(told) };
  }
}
