import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Integration } from './domain/integration';
import type { VendorIdentifier } from './domain/vendor';
import { integrationMapping } from './integration.mapping';

export interface IntegrationFilter {
  ids?: readonly string[];
  vendors?: readonly VendorIdentifier[];
}

@Injectable()
export class IntegrationsRepository extends TenantRepository<Integration> {
  constructor(persistence: Persistence) {
    super(persistence, integrationMapping, 'IntegrationNotFound');
  }

  list(request: PageRequest, { ids, vendors }: IntegrationFilter): Promise<Page<Integration>> {
    return this.page(request, new Predicate().oneOf('t.id', ids).oneOf('t.vendor_identifier', vendors));
  }

  async ofVendor(vendor: VendorIdentifier): Promise<Integration | undefined> {
    return (await this.where('t.vendor_identifier = $2', [vendor]))[0];
  }

  /** There are a dozen at most. Nobody deletes or changes them before the end of the unit of work. */
  holdEvery(): Promise<Integration[]> {
    return this.where('true order by t.uid for share', []);
  }
}
