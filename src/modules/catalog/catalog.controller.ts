import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { document, Endpoint, one, serves } from '#libs/http/endpoint';
import { CatalogDocument } from './catalog-document.inputs';
import { ApplyCatalogBody, ExportCatalogQuery, PlanCatalogBody } from './catalog.inputs';
import { CatalogService } from './catalog.service';
import { CatalogApplied, CatalogPlanned } from './catalog.views';

/** Thousands of features and plans with all that they entitle to. */
const largestBodyBytes = 32 * 1024 * 1024;

@ApiTags('Catalog')
@Controller('api/v1/catalog')
export class CatalogController {
  constructor(private readonly catalog: CatalogService) {}

  @Endpoint.get('export', serves(CatalogService, 'export'), document(CatalogDocument), {
    summary: 'Tell the whole catalog as one document.',
  })
  export(@Query() query: ExportCatalogQuery) {
    return this.catalog.export(query);
  }

  @Endpoint.post('plan', serves(CatalogService, 'plan'), one(CatalogPlanned), {
    summary: 'Tell what a document would change, and whether it could.',
    largestBodyBytes,
  })
  plan(@Body() body: PlanCatalogBody) {
    return this.catalog.plan(body);
  }

  @Endpoint.post('apply', serves(CatalogService, 'apply'), one(CatalogApplied), {
    summary: 'Bring a planned document into force, all or nothing.',
    largestBodyBytes,
  })
  apply(@Body() body: ApplyCatalogBody) {
    return this.catalog.apply(body);
  }
}
