import { Resolver } from '@nestjs/graphql';
import { PackagesResolver } from '#modules/catalog/packages';
import { PlansService } from './plans.service';
import { packageDoors } from './plans.inputs';
import { Plan } from './plans.views';

@Resolver(() => Plan)
export class PlansResolver extends PackagesResolver(PlansService, packageDoors) {}
