import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { document, Endpoint, one, serves } from '#libs/http/endpoint';
import { CatalogDocument } from './catalog-document.inputs';
import { ApplyCatalogBody, ExportCatalogQuery, PlanCatalogBody } from './catalog.inputs';
import { CatalogService } from './catalog.service';
import { CatalogApplied, CatalogPlanned } from './catalog.views';
import { readReleaseBody } from './release-body.inputs';

/** Sixteen thousand features and sixteen hundred plans with fifty entitlements each. */
const largestBodyBytes = 8 * 1024 * 1024;

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
    bodyOf: PlanCatalogBody,
    largestBodyBytes,
  })
  async plan(@Body() body: unknown) {
    return this.catalog.plan(await readReleaseBody(PlanCatalogBody, body));
  }

  @Endpoint.post('apply', serves(CatalogService, 'apply'), one(CatalogApplied), {
    summary: 'Bring a planned document into force, all or nothing.',
    bodyOf: ApplyCatalogBody,
    largestBodyBytes,
  })
  async apply(@Body() body: unknown) {
    return this.catalog.apply(await readReleaseBody(ApplyCatalogBody, body));
  }
}
