import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { MigrationOutlooks, type MigrationOutlook } from '#modules/billing/subscriptions';
import { AddonsService } from '#modules/catalog/addons';
import type { PackageKind } from '#modules/catalog/package-versions';
import { PlansService } from '#modules/catalog/plans';
import { BlastRadiusService } from './blast-radius.service';
import { BlastRadius } from './blast-radius.views';
import { planHash } from './plan-hash.record';
import type { PlanPublicationBody } from './publication-plans.inputs';

/** What publishing the draft of one plan or addon would bring about. */
@Injectable()
export class PublicationPlansService {
  constructor(
    private readonly plans: PlansService,
    private readonly addons: AddonsService,
    private readonly outlooks: MigrationOutlooks,
    private readonly radius: BlastRadiusService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The publication is tried out and undone, so what publishing would refuse is refused here. Domain: catalog L7
   * @throws what publishing it refuses
   */
  @UseCase('planPublication', {
    needs: 'entitlements:read',
    answers: one(BlastRadius),
    summary: 'Tell which customers would notice if a draft were published for all of them. An addition.',
  })
  async plan({ kind, id }: PlanPublicationBody): Promise<BlastRadius> {
    const outlook = await this.rehearse(kind, id);
    if (!outlook) return BlastRadius.empty('NO_SUBSCRIPTIONS');
    const facts = { environmentId: currentEnvironmentId(), state: outlook, request: { kind, id } };
    return this.radius.of(outlook, await planHash(facts));
  }

  /** @returns what would become of running subscriptions; undefined where none would be moved */
  private rehearse(kind: PackageKind, id: string): Promise<MigrationOutlook | undefined> {
    const packages = kind === 'PLAN' ? this.plans : this.addons;
    return this.unitOfWork.rehearse(async () => {
      const { taskId } = await packages.publish(id, { migrationType: 'ALL_CUSTOMERS' });
      return taskId === null ? undefined : this.outlooks.of([{ kind, id }]);
    });
  }
}
