import { Module } from '@nestjs/common';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomersModule } from '#modules/customers/customers';
import { PromotionCodesController } from './promotion-codes.controller';
import { PromotionCodesRepository } from './promotion-codes.repository';
import { PromotionCodesResolver } from './promotion-codes.resolver';
import { PromotionCodesService } from './promotion-codes.service';
import { RedemptionsController } from './redemptions.controller';
import { RedemptionsResolver } from './redemptions.resolver';
import { RedemptionsService } from './redemptions.service';

@Module({
  imports: [CouponsModule, CustomersModule],
  controllers: [PromotionCodesController, RedemptionsController],
  providers: [
    PromotionCodesRepository,
    PromotionCodesResolver,
    PromotionCodesService,
    RedemptionsResolver,
    RedemptionsService,
  ],
  exports: [PromotionCodesService, RedemptionsService],
})
export class PromotionCodesModule {}
