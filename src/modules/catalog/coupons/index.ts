export { CreateCouponBody } from './coupons.inputs';
export { CouponsModule } from './coupons.module';
export { CouponsService } from './coupons.service';
export type { AdHocDiscount } from './domain/ad-hoc-coupon';
export type { Coupon as StoredCoupon } from './domain/coupon';
