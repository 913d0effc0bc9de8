import { Input } from '#libs/shape/classes';
import { OneOf } from '#libs/shape/decorators';
import { type MigrationType, MigrationTypeEnum } from '#modules/catalog/package-versions';

@Input()
export class PublishPackageBody {
  @OneOf(MigrationTypeEnum) migrationType: MigrationType;
}
