import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import {
  collectingVendor,
  IntegrationsService,
  isSandbox,
  type StoredIntegration,
} from '#modules/customers/integrations';
import { ProviderAway, ProviderRefusal, type PaymentProvider } from './domain/payment-provider';
import { SandboxPayments } from './sandbox/sandbox-payments.repository';
import { SandboxProvider } from './sandbox/sandbox-provider';

/** Who collects the money of an environment. Domain: customers-subscriptions U9, V9 */
@Injectable()
export class PaymentProviders {
  private readonly sandbox: SandboxProvider;

  constructor(
    private readonly integrations: IntegrationsService,
    payments: SandboxPayments,
    unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    this.sandbox = new SandboxProvider(payments, unitOfWork, clock);
  }

  /** @throws IntegrationValidationError where its credentials do not open, PaymentProcessorError */
  async of(integration: StoredIntegration): Promise<PaymentProvider> {
    const credentials = await this.integrations.credentialsOf(integration);
    if (credentials && isSandbox(credentials)) return this.sandbox;
    const message = `Integration ${integration.id} has keys of ${collectingVendor}, which this release does not call yet; use the sandbox`;
    throw new DomainError('PaymentProcessorError', message);
  }
}

/**
 * What a provider answers, or the refusal that it means to a caller of ours.
 * @throws PaymentMethodNotFoundError, PaymentProcessorError
 */
export async function askedOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderRefusal) {
    const code = error.isUnknown ? 'PaymentMethodNotFoundError' : 'PaymentProcessorError';
    return Object.assign(new DomainError(code, `The payment provider refused: ${error.message}`), {
      cause: error,
    });
  }
  if (!(error instanceof ProviderAway)) return error;
  const message = 'The payment provider could not be reached, or gave no usable answer; repeat the request';
  return Object.assign(new DomainError('PaymentProcessorError', message), { cause: error });
}
