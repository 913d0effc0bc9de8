import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
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

@ApiTags('Products')
@Controller('api/v1/products')
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly retirement: ProductRetirementService,
    private readonly duplication: ProductDuplicationService,
  ) {}

  @Endpoint.post('', serves(ProductsService, 'create'), one(Product), { summary: 'Create a product.' })
  create(@Body() body: CreateProductBody) {
    return this.products.create(body);
  }

  @Endpoint.get('', serves(ProductsService, 'list'), page(Product), {
    summary: 'List products, newest first.',
  })
  list(@Query() query: ListProductsQuery) {
    return this.products.list(query);
  }

  @Endpoint.get(':id', serves(ProductsService, 'get'), one(Product), { summary: 'Get a product.' })
  get(@PathId('id') id: string) {
    return this.products.get(id);
  }

  @Endpoint.patch(':id', serves(ProductsService, 'update'), one(Product), { summary: 'Change a product.' })
  update(@PathId('id') id: string, @Body() body: UpdateProductBody) {
    return this.products.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(ProductRetirementService, 'archive'), one(Product), {
    summary: 'Archive a product with its plans and addons.',
  })
  archive(@PathId('id') id: string) {
    return this.retirement.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(ProductRetirementService, 'unarchive'), one(Product), {
    summary: 'Bring an archived product back, without its plans and addons.',
  })
  unarchive(@PathId('id') id: string) {
    return this.retirement.unarchive(id);
  }

  @Endpoint.post(':id/duplicate', serves(ProductDuplicationService, 'duplicate'), one(Product), {
    summary: 'Copy a product with its plans and addons, which begin as drafts.',
  })
  duplicate(@PathId('id') id: string, @Body() body: DuplicateProductBody) {
    return this.duplication.duplicate(id, body);
  }
}
