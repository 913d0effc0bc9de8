import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { ApplyCatalogBody, ExportCatalogQuery, PlanCatalogBody } from './catalog.inputs';
import { CatalogService } from './catalog.service';
import { readReleaseBody } from './release-body.inputs';

/** Sixteen thousand features and sixteen hundred plans with fifty entitlements each. */
const largestBodyBytes = 8 * 1024 * 1024;

@ApiTags('Catalog')
@Controller('api/v1/catalog')
export class CatalogController {
  constructor(private readonly catalog: CatalogService) {}

  @Endpoint.get('export', CatalogService, 'export')
  export(@Query() query: ExportCatalogQuery) {
    return this.catalog.export(query);
  }

  @Endpoint.post('plan', CatalogService, 'plan', { bodyOf: PlanCatalogBody, largestBodyBytes })
  async plan(@Body() body: unknown) {
    return this.catalog.plan(await readReleaseBody(PlanCatalogBody, body));
  }

  @Endpoint.post('apply', CatalogService, 'apply', { bodyOf: ApplyCatalogBody, largestBodyBytes })
  async apply(@Body() body: unknown) {
    return this.catalog.apply(await readReleaseBody(ApplyCatalogBody, body));
  }
}
