import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel/page';
import { page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { PackageCharge } from '#modules/catalog/charges';
import { wordsOf, type PackageKind } from '#modules/catalog/package-versions';
import type { ListChargesQuery } from './package-charges.inputs';
import { PackageChargesService } from './package-charges.service';

/** Price rows of plans, or of addons; PATCH of the package writes them. Domain: catalog R1 */
export function ChargesOf(kind: PackageKind) {
  const { noun, plural, a } = wordsOf[kind];

  @Injectable()
  class ChargesOfKind {
    constructor(readonly charges: PackageChargesService) {}

    /** Of the latest version, or of a draft that was never published. @throws PlanNotFound, AddonNotFound, BadUserInput */
    @UseCase(`list${noun}Charges`, {
      needs: `${plural}:read`,
      opens: 'PUBLIC',
      answers: page(PackageCharge),
      summary: `List the price rows of ${a}.`,
    })
    async list(id: string, query: ListChargesQuery): Promise<Page<PackageCharge>> {
      return this.charges.list(kind, id, false, query);
    }
  }
  return ChargesOfKind;
}

export type ChargesOfKind = InstanceType<ReturnType<typeof ChargesOf>>;
