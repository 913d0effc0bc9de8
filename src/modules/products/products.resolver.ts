import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreateProductBody, ListProductsQuery, UpdateProductBody } from './products.inputs';
import { ProductsService } from './products.service';
import { Product } from './products.views';

const ListArgs = connectionArgs(ListProductsQuery);

@Resolver(() => Product)
export class ProductsResolver {
  constructor(private readonly products: ProductsService) {}

  @WriteField(serves(ProductsService, 'create'), one(Product), { summary: 'Create a product.' })
  createProduct(@Args('input') input: CreateProductBody) {
    return this.products.create(input);
  }

  @ReadField(serves(ProductsService, 'list'), page(Product), { summary: 'List products, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.products.list(listQueryOf<ListProductsQuery>(args));
  }

  @WriteField(serves(ProductsService, 'update'), one(Product), { summary: 'Change a product.' })
  updateProduct(@IdArg('id') id: string, @Args('input') input: UpdateProductBody) {
    return this.products.update(id, input);
  }
}
