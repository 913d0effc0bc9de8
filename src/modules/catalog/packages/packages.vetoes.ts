import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Surveys } from '#libs/messaging/surveys';
import { Vetoes } from '#libs/messaging/vetoes';
import { currencyUses } from '#modules/catalog/custom-currencies';
import { enumValuesRemoval, featureArchival } from '#modules/catalog/features';
import { nameOf } from './domain/package-kind';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageSellersReader } from './package-sellers.reader';

const namedInRefusal = 5;

/** What features may not change and currencies are asked for, because published packages stand on it. */
@Injectable()
export class PackageVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly surveys: Surveys,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly sellers: PackageSellersReader,
  ) {}

  onModuleInit(): void {
    // Domain: catalog F4
    this.vetoes.register(enumValuesRemoval, async ({ feature, values }) => {
      const used = await this.entitlements.publishedValues(feature.uid, values);
      if (used.length === 0) return;
      const message = `enumConfiguration: a published package grants ${used.join(', ')} of feature ${feature.id}`;
      throw new DomainError('IntegrityViolation', message);
    });
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
