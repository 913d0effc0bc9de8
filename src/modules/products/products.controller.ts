import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateProductBody, ListProductsQuery, UpdateProductBody } from './products.inputs';
import { ProductsService } from './products.service';
import { Product } from './products.views';

@ApiTags('Products')
@Controller('api/v1/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

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

  @Endpoint.patch(':id', serves(ProductsService, 'update'), one(Product), { summary: 'Change a product.' })
  update(@PathId('id') id: string, @Body() body: UpdateProductBody) {
    return this.products.update(id, body);
  }
}
