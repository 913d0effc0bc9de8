import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/vetoes';
import { enumValuesRemoval } from '#modules/catalog/features';
import { PackageEntitlementsRepository } from './package-entitlements.repository';

/** What features may not change, because published packages stand on it. */
@Injectable()
export class PackageEntitlementVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly entitlements: PackageEntitlementsRepository,
  ) {}

  onModuleInit(): void {
    // Domain: catalog F4
    this.vetoes.register(enumValuesRemoval, async ({ feature, values }) => {
      const used = await this.entitlements.publishedValues(feature.uid, values);
      if (used.length === 0) return;
      const message = `enumConfiguration: a published package grants ${used.join(', ')} of feature ${feature.id}`;
      throw new DomainError('IntegrityViolation', message);
    });
  }
}
