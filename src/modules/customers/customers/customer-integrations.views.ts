import {
  collectingVendor,
  VendorIdentifierEnum,
  type StoredIntegration,
  type VendorIdentifier,
} from '#modules/customers/integrations';
import { View } from '#libs/shape/classes';
import { Nested, OneOf, Text } from '#libs/shape/decorators';
import type { IntegrationLink } from './domain/integration-links';

@View('The customer in the service of a vendor.')
export class Integration {
  @Text() id: string;
  @Text({ nullable: true }) syncedEntityId: string | null;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;
}

@View('Where the vendor shows the customer.')
export class BillingSyncData {
  @Text() billingId: string;
  @Text() billingLinkUrl: string;
}

@View()
export class CustomerIntegration extends Integration {
  @Nested(BillingSyncData, { nullable: true, description: 'Of what collects money, the sandbox apart.' })
  syncData: BillingSyncData | null;

  static from(
    { id, syncedEntityId, vendorIdentifier }: IntegrationLink,
    { isSandbox }: Pick<StoredIntegration, 'isSandbox'>,
  ): CustomerIntegration {
    const isShown = vendorIdentifier === collectingVendor && !isSandbox && syncedEntityId !== null;
    const billingLinkUrl = `https://dashboard.stripe.com/customers/${encodeURIComponent(syncedEntityId ?? '')}`;
    const syncData = isShown ? { billingId: syncedEntityId, billingLinkUrl } : null;
    return { id, syncedEntityId, vendorIdentifier, syncData };
  }
}
