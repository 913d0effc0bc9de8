import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
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

  @WriteField(ProductsService, 'create')
  createProduct(@Args('input') input: CreateProductBody) {
    return this.products.create(input);
  }

  @ReadField(ProductsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.products.list(listQueryOf<ListProductsQuery>(args));
  }

  @ReadField(ProductsService, 'get')
  get(@IdArg('id') id: string) {
    return this.products.get(id);
  }

  @WriteField(ProductsService, 'update')
  updateProduct(@IdArg('id') id: string, @Args('input') input: UpdateProductBody) {
    return this.products.update(id, input);
  }

  @WriteField(ProductRetirementService, 'archive')
  archiveProduct(@IdArg('id') id: string) {
    return this.retirement.archive(id);
  }

  @WriteField(ProductRetirementService, 'unarchive')
  unarchiveProduct(@IdArg('id') id: string) {
    return this.retirement.unarchive(id);
  }

  @WriteField(ProductDuplicationService, 'duplicate')
  duplicateProduct(@IdArg('id') id: string, @Args('input') input: DuplicateProductBody) {
    return this.duplication.duplicate(id, input);
  }
}
