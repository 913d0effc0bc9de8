import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/extensions';
import { enumValuesRemoval } from '#modules/catalog/features';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';

/** What features may not change, because somebody was given it. */
@Injectable()
export class PromotionVetoes {
  constructor(
    private readonly promotions: PromotionalEntitlementsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws IntegrityViolation. Domain: catalog F4 */
  @Vetoes(enumValuesRemoval)
  async refuseRemoval({ feature, values }: typeof enumValuesRemoval.facts): Promise<void> {
    const used = await this.promotions.runningValues(feature.uid, values, this.clock.now());
    if (used.length === 0) return;
    const message = `enumConfiguration: a promotional entitlement grants ${used.join(', ')} of feature ${feature.id}`;
    throw new DomainError('IntegrityViolation', message);
  }
}
