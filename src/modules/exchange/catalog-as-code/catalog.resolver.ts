import { Args, Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { document, one, serves } from '#libs/http/endpoint';
import { CatalogDocument } from './catalog-document.inputs';
import { ApplyCatalogBody, PlanCatalogBody } from './catalog.inputs';
import { CatalogService } from './catalog.service';
import { CatalogApplied, CatalogPlanned } from './catalog.views';

@Resolver()
export class CatalogResolver {
  constructor(private readonly catalog: CatalogService) {}

  @ReadField(serves(CatalogService, 'export'), document(CatalogDocument), {
    summary: 'Tell the whole catalog as one document.',
  })
  export() {
    return this.catalog.export({});
  }

  @WriteField(serves(CatalogService, 'plan'), one(CatalogPlanned), {
    summary: 'Tell what a document would change, and whether it could.',
  })
  plan(@Args('input') input: PlanCatalogBody) {
    return this.catalog.plan(input);
  }

  @WriteField(serves(CatalogService, 'apply'), one(CatalogApplied), {
    summary: 'Bring a planned document into force, all or nothing.',
  })
  apply(@Args('input') input: ApplyCatalogBody) {
    return this.catalog.apply(input);
  }
}
