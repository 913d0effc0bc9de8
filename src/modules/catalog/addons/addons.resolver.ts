import { Resolver } from '@nestjs/graphql';
import { PackagesResolver } from '#modules/catalog/packages';
import { AddonsService } from './addons.service';
import { packageDoors } from './addons.inputs';
import { Addon } from './addons.views';

@Resolver(() => Addon)
export class AddonsResolver extends PackagesResolver(AddonsService, packageDoors) {}
