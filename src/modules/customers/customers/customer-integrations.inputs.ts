import { VendorIdentifierEnum, type VendorIdentifier } from '#modules/customers/integrations';
import { Input } from '#libs/shape/classes';
import { ListOf, OneOf, Text } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';

@Input('The customer in the service of a vendor.')
export class IntegrationBody {
  @Text({ min: 1, max: 255, description: 'Of the integration of the environment.' }) id: string;
  @Text({ max: 255, nullable: true }) syncedEntityId: string | null;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;
}

@Input()
export class LinkCustomerIntegrationBody {
  @Text({ min: 1, max: 255, description: 'Of the integration of the environment.' }) id: string;
  @Text({ min: 1, max: 255 }) syncedEntityId: string;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;
}

@Input()
export class UpdateCustomerIntegrationBody {
  @Text({ min: 1, max: 255, nullable: true }) syncedEntityId: string | null;
}

export class ListCustomerIntegrationsQuery extends ListQuery {
  @ListOf(VendorIdentifierEnum, queried) vendorIdentifier?: VendorIdentifier[];
}
