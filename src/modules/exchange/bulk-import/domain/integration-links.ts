import { DomainError } from '#libs/kernel/errors/domain-error';

/** What a row says of another system that the environment is connected with. */
export interface LinkedRow {
  paymentMethodId?: string;
  salesforceId?: string;
}

/** Integrations are not built: an environment has none. Domain: customers-subscriptions U11 @throws IntegrationNotFound */
export function requireIntegration(integrationId: string | null | undefined): void {
  if (integrationId == null) return;
  throw new DomainError('IntegrationNotFound', `Integration ${integrationId} was not found`);
}

/** @throws FailedToImportCustomer, of the row */
export function requireLinked(row: LinkedRow): void {
  for (const field of ['paymentMethodId', 'salesforceId'] as const) {
    if (!row[field]) continue;
    const message = `${field}: no such integration is configured in this environment; leave ${field} out`;
    throw new DomainError('FailedToImportCustomer', message);
  }
}
