import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { ProductDuplicationService } from './product-duplication.service';
import { ProductRetirementService } from './product-retirement.service';
import {
  CreateProductBody,
  DuplicateProductBody,
  ListProductsQuery,
  UpdateProductBody,
} from './products.inputs';
import { ProductsService } from './products.service';
import { Product } from './products.views';

const ListArgs = connectionArgs(ListProductsQuery);

@Resolver(() => Product)
export class ProductsResolver {
  constructor(
    private readonly products: ProductsService,
    private readonly retirement: ProductRetirementService,
    private readonly duplication: ProductDuplicationService,
  ) {}

  @WriteField(serves(ProductsService, 'create'), one(Product), { summary: 'Create a product.' })
  createProduct(@Args('input') input: CreateProductBody) {
    return this.products.create(input);
  }

  @ReadField(serves(ProductsService, 'list'), page(Product), { summary: 'List products, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.products.list(listQueryOf<ListProductsQuery>(args));
  }

  @ReadField(serves(ProductsService, 'get'), one(Product), { summary: 'Get a product.' })
  get(@IdArg('id') id: string) {
    return this.products.get(id);
  }

  @WriteField(serves(ProductsService, 'update'), one(Product), { summary: 'Change a product.' })
  updateProduct(@IdArg('id') id: string, @Args('input') input: UpdateProductBody) {
    return this.products.update(id, input);
  }

  @WriteField(serves(ProductRetirementService, 'archive'), one(Product), {
    summary: 'Archive a product with its plans and addons.',
  })
  archiveProduct(@IdArg('id') id: string) {
    return this.retirement.archive(id);
  }

  @WriteField(serves(ProductRetirementService, 'unarchive'), one(Product), {
    summary: 'Bring an archived product back, without its plans and addons.',
  })
  unarchiveProduct(@IdArg('id') id: string) {
    return this.retirement.unarchive(id);
  }

  @WriteField(serves(ProductDuplicationService, 'duplicate'), one(Product), {
    summary: 'Copy a product with its plans and addons, which begin as drafts.',
  })
  duplicateProduct(@IdArg('id') id: string, @Args('input') input: DuplicateProductBody) {
    return this.duplication.duplicate(id, input);
  }
}
