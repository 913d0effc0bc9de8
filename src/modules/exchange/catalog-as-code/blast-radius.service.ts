import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { LongTask, type TaskKind, type TaskSubject } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { MigrationOutlooks, type CustomerBound, type MigrationOutlook } from '#modules/billing/subscriptions';
import { BlastRadius, BlastRadiusChange } from './blast-radius.views';
import { findingsOf, summed, type Findings } from './domain/blast-radius';

const kind = 'CATALOG_BLAST_RADIUS';
interface Payload {
  outlook: MigrationOutlook;
  /** Where each range ends, so that whoever takes the task up divides the customers as it was begun. */
  bounds: CustomerBound[];
}

/** A range of customers; its key is its place. */
interface Subject extends TaskSubject {
  place: number;
}

/** Which customers would notice a release: found at once or, of many, by a task. */
@Injectable()
@LongTask(kind, { entityType: 'CUSTOMER', resultsNeed: 'entitlements:read' })
export class BlastRadiusService implements TaskKind<Payload, Subject> {
  /** Customers in memory at once. */
  readonly rangeSize: number = 100;
  /** More are found by a task. */
  readonly rangesAtOnce: number = 3;

  constructor(
    private readonly outlooks: MigrationOutlooks,
    private readonly tasks: Tasks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async next({ bounds }: Payload, after: string | null, limit: number): Promise<Subject[]> {
    return subjectsOf(bounds, after, limit);
  }

  process(payload: Payload, { place }: Subject): Promise<Findings<BlastRadiusChange>> {
    return this.rangeOf(payload, place);
  }

  /**
   * Whoever asks again about a plan whose task has not ended gets that task.
   * @param hash of the plan
   */
  async of(outlook: MigrationOutlook, hash: string): Promise<BlastRadius> {
    const { bounds, customers } = await this.unitOfWork.readAtOnce(() =>
      this.outlooks.rangesOf(outlook, this.rangeSize),
    );
    const payload = { outlook, bounds };
    if (bounds.length > this.rangesAtOnce) {
      return BlastRadius.foundBy(await this.unitOfWork.run(() => this.start(payload, hash)), customers);
    }
    const ranges: Findings<BlastRadiusChange>[] = [];
    for (const place of bounds.keys())
      ranges.push(await this.unitOfWork.readAtOnce(() => this.rangeOf(payload, place)));
    return BlastRadius.found(summed(ranges));
  }

  private async start(payload: Payload, entityId: string): Promise<string> {
    const task = { kind, entityType: 'CATALOG', entityId } as const;
    const running = await this.tasks.running(task);
    return running ?? this.tasks.start({ ...task, payload, total: payload.bounds.length });
  }

  private async rangeOf({ outlook, bounds }: Payload, place: number): Promise<Findings<BlastRadiusChange>> {
    const range = { after: bounds[place - 1]?.uid ?? null, upTo: (bounds[place] as CustomerBound).uid };
    const { customers, differences } = await this.outlooks.differencesIn(outlook, range);
    return findingsOf(customers, differences.map(BlastRadiusChange.from));
  }
}

const digits = 8;

function subjectsOf(bounds: readonly CustomerBound[], after: string | null, limit: number): Subject[] {
  const first = after === null ? 0 : Number(after) + 1;
  return bounds.slice(first, first + limit).map(({ id }, index) => {
    const place = first + index;
    return { key: String(place).padStart(digits, '0'), id, place };
  });
}
