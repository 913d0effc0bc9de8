import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PackagesController } from '#modules/catalog/packages';
import { packageDoors } from './addons.inputs';
import { AddonsService } from './addons.service';

@ApiTags('Addons')
@Controller('api/v1/addons')
export class AddonsController extends PackagesController(AddonsService, packageDoors) {}
