import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ProductDuplicationService } from './product-duplication.service';
import { ProductRetirementService } from './product-retirement.service';
import {
  CreateProductBody,
  DuplicateProductBody,
  ListProductsQuery,
  UpdateProductBody,
} from './products.inputs';
import { ProductsService } from './products.service';

@ApiTags('Products')
@Controller('api/v1/products')
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly retirement: ProductRetirementService,
    private readonly duplication: ProductDuplicationService,
  ) {}

  @Endpoint.post('', ProductsService, 'create')
  create(@Body() body: CreateProductBody) {
    return this.products.create(body);
  }

  @Endpoint.get('', ProductsService, 'list')
  list(@Query() query: ListProductsQuery) {
    return this.products.list(query);
  }

  @Endpoint.get(':id', ProductsService, 'get')
  get(@PathId('id') id: string) {
    return this.products.get(id);
  }

  @Endpoint.patch(':id', ProductsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateProductBody) {
    return this.products.update(id, body);
  }

  @Endpoint.post(':id/archive', ProductRetirementService, 'archive')
  archive(@PathId('id') id: string) {
    return this.retirement.archive(id);
  }

  @Endpoint.post(':id/unarchive', ProductRetirementService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.retirement.unarchive(id);
  }

  @Endpoint.post(':id/duplicate', ProductDuplicationService, 'duplicate')
  duplicate(@PathId('id') id: string, @Body() body: DuplicateProductBody) {
    return this.duplication.duplicate(id, body);
  }
}
