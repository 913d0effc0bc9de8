import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { eachAtOnce } from '#libs/kernel/at-once';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { grouped } from '#libs/kernel/grouped';
import { uidOf } from '#libs/kernel/ids';
import { Within } from '#libs/use-cases/use-case';
import { CustomersService, type CustomerRow, type StoredCustomer } from '#modules/customers/customers';
import type { StoredIntegration } from '#modules/customers/integrations';
import { ProviderAway } from './domain/payment-provider';
import { MethodAttachments, type Attachment, type Paying } from './method-attachments.service';
import { refusalOf } from './payment-providers.service';

/** A row of an import that says how its customer pays. */
export interface PayingRow extends Pick<CustomerRow, 'id' | 'name' | 'email' | 'billingId' | 'updatedAt'> {
  methodRef: string;
  /** Does the row itself link the customer to who collects, by its `billingId`? */
  isLinked: boolean;
}

/** What the provider answered, or why the row fails. */
export type RowOutcome = Attachment | DomainError;

/** How many customers the provider is asked about at once. */
const mostAtOnce = 8;
/** A request does not wait for ever: what was not asked by then is for the next one. */
const longestMs = 120_000;

/** Payment methods of the rows of an import, asked about before any row is committed. Domain: customers-subscriptions U11; ADR-0097 */
@Injectable()
export class ImportedMethods {
  constructor(
    private readonly customers: CustomersService,
    private readonly attachments: MethodAttachments,
    private readonly machine: MachineClock,
  ) {}

  /**
   * Outside any transaction.
   * @returns without those rows that ask for nothing: a newer one has come before, or the customer pays so already
   */
  @Within()
  async attachAll<R extends PayingRow>(
    integration: StoredIntegration,
    rows: readonly R[],
  ): Promise<Map<R, RowOutcome>> {
    const there = await this.customers.findMany([...new Set(rows.map(({ id }) => id))]);
    const until = this.machine.now().getTime() + longestMs;
    const outcomes = new Map<R, RowOutcome>();
    // Of one customer one after the other: who they are there is found once.
    await eachAtOnce(grouped(rows, ({ id }) => id).values(), mostAtOnce, async (ofOne) => {
      let known: string | undefined;
      for (const row of ofOne) {
        const customer = there.get(row.id);
        const paying = payingOf(row, customer, integration);
        if (customer?.knowsAsNew(row) || (known === undefined && paysSo(customer, paying, integration)))
          continue;
        paying.customerRef ??= known ?? null;
        const outcome = await this.outcomeOf(integration, paying, { customer, until });
        outcomes.set(row, outcome);
        if (!(outcome instanceof DomainError)) known = outcome.customerRef;
      }
    });
    return outcomes;
  }

  private async outcomeOf(
    integration: StoredIntegration,
    paying: Paying,
    { customer, until }: { customer: StoredCustomer | undefined; until: number },
  ): Promise<RowOutcome> {
    try {
      customer?.requireLive();
      if (this.machine.now().getTime() > until) throw new ProviderAway('There was no time left to ask');
      return await this.attachments.attach(integration, paying);
    } catch (error) {
      const refusal = refusalOf(error, 'send the row again');
      if (refusal instanceof DomainError) return refusal;
      throw error;
    }
  }
}

/** Who is not there yet has a key that is the same the next time, so that a repeated row means the same payer. */
function payingOf(
  { id, name, email, billingId, methodRef, isLinked }: PayingRow,
  customer: StoredCustomer | undefined,
  integration: StoredIntegration,
): Paying {
  const environmentId = currentEnvironmentId();
  const uid = customer?.uid ?? uidOf(environmentId, id);
  const byBilling = billingId || customer?.billingId || null;
  const customerRef = isLinked ? byBilling : (customer?.refAt(integration.id) ?? byBilling);
  return { payer: { uid, id, environmentId, name, email }, customerRef, methodRef };
}

/** A row that comes again asks nobody. */
const paysSo = (
  customer: StoredCustomer | undefined,
  { customerRef, methodRef: ref }: Paying,
  { id: integrationId }: StoredIntegration,
): boolean =>
  customer !== undefined &&
  customer.paysBy({ integrationId, ref }) &&
  customer.refAt(integrationId) === customerRef;
