import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Answers, Vetoes } from '#libs/messaging/extensions';
import { currencyUses, type CurrencyUse } from '#modules/catalog/custom-currencies';
import { featureArchival } from '#modules/catalog/features';
import { nameOf } from '#modules/catalog/package-versions';
import { PackageSellersService } from './package-sellers.service';

const namedInRefusal = 5;

/** What features and currencies are asked for, because packages on sale stand on them. */
@Injectable()
export class PackageVetoes {
  constructor(private readonly sellers: PackageSellersService) {}

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
