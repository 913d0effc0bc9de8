import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PackagesController } from '#modules/catalog/packages';
import { packageDoors } from './plans.inputs';
import { PlansService } from './plans.service';

@ApiTags('Plans')
@Controller('api/v1/plans')
export class PlansController extends PackagesController(PlansService, packageDoors) {}
