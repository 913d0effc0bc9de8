import type { Page } from '#libs/kernel/page';
import { page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { PackageCharge } from '#modules/catalog/charges';
import { ChargesOf, type ListChargesQuery } from '#modules/catalog/package-prices';

/** Price rows of a plan, those of overage apart. */
export class PlanChargesService extends ChargesOf('PLAN') {
  /** Of the latest version, or of a draft that was never published. @throws PlanNotFound, BadUserInput */
  @UseCase('listPlanOverageCharges', {
    needs: 'plans:read',
    opens: 'PUBLIC',
    answers: page(PackageCharge),
    summary: 'List the price rows of a plan for usage above its limits.',
  })
  listOverage(id: string, query: ListChargesQuery): Promise<Page<PackageCharge>> {
    return this.charges.list('PLAN', id, true, query);
  }
}
