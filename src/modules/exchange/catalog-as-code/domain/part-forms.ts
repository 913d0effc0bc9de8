import { addonForm } from './addon-form';
import type { CatalogObject } from './catalog-object';
import { couponForm } from './coupon-form';
import { customCurrencyForm } from './custom-currency-form';
import { featureForm } from './feature-form';
import { featureGroupForm } from './feature-group-form';
import { packageGroupForm } from './package-group-form';
import type { PartForm } from './part-form';
import { planForm } from './plan-form';
import { productForm } from './product-form';
import { promotionCodeForm } from './promotion-code-form';

const general = <D extends CatalogObject>(form: PartForm<D>): PartForm => form as unknown as PartForm;

/** In the order in which they refer to each other (partNames). */
export const partForms: readonly PartForm[] = [
  general(productForm),
  general(featureForm),
  general(featureGroupForm),
  general(customCurrencyForm),
  general(couponForm),
  general(promotionCodeForm),
  general(addonForm),
  general(packageGroupForm),
  general(planForm),
];
