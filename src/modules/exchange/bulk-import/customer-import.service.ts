import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomerImports, type CustomerRow } from '#modules/customers/customers';
import { IntegrationsService } from '#modules/customers/integrations';
import { readCustomerRow, type ImportCustomersBody } from './customer-import.inputs';
import { ImportedCustomers, type ImportFailure } from './customer-import.views';
import { linksIn, requireIntegration, type LinkedRow } from './domain/integration-links';

/** What the rows of a request say, those that say nothing sensible apart. */
interface ReadRows {
  /** By their places in the request. */
  rows: Map<CustomerRow, number>;
  failures: ImportFailure[];
}

/** Customers of another system, a thousand at a time. Domain: customers-subscriptions U11; ADR-0089 */
@Injectable()
export class CustomerImportService {
  constructor(
    private readonly imports: CustomerImports,
    private readonly integrations: IntegrationsService,
  ) {}

  /** A row that is refused fails alone (FailedToImportCustomer, in the answer). @throws IntegrationNotFound */
  @UseCase('importCustomers', {
    needs: 'customers:write',
    answers: one(ImportedCustomers),
    summary: 'Create and update up to 1,000 customers, each row for itself.',
  })
  async import({ customers, integrationId }: ImportCustomersBody): Promise<ImportedCustomers> {
    const connected = await this.integrations.holdEvery();
    const named = requireIntegration(integrationId, connected);
    const { rows, failures } = await read(customers, (row) => linksIn(row, named, connected));
    const { made, refusals } = await this.imports.importAll([...rows.keys()]);
    for (const [row, refusal] of refusals) failures.push(failureOf(rows.get(row) as number, row, refusal));
    failures.sort((a, b) => a.index - b.index);
    return { newCustomers: made, failures };
  }
}

async function read(
  customers: readonly object[],
  linksOf: (row: LinkedRow) => CustomerRow['links'],
): Promise<ReadRows> {
  const read: ReadRows = { rows: new Map(), failures: [] };
  const turn = new Turn();
  for (const [index, given] of customers.entries()) {
    try {
      read.rows.set(rowOf(given, linksOf), index);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      read.failures.push(failureOf(index, given, error));
    }
    if (turn.isOver) await turn.pause();
  }
  return read;
}

function rowOf(given: object, linksOf: (row: LinkedRow) => CustomerRow['links']): CustomerRow {
  const { paymentMethodId, salesforceId, ...row } = readCustomerRow(given);
  return { ...row, links: linksOf({ billingId: row.billingId, paymentMethodId, salesforceId }) };
}

function failureOf(index: number, given: object, { message }: DomainError): ImportFailure {
  const { id } = given as { id?: unknown };
  return { index, id: typeof id === 'string' ? id : null, code: 'FailedToImportCustomer', message };
}
