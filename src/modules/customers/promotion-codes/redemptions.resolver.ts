import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { ValidatePromotionCodeBody } from './promotion-codes.inputs';
import { PromotionCodeValidation } from './promotion-codes.views';
import { RedemptionsService } from './redemptions.service';

@Resolver(() => PromotionCodeValidation)
export class RedemptionsResolver {
  constructor(private readonly redemptions: RedemptionsService) {}

  @WriteField(RedemptionsService, 'validate')
  validatePromotionCode(@IdArg('id') id: string, @Args('input') input: ValidatePromotionCodeBody) {
    return this.redemptions.validate(id, input);
  }
}
