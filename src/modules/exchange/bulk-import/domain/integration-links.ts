import { DomainError } from '#libs/kernel/errors/domain-error';
import type { CustomerRow } from '#modules/customers/customers';
import type { Attachment } from '#modules/billing/payments';
import type { VendorIdentifier } from '#modules/customers/integrations';

/** An integration of the environment. */
export interface Connected {
  id: string;
  vendorIdentifier: VendorIdentifier;
}

/** What a row says of other systems. */
export interface LinkedRow {
  billingId?: string;
  salesforceId?: string;
}

const crm = 'SALESFORCE' satisfies VendorIdentifier;

/** Domain: customers-subscriptions U11, X8 @throws IntegrationNotFound */
export function requireIntegration(
  integrationId: string | null | undefined,
  connected: readonly Connected[],
): Connected | undefined {
  if (integrationId == null) return undefined;
  const found = connected.find(({ id }) => id === integrationId);
  if (found) return found;
  throw new DomainError('IntegrationNotFound', `Integration ${integrationId} was not found`);
}

/**
 * Who a customer is elsewhere: by its `billingId` to the integration that the request names, by its `salesforceId` to the CRM.
 * Domain: customers-subscriptions U11
 * @throws FailedToImportCustomer, of the row
 */
export function linksIn(
  { billingId, salesforceId }: LinkedRow,
  named: Connected | undefined,
  connected: readonly Connected[],
): CustomerRow['links'] {
  const links = named && billingId ? [linkOf(named, billingId)] : [];
  if (!salesforceId) return links;
  const known = connected.find(({ vendorIdentifier }) => vendorIdentifier === crm);
  if (!known)
    throw failed(
      `salesforceId: ${crm} is not connected with this environment; connect it by POST /integrations, or leave salesforceId out`,
    );
  return [...links.filter(({ id }) => id !== known.id), linkOf(known, salesforceId)];
}

/** With what the provider has answered of its payment method. Domain: customers-subscriptions U11 */
export function withMethod(
  row: CustomerRow,
  { integration, customerRef, method }: { integration: Connected } & Attachment,
): CustomerRow {
  const others = (row.links ?? []).filter(({ id }) => id !== integration.id);
  return {
    ...row,
    links: [...others, linkOf(integration, customerRef)],
    paymentMethod: { integrationId: integration.id, ...method },
  };
}

const linkOf = ({ id, vendorIdentifier }: Connected, syncedEntityId: string) => ({
  ...{ id, vendorIdentifier, syncedEntityId },
});

/** Of a row. */
export const failed = (message: string): DomainError => new DomainError('FailedToImportCustomer', message);
