import { Body, Inject, Query, type Type } from '@nestjs/common';
import { PathId } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { Endpoint } from '#libs/http/endpoint';
import { VersionQuery, type ListPackagesQuery, type PackageStatus } from '#modules/catalog/package-versions';
import type { PackageDoors } from './packages-of-kind.inputs';
import type { PackagesOfKind } from './packages-of-kind.service';
import { PublishPackageBody } from './packages.inputs';

/** A controller of plans, or of addons, to be extended with its path and its tag. */
export function PackagesController<
  View extends object,
  CreateBody extends { status?: PackageStatus },
  UpdateBody extends object,
>(Service: Type<PackagesOfKind<View, CreateBody, UpdateBody>>, doors: PackageDoors<CreateBody, UpdateBody>) {
  class PackagesController {
    @Inject(Service) readonly packages: PackagesOfKind<View, CreateBody, UpdateBody>;

    @Endpoint.post('', Service, 'create')
    @Takes(doors.create)
    create(@Body() body: CreateBody) {
      return this.packages.create(body);
    }

    @Endpoint.get('', Service, 'list')
    @Takes(doors.list)
    list(@Query() query: ListPackagesQuery) {
      return this.packages.list(query);
    }

    @Endpoint.get(':id', Service, 'get')
    get(@PathId('id') id: string, @Query() query: VersionQuery) {
      return this.packages.get(id, query);
    }

    @Endpoint.patch(':id', Service, 'update')
    @Takes(String, doors.update)
    update(@PathId('id') id: string, @Body() body: UpdateBody) {
      return this.packages.update(id, body);
    }

    @Endpoint.post(':id/archive', Service, 'archive')
    archive(@PathId('id') id: string) {
      return this.packages.archive(id);
    }

    @Endpoint.post(':id/unarchive', Service, 'unarchive')
    unarchive(@PathId('id') id: string) {
      return this.packages.unarchive(id);
    }

    @Endpoint.post(':id/draft', Service, 'createDraft')
    createDraft(@PathId('id') id: string) {
      return this.packages.createDraft(id);
    }

    @Endpoint.delete(':id/draft', Service, 'discardDraft')
    discardDraft(@PathId('id') id: string) {
      return this.packages.discardDraft(id);
    }

    @Endpoint.post(':id/publish', Service, 'publish')
    publish(@PathId('id') id: string, @Body() body: PublishPackageBody) {
      return this.packages.publish(id, body);
    }
  }
  return PackagesController;
}
