import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ValidatePromotionCodeBody } from './promotion-codes.inputs';
import { RedemptionsService } from './redemptions.service';

@ApiTags('Promotion codes')
@Controller('api/v1/promotion-codes')
export class RedemptionsController {
  constructor(private readonly redemptions: RedemptionsService) {}

  @Endpoint.post(':id/validate', RedemptionsService, 'validate')
  validate(@PathId('id') id: string, @Body() body: ValidatePromotionCodeBody) {
    return this.redemptions.validate(id, body);
  }
}
