import { Injectable } from '@nestjs/common';
import type { StoredIntegration } from '#modules/customers/integrations';
import { refOf, type Payer, type PaymentMethod } from './domain/payment-provider';
import { PaymentProviders } from './payment-providers.service';

/** Somebody who shall pay by a method. */
export interface Paying {
  payer: Payer;
  /** Who they are there; null where nobody knows. */
  customerRef: string | null;
  methodRef: string;
}

/** How they pay from now on, and who they are there. */
export interface Attachment {
  customerRef: string;
  method: PaymentMethod;
}

/** Asks providers to attach payment methods, outside any transaction. Domain: customers-subscriptions U8; ADR-0092 */
@Injectable()
export class MethodAttachments {
  constructor(private readonly providers: PaymentProviders) {}

  /** @throws ProviderAway, ProviderRefusal, IntegrationValidationError where its credentials do not open */
  async attach(
    integration: StoredIntegration,
    { payer, customerRef, methodRef }: Paying,
  ): Promise<Attachment> {
    const provider = await this.providers.of(integration);
    const ref = await refOf(provider, payer, customerRef);
    return { customerRef: ref, method: await provider.attach(ref, methodRef) };
  }
}
