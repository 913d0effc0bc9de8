import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import { ImportedMethods, type PayingRow, type RowOutcome } from '#modules/billing/payments';
import { IntegrationsService, type StoredIntegration } from '#modules/customers/integrations';
import { readCustomerRow, type ImportCustomersBody } from './customer-import.inputs';
import { failed } from './domain/integration-links';

/** A row, by its place in the request. */
interface NamingRow extends PayingRow {
  index: number;
}

/** What became of the payment methods that rows name. */
export interface RowMethods {
  /** Who was asked; undefined where no row names one. */
  integration: StoredIntegration | undefined;
  /** By the places of their rows; none of those that are wrong by themselves, or passed over. */
  outcomes: ReadonlyMap<number, RowOutcome>;
}

/** Payment methods that rows of customers name, before anything is committed. Domain: customers-subscriptions U11; ADR-0097 */
@Injectable()
export class RowMethodsService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly methods: ImportedMethods,
  ) {}

  /** @throws IntegrationNotFound */
  async attach({ customers, integrationId }: ImportCustomersBody): Promise<RowMethods> {
    const rows = await rowsNaming(customers, integrationId !== undefined);
    if (rows.length === 0) return { integration: undefined, outcomes: new Map() };
    const integration = await this.collecting(integrationId);
    if (integration instanceof DomainError)
      return { integration: undefined, outcomes: new Map(rows.map(({ index }) => [index, integration])) };
    const outcomes = await this.methods.attachAll(integration, rows);
    return { integration, outcomes: new Map([...outcomes].map(([{ index }, outcome]) => [index, outcome])) };
  }

  /** @returns the refusal of each row where nobody collects */
  private async collecting(integrationId: string | undefined): Promise<StoredIntegration | DomainError> {
    const named = integrationId === undefined ? undefined : await this.integrations.getOrThrow(integrationId);
    const integration = named ?? (await this.integrations.collecting());
    if (integration?.isCollecting) return integration;
    return failed(
      named
        ? `integration ${named.id} is of ${named.vendorIdentifier}, which collects no money; name by integrationId the one that does`
        : 'nothing collects money in this environment; connect a provider by POST /integrations, or leave paymentMethodId out',
    );
  }
}

/** @param isNamed does the request name an integration? */
async function rowsNaming(customers: readonly object[], isNamed: boolean): Promise<NamingRow[]> {
  const naming: NamingRow[] = [];
  const turn = new Turn();
  for (const [index, given] of customers.entries()) {
    const row = 'paymentMethodId' in given ? rowNaming(given, index, isNamed) : undefined;
    if (row) naming.push(row);
    if (turn.isOver) await turn.pause();
  }
  return naming;
}

/** Undefined for a row that is wrong by itself: it is refused when all are read. */
function rowNaming(given: object, index: number, isNamed: boolean): NamingRow | undefined {
  try {
    const { paymentMethodId: methodRef, ...row } = readCustomerRow(given);
    return methodRef ? { ...row, methodRef, isLinked: isNamed && Boolean(row.billingId), index } : undefined;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
