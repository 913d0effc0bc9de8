import { Input } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { PackageKind } from '#modules/catalog/package-versions';

const PackageKindEnum = enumShape<PackageKind>('PublishedPackageKind', ['PLAN', 'ADDON']);

@Input()
export class PlanPublicationBody {
  @OneOf(PackageKindEnum) kind: PackageKind;
  @Text({ min: 1, max: 255, description: 'Of the plan or addon whose draft would be published.' }) id: string;
}
