import { FeaturesModule } from '#modules/features';
import { IdentityModule } from '#modules/identity';
import { ProductsModule } from '#modules/products';

/** Every resource area of the service. */
export const modules = [IdentityModule, FeaturesModule, ProductsModule];
