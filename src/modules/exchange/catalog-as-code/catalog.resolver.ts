import { Args, Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { ApplyCatalogBody, PlanCatalogBody } from './catalog.inputs';
import { CatalogService } from './catalog.service';

@Resolver()
export class CatalogResolver {
  constructor(private readonly catalog: CatalogService) {}

  @ReadField(CatalogService, 'export')
  export() {
    return this.catalog.export({});
  }

  @WriteField(CatalogService, 'plan')
  plan(@Args('input') input: PlanCatalogBody) {
    return this.catalog.plan(input);
  }

  @WriteField(CatalogService, 'apply')
  apply(@Args('input') input: ApplyCatalogBody) {
    return this.catalog.apply(input);
  }
}
