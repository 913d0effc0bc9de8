import type { ShapeClass } from '#libs/shape/property-spec';
import type { ListPackagesQuery } from '#modules/catalog/package-versions';

/** The shapes of a kind. */
export interface PackageDoors<CreateBody extends object, UpdateBody extends object> {
  create: ShapeClass<CreateBody>;
  update: ShapeClass<UpdateBody>;
  list: ShapeClass<ListPackagesQuery>;
}
