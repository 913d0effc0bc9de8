import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import type { VendorIdentifier } from './domain/vendor';
import { VendorIdentifierEnum } from './integrations.views';

@Input('Either sandbox alone, or both others. Kept sealed, and never told.')
export class IntegrationCredentials {
  @Bool({
    optional: true,
    description:
      'In the place of a real account: methods that pay, decline, need action and pay late. Not in PRODUCTION.',
  })
  sandbox?: boolean;

  @Text({ max: 255, optional: true, description: 'Begins with sk_ or rk_.' }) secretKey?: string;
  @Text({ max: 255, optional: true, description: 'Begins with whsec_.' }) webhookSecret?: string;
}

@Input()
export class CreateIntegrationBody {
  @Text({ min: 1, max: 255, pattern: slugPattern, optional: true, description: 'Default: one of its own.' })
  id?: string;

  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;
  @Text({ min: 1, max: 255, optional: true, nullable: true }) displayName?: string | null;

  @Nested(IntegrationCredentials, { optional: true, description: 'Needed by STRIPE, refused elsewhere.' })
  credentials?: IntegrationCredentials;
}

@Input('What is absent stays. Credentials are replaced as a whole.')
export class UpdateIntegrationBody {
  @Text({ min: 1, max: 255, optional: true, nullable: true }) displayName?: string | null;
  @Nested(IntegrationCredentials, { optional: true }) credentials?: IntegrationCredentials;
}

export class ListIntegrationsQuery extends ListQuery {
  @ListOf(VendorIdentifierEnum, queried) vendorIdentifier?: VendorIdentifier[];
}
