import { Injectable } from '@nestjs/common';
import type { CollectionMethod } from '#libs/business/values/collection-method';
import type { CurrencyCode } from '#libs/business/values/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import { IntegrationsService } from '#modules/customers/integrations';

/** An object of another module: the key that rows refer by, and the id that it is told by. */
interface Reference {
  uid: string;
  id: string;
}

/** Who sells what is billed as it is sold, and collects it. Domain: contracts-billing V12; customers-subscriptions V9; credits G4 */
@Injectable()
export class Sellers {
  constructor(
    private readonly legalEntities: LegalEntitiesService,
    private readonly integrations: IntegrationsService,
  ) {}

  /** Where nobody else is chosen. @throws BillingIntegrationMissing */
  @Within()
  async sellerUnder(method: Exclude<CollectionMethod, 'NONE'>): Promise<Reference> {
    const seller = await this.legalEntities.findDefault();
    if (seller) return seller;
    const message = `paymentCollectionMethod ${method}: the environment has no legal entity that sells; make one by POST /contracts/legal-entities`;
    throw new DomainError('BillingIntegrationMissing', message);
  }

  /** The account to pay to: the newest one in the currency, else one for any. */
  @Within()
  async accountOf(legalEntityId: string, currency: CurrencyCode): Promise<Reference | null> {
    const { accounts = [] } = (await this.legalEntities.find(legalEntityId)) ?? {};
    const active = accounts.filter(({ status }) => status === 'ACTIVE');
    const account =
      active.find((each) => each.currency === currency) ?? active.find((each) => each.currency === null);
    return account ? { uid: account.uid, id: account.id } : null;
  }

  /** @throws BillingIntegrationMissing where the method is CHARGE and nothing collects */
  @Within()
  async requireCollecting(method: CollectionMethod | undefined): Promise<void> {
    if (method !== 'CHARGE' || (await this.integrations.collecting())) return;
    const message =
      'paymentCollectionMethod CHARGE: nothing collects money in this environment; connect a provider by POST /integrations, or send INVOICE or NONE';
    throw new DomainError('BillingIntegrationMissing', message);
  }
}
