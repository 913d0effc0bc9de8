import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import { one } from '#libs/use-cases/answer';
import { LastCommit } from '#libs/use-cases/last-commit';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomerImports, type CustomerRow } from '#modules/customers/customers';
import { IntegrationsService, type StoredIntegration } from '#modules/customers/integrations';
import { readCustomerRow, type ImportCustomersBody } from './customer-import.inputs';
import { ImportedCustomers, type ImportFailure } from './customer-import.views';
import { failed, linksIn, requireIntegration, withMethod, type Connected } from './domain/integration-links';
import { RowMethodsService, type RowMethods } from './row-methods.service';

/** What the rows of a request say, those that say nothing sensible apart. */
interface ReadRows {
  /** By their places in the request. */
  rows: Map<CustomerRow, number>;
  failures: ImportFailure[];
}

/** What rows stand on. */
interface EnvironmentOfRows {
  named: Connected | undefined;
  connected: readonly StoredIntegration[];
  methods: RowMethods;
}

/** Customers of another system, a thousand at a time. Domain: customers-subscriptions U11; ADR-0089 */
@Injectable()
export class CustomerImportService {
  constructor(
    private readonly imports: CustomerImports,
    private readonly integrations: IntegrationsService,
    private readonly methods: RowMethodsService,
    private readonly lastCommit: LastCommit,
  ) {}

  /**
   * A row that is refused fails alone (FailedToImportCustomer, in the answer). The provider is asked first, where rows name payment methods.
   * @throws IntegrationNotFound
   */
  @UseCase('importCustomers', {
    needs: 'customers:write',
    answers: one(ImportedCustomers),
    summary: 'Create and update up to 1,000 customers, each row for itself.',
    commits: 'last',
  })
  async import(body: ImportCustomersBody): Promise<ImportedCustomers> {
    const methods = await this.methods.attach(body);
    return this.lastCommit.run(() => this.store(body, methods));
  }

  private async store(
    { customers, integrationId }: ImportCustomersBody,
    methods: RowMethods,
  ): Promise<ImportedCustomers> {
    const connected = await this.integrations.holdEvery();
    const named = requireIntegration(integrationId, connected);
    const { rows, failures } = await read(customers, { named, connected, methods });
    const { made, refusals } = await this.imports.importAll([...rows.keys()]);
    for (const [row, refusal] of refusals) failures.push(failureOf(rows.get(row) as number, row, refusal));
    failures.sort((a, b) => a.index - b.index);
    return { newCustomers: made, failures };
  }
}

async function read(customers: readonly object[], environment: EnvironmentOfRows): Promise<ReadRows> {
  const read: ReadRows = { rows: new Map(), failures: [] };
  const turn = new Turn();
  for (const [index, given] of customers.entries()) {
    try {
      read.rows.set(rowOf(given, index, environment), index);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      read.failures.push(failureOf(index, given, error));
    }
    if (turn.isOver) await turn.pause();
  }
  return read;
}

/** @throws what is wrong with the row */
function rowOf(
  given: object,
  index: number,
  { named, connected, methods: { integration, outcomes } }: EnvironmentOfRows,
): CustomerRow {
  const { paymentMethodId: _, salesforceId, ...said } = readCustomerRow(given);
  const links = linksIn({ billingId: said.billingId, salesforceId }, named, connected);
  const row = { ...said, links };
  const outcome = outcomes.get(index);
  if (outcome === undefined) return row;
  if (outcome instanceof DomainError) throw failed(`paymentMethodId: ${outcome.message}`);
  if (!integration || !connected.some(({ uid }) => uid === integration.uid))
    throw failed('paymentMethodId: what collects money was disconnected meanwhile; send the row again');
  return withMethod(row, { integration, ...outcome });
}

function failureOf(index: number, given: object, { message }: DomainError): ImportFailure {
  const { id } = given as { id?: unknown };
  return { index, id: typeof id === 'string' ? id : null, code: 'FailedToImportCustomer', message };
}
