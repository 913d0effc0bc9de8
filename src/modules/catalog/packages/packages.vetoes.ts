import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Surveys } from '#libs/messaging/surveys';
import { Vetoes } from '#libs/messaging/vetoes';
import { currencyUses } from '#modules/catalog/custom-currencies';
import { featureArchival } from '#modules/catalog/features';
import { nameOf } from '#modules/catalog/package-versions';
import { PackageSellersService } from './package-sellers.service';

const namedInRefusal = 5;

/** What features and currencies are asked for, because packages on sale stand on them. */
@Injectable()
export class PackageVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly surveys: Surveys,
    private readonly sellers: PackageSellersService,
  ) {}

  onModuleInit(): void {
    // Domain: catalog F9
    this.vetoes.register(featureArchival, async ({ feature }) => {
      const sellers = await this.sellers.ofFeature(feature.uid);
      if (sellers.length === 0) return;
      const named = sellers.slice(0, namedInRefusal).map((seller) => nameOf(seller.type, seller.id));
      const message = `Feature ${feature.id} is on ${named.join(', ')}; publish versions without it first`;
      throw new DomainError('CannotArchiveFeatureError', message);
    });
    // Domain: credits Y2
    this.surveys.register(currencyUses, ({ currency }) => this.sellers.ofCurrency(currency.uid));
  }
}
