export type { Product as StoredProduct, UsageResetCutoff } from './domain/product';
export { ProductsModule } from './products.module';
export { multipleSubscriptionsToggle, ProductsService } from './products.service';
export { CancellationTimeEnum } from './products.views';
