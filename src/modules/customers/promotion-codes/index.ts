export type { PromotionCode as StoredPromotionCode } from './domain/promotion-code';
export { CreatePromotionCodeBody } from './promotion-codes.inputs';
export { PromotionCodesModule } from './promotion-codes.module';
export { PromotionCodesService } from './promotion-codes.service';
export { invoicePaid, RedemptionsService } from './redemptions.service';
