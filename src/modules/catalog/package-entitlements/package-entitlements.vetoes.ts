import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/extensions';
import { enumValuesRemoval } from '#modules/catalog/features';
import { PackageEntitlementsRepository } from './package-entitlements.repository';

/** What features may not change, because published packages stand on it. */
@Injectable()
export class PackageEntitlementVetoes {
  constructor(private readonly entitlements: PackageEntitlementsRepository) {}

  /** @throws IntegrityViolation. Domain: catalog F4 */
  @Vetoes(enumValuesRemoval)
  async refuseRemoval({ feature, values }: typeof enumValuesRemoval.facts): Promise<void> {
    const used = await this.entitlements.publishedValues(feature.uid, values);
    if (used.length === 0) return;
    const message = `enumConfiguration: a published package grants ${used.join(', ')} of feature ${feature.id}`;
    throw new DomainError('IntegrityViolation', message);
  }
}
