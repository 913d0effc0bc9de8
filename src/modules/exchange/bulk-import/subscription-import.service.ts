import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { Journal } from '#libs/messaging/journal';
import { LongTask, type TaskKind, type TaskSubject } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { SubscriptionImports, type SubscriptionRow } from '#modules/billing/subscriptions';
import { IntegrationsService } from '#modules/customers/integrations';
import { requireIntegration } from './domain/integration-links';
import { SubscriptionImportRow } from './domain/subscription-import-row';
import { readSubscriptionRow, type ImportSubscriptionsBody } from './subscription-import.inputs';
import { StartedImport } from './subscription-import.views';
import { SubscriptionImportRowsRepository } from './subscription-import-rows.repository';

const kind = 'IMPORT_SUBSCRIPTIONS';
const about = { kind, entityType: 'IMPORT', entityId: 'subscriptions' } as const;
/** Measured: alone, each row takes twice as long. Who writes for a customer of a turn waits for all of it. */
const turnSize = 20;
const digits = 4;

interface Payload {
  importUid: string;
}

interface Subject extends TaskSubject {
  row: object;
}

/** Subscriptions of another system, by a task, one row after the other. Domain: customers-subscriptions X8; ADR-0089 */
@Injectable()
@LongTask(kind, { entityType: 'SUBSCRIPTION', resultsNeed: 'subscriptions:read', turnSize })
export class SubscriptionImportService implements TaskKind<Payload, Subject> {
  constructor(
    private readonly rows: SubscriptionImportRowsRepository,
    private readonly imports: SubscriptionImports,
    private readonly integrations: IntegrationsService,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly journal: Journal,
  ) {}

  /** A row that is refused fails alone, in the results of the task. @throws IntegrationNotFound, ImportAlreadyInProgress */
  @UseCase('importSubscriptions', {
    needs: 'subscriptions:write',
    answers: one(StartedImport),
    summary: 'Create and update up to 1,000 subscriptions by a task, each row for itself.',
  })
  async import({ subscriptions, integrationId }: ImportSubscriptionsBody): Promise<StartedImport> {
    requireIntegration(integrationId, await this.integrations.holdEvery());
    const importUid = newUid();
    await this.rows.begin(SubscriptionImportRow.of(importUid, subscriptions, this.clock.now()));
    // Asked last: who began before us is known by now, or has made us wait for its commit and refused us.
    if (await this.tasks.running(about)) throw new DomainError('ImportAlreadyInProgress');
    const payload: Payload = { importUid };
    const total = subscriptions.length;
    const taskId = await this.tasks.start({ ...about, payload, total });
    const told = { type: 'import.started', entityType: 'IMPORT', entityId: taskId } as const;
    this.journal.record({ ...told, before: null, after: { subscriptions: total, integrationId } });
    return { taskId };
  }

  /** Once none is left, nobody comes back to them. */
  async next({ importUid }: Payload, after: string | null, limit: number): Promise<Subject[]> {
    const rows = await this.rows.next(importUid, after === null ? -1 : Number(after), limit);
    if (rows.length === 0) await this.rows.forget(importUid);
    return rows.map(({ place, told: id, given: row }) => {
      return { key: String(place).padStart(digits, '0'), id, told: { index: place }, row };
    });
  }

  async prepare(_: Payload, subjects: readonly Subject[]): Promise<void> {
    const rows = subjects.map(({ row }) => readOrRefuse(row));
    await this.imports.prepare(rows.flatMap((row) => (row instanceof DomainError ? [] : [row])));
  }

  async process(_: Payload, { row: given, told }: Subject): Promise<object> {
    const row = readOrRefuse(given);
    if (row instanceof DomainError) return row;
    return (await this.imports.refusalOf(row)) ?? { ...told, ...(await this.imports.import(row)) };
  }
}

function readOrRefuse(given: object): SubscriptionRow | DomainError {
  try {
    return readSubscriptionRow(given);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
