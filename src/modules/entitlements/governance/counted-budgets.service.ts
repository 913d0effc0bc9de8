import { Injectable } from '@nestjs/common';
import { CommittedGroups } from '#libs/changes/committed-groups';
import { currentEnvironmentId } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { AttributionsRepository } from './attributions.repository';
import type { CountedWindow } from './budget-in-force.record';
import type { AddedUsage } from './domain/attributed-usage';

/** Windows of budgets of one environment as one statement has left them. */
export interface BudgetGroup {
  environmentId: string;
  /** Their last write. */
  revision: string;
  /** Those of one budget one after the other. */
  windows: readonly CountedWindow[];
}

/** Counts for budgets of entities, and tells who holds them in memory once that is committed. Nobody counts past it. ADR-0136 */
@Injectable()
export class CountedBudgets extends CommittedGroups<BudgetGroup> {
  constructor(
    private readonly repository: AttributionsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async add(usages: readonly AddedUsage[]): Promise<void> {
    if (usages.length === 0) return;
    const [environmentId, revision] = [currentEnvironmentId(), newUid()];
    const windows = await this.repository.add(usages, revision);
    this.unitOfWork.afterCommit(() => this.tell({ environmentId, revision, windows }));
  }
}
