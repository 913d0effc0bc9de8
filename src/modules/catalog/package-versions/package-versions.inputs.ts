import { Int, Nested, OneOf, Text, ListOf } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import type { PackageStatus } from './domain/package-kind';
import { PackageStatusEnum } from './package-versions.views';

export class ListPackagesQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ min: 1, max: 255, optional: true }) productId?: string;
  @ListOf(PackageStatusEnum, queried) status?: PackageStatus[];
}

/** An addition to the wire. Domain: catalog L5 */
export class VersionQuery {
  @Int({ min: 1, max: 32_767, optional: true, description: 'The version of this number. An addition.' })
  version?: number;

  @OneOf(PackageStatusEnum, { optional: true, description: 'The newest version in this state. An addition.' })
  status?: PackageStatus;
}
