import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Answers, Vetoes } from '#libs/messaging/extensions';
import { currencyUses, type CurrencyUse } from '#modules/catalog/custom-currencies';
import { enumValuesRemoval, featureArchival } from '#modules/catalog/features';
import { nameOf } from './domain/package-kind';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageSellersReader } from './package-sellers.reader';

const namedInRefusal = 5;

/** What features may not change and currencies are asked for, because published packages stand on it. */
@Injectable()
export class PackageVetoes {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly sellers: PackageSellersReader,
  ) {}

  /** @throws IntegrityViolation. Domain: catalog F4 */
  @Vetoes(enumValuesRemoval)
  async refuseRemoval({ feature, values }: typeof enumValuesRemoval.facts): Promise<void> {
    const used = await this.entitlements.publishedValues(feature.uid, values);
    if (used.length === 0) return;
    const message = `enumConfiguration: a published package grants ${used.join(', ')} of feature ${feature.id}`;
    throw new DomainError('IntegrityViolation', message);
  }

  /** @throws CannotArchiveFeatureError. Domain: catalog F9 */
  @Vetoes(featureArchival)
  async refuseArchival({ feature }: typeof featureArchival.facts): Promise<void> {
    const sellers = await this.sellers.ofFeature(feature.uid);
    if (sellers.length === 0) return;
    const named = sellers.slice(0, namedInRefusal).map((seller) => nameOf(seller.type, seller.id));
    const message = `Feature ${feature.id} is on ${named.join(', ')}; publish versions without it first`;
    throw new DomainError('CannotArchiveFeatureError', message);
  }

  /** Domain: credits Y2 */
  @Answers(currencyUses)
  async usesOf({ currency }: typeof currencyUses.facts): Promise<CurrencyUse[]> {
    return this.sellers.ofCurrency(currency.uid);
  }
}
