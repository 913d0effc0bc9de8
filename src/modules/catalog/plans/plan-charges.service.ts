import { page } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import type { Page } from '#libs/kernel/page';
import { PackageCharge } from '#modules/catalog/charges';
import { PackageChargesService, type ListChargesQuery } from '#modules/catalog/packages';

/** Price rows of a plan; PATCH of the plan writes them. Domain: catalog R1 */
@Injectable()
export class PlanChargesService {
  constructor(private readonly charges: PackageChargesService) {}

  /** Of the latest version, or of a draft that was never published. @throws PlanNotFound, BadUserInput */
  @UseCase('listPlanCharges', {
    needs: 'plans:read',
    answers: page(PackageCharge),
    summary: 'List the price rows of a plan.',
  })
  list(id: string, query: ListChargesQuery): Promise<Page<PackageCharge>> {
    return this.charges.list('PLAN', id, false, query);
  }

  /** The same of overage. @throws PlanNotFound, BadUserInput */
  @UseCase('listPlanOverageCharges', {
    needs: 'plans:read',
    answers: page(PackageCharge),
    summary: 'List the price rows of a plan for usage above its limits.',
  })
  listOverage(id: string, query: ListChargesQuery): Promise<Page<PackageCharge>> {
    return this.charges.list('PLAN', id, true, query);
  }
}
