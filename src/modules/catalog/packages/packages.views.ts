import { View } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { EntitlementKind } from './domain/entitlement-request';
import type { EntitlementName } from './domain/entitlement-rules';
import type { MigrationType, PackageStatus, PricingType } from './domain/package-kind';

export const PackageStatusEnum = enumShape<PackageStatus>('PackageStatus', [
  'DRAFT',
  'PUBLISHED',
  'ARCHIVED',
]);
export const PricingTypeEnum = enumShape<PricingType>('PricingType', ['FREE', 'PAID', 'CUSTOM']);
export const MigrationTypeEnum = enumShape<MigrationType>('MigrationType', [
  'NEW_CUSTOMERS',
  'ALL_CUSTOMERS',
]);
export const EntitlementKindEnum = enumShape<EntitlementKind>('EntitlementKind', ['FEATURE', 'CREDIT']);

@View('What names an entitlement: a feature, or a custom currency, by its id.')
export class Entitlement {
  @Text()
  id: string;

  @OneOf(EntitlementKindEnum)
  type: EntitlementKind;

  static from({ refId, kind }: EntitlementName): Entitlement {
    return { id: refId, type: kind };
  }
}

@View('The task that moves running subscriptions, where there is something to move.')
export class PublishTask {
  @Text({ format: 'uuid', nullable: true })
  taskId: string | null;
}
