export type { Product, UsageResetCutoff } from './domain/product';
export { ProductsModule } from './products.module';
export { multipleSubscriptionsToggle, ProductsService } from './products.service';
