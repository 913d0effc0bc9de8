import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChargesController } from '#modules/catalog/package-prices';
import { AddonChargesService } from './addon-charges.service';

@ApiTags('Addons')
@Controller('api/v1/addons/:id')
export class AddonChargesController extends ChargesController(AddonChargesService) {}
