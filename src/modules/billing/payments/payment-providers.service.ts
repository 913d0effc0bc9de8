import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { Clock, MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import {
  IntegrationsService,
  isSandbox,
  type Credentials,
  type StoredIntegration,
} from '#modules/customers/integrations';
import { ProviderAway, ProviderRefusal, type PaymentProvider } from './domain/payment-provider';
import { SandboxAddresses } from './sandbox/sandbox-addresses';
import { SandboxCheckouts } from './sandbox/sandbox-checkouts.repository';
import { SandboxPayments } from './sandbox/sandbox-payments.repository';
import { SandboxProvider } from './sandbox/sandbox-provider';
import { StripeProvider } from './stripe/stripe-provider';

const mostAccounts = 200;

/** Who collects the money of an environment. Domain: customers-subscriptions U9, V9 */
@Injectable()
export class PaymentProviders {
  private readonly sandbox: SandboxProvider;
  /** By the key of their integration; of other credentials it is another one. */
  private readonly accounts = new BoundedMap<string, { provider: PaymentProvider; since: Date }>(
    mostAccounts,
  );

  constructor(
    private readonly integrations: IntegrationsService,
    private readonly environment: Environment,
    private readonly machine: MachineClock,
    payments: SandboxPayments,
    checkouts: SandboxCheckouts,
    unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    this.sandbox = new SandboxProvider(
      payments,
      checkouts,
      new SandboxAddresses(environment.publicUrl),
      unitOfWork,
      clock,
    );
  }

  /** @throws IntegrationValidationError where its credentials do not open */
  async of(integration: StoredIntegration): Promise<PaymentProvider> {
    const credentials = await this.integrations.credentialsOf(integration);
    if (!credentials) throw new Error(`Integration ${integration.id} collects nothing`);
    if (isSandbox(credentials)) return this.sandbox;
    return this.accountOf(integration, credentials);
  }

  private accountOf(
    { uid, credentialsChangedAt }: StoredIntegration,
    credentials: Exclude<Credentials, { sandbox: true }>,
  ): PaymentProvider {
    const known = this.accounts.get(uid);
    if (known && known.since.getTime() === credentialsChangedAt?.getTime()) return known.provider;
    const { stripeApiUrl: apiUrl } = this.environment;
    const settings = { ...credentials, clock: this.machine, ...(apiUrl && { apiUrl }) };
    const provider = new StripeProvider(settings);
    this.accounts.set(uid, { provider, since: credentialsChangedAt as Date });
    return provider;
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

/** @param again what to do where nobody knows @returns what is thrown to who has called us */
export function refusalOf(error: unknown, again = 'repeat the request'): unknown {
  if (error instanceof ProviderRefusal) {
    const code = error.isUnknown ? 'PaymentMethodNotFoundError' : 'PaymentProcessorError';
    return Object.assign(new DomainError(code, `The payment provider refused: ${error.message}`), {
      cause: error,
    });
  }
  if (!(error instanceof ProviderAway)) return error;
  const message = `The payment provider could not be reached, or gave no usable answer; ${again}`;
  return Object.assign(new DomainError('PaymentProcessorError', message), { cause: error });
}
