import { enumShape } from '#libs/shape/enum-shape';
import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { type MigrationType, MigrationTypeEnum } from '#modules/catalog/package-versions';
import {
  CustomerEntitlement,
  type CustomerEntitlements,
  CustomerEntitlementsDeniedReasonEnum,
} from '#modules/entitlements/entitlements';
import type { LoggedChange } from './domain/logged-change';

const version = { description: 'Drop the message where what you hold has this version or a later one.' };
const resource = {
  nullable: true,
  description: "Null: the customer's own level, and what you hold of its resources is out of date with it.",
} as const;

@View(
  'All that the customer may do from now on. In the place of what is held of the same customer and resource.',
)
export class EntitlementsUpdated {
  @Text() customerId: string;
  @Text(resource) resourceId: string | null;
  @Int(version) version: number;
  @OneOf(CustomerEntitlementsDeniedReasonEnum, { nullable: true })
  accessDeniedReason: CustomerEntitlements['accessDeniedReason'];

  @ListOf(CustomerEntitlement) entitlements: CustomerEntitlement[];

  static from(
    { customerId, resourceId, version: at }: LoggedChange,
    { accessDeniedReason, entitlements }: CustomerEntitlements,
  ): EntitlementsUpdated {
    return Object.assign(new EntitlementsUpdated(), {
      customerId,
      resourceId,
      version: at,
      accessDeniedReason,
      entitlements,
    });
  }
}

@View('What was used: a feature, or credits of a currency.')
export class UsageReference {
  @OneOf(enumShape('UsageReferenceType', ['FEATURE', 'CREDIT'])) type: 'FEATURE' | 'CREDIT';
  @Text() id: string;
}

@View('What the customer has used of one entitlement in the running window, or of all its running grants.')
export class UsageUpdated {
  @Text() customerId: string;
  @Text(resource) resourceId: string | null;
  @Nested(UsageReference) ref: UsageReference;
  @Num() currentUsage: number;
  @Num({ optional: true, nullable: true, description: 'Null: unlimited.' }) usageLimit?: number | null;
  @Timestamp({ optional: true, description: 'Only where usage is reset.' }) usagePeriodStart?: Date;
  @Timestamp({ optional: true }) usagePeriodEnd?: Date;
  @Int(version) usageVersion: number;

  /** Undefined where no entitlement tells what was counted. */
  static from(
    { customerId, resourceId, version: usageVersion }: LoggedChange,
    ref: UsageReference,
    told: CustomerEntitlement,
  ): UsageUpdated | undefined {
    const { currentUsage, usageLimit, usagePeriodEnd } = told;
    if (currentUsage === undefined) return undefined;
    const usagePeriodStart = told.type === 'FEATURE' ? told.usagePeriodStart : undefined;
    return Object.assign(new UsageUpdated(), {
      customerId,
      resourceId,
      ref,
      currentUsage,
      usageLimit,
      usagePeriodStart,
      usagePeriodEnd,
      usageVersion,
    });
  }
}

@View('A version of a plan or addon went live. With ALL_CUSTOMERS everybody who has it moves to it.')
export class PackagePublished {
  @Text() packageId: string;
  @OneOf(MigrationTypeEnum) migrationType: MigrationType;

  static from(detail: LoggedChange['detail']): PackagePublished {
    return Object.assign(new PackagePublished(), detail);
  }
}

@View('Something was missed: forget what you hold, and read it again. What follows is told from now on.')
export class Resync {
  @Bool({ description: 'Always true. Over REST the message is empty.' }) isResync: true;
}
