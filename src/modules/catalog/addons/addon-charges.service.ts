import { page } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import type { Page } from '#libs/kernel/page';
import { PackageCharge } from '#modules/catalog/charges';
import { PackageChargesService, type ListChargesQuery } from '#modules/catalog/packages';

/** Price rows of an addon; PATCH of the addon writes them. Domain: catalog R1 */
@Injectable()
export class AddonChargesService {
  constructor(private readonly charges: PackageChargesService) {}

  /** Of the latest version, or of a draft that was never published. @throws AddonNotFound, BadUserInput */
  @UseCase('listAddonCharges', {
    needs: 'addons:read',
    answers: page(PackageCharge),
    summary: 'List the price rows of an addon.',
  })
  list(id: string, query: ListChargesQuery): Promise<Page<PackageCharge>> {
    return this.charges.list('ADDON', id, false, query);
  }
}
