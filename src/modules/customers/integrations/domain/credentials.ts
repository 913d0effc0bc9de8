import type { EnvironmentType } from '#libs/kernel/environment-type';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { collectingVendor, type VendorIdentifier } from './vendor';

/** What opens the vendor's service, or the sandbox in its place. */
export type Credentials = { sandbox: true } | { secretKey: string; webhookSecret: string };

export interface AskedCredentials {
  sandbox?: boolean;
  secretKey?: string;
  webhookSecret?: string;
}

export const isSandbox = (credentials: Credentials): credentials is { sandbox: true } =>
  'sandbox' in credentials;

const secretKeyForm = /^(?:sk|rk)_(test|live)_\w{10,240}$/;
const webhookSecretForm = /^whsec_[\w+/=-]{10,240}$/;

/**
 * Domain: customers-subscriptions U9
 * @returns null where the vendor takes none
 * @throws UnsupportedParameter, IntegrationValidationError
 */
export function credentialsFor(
  vendor: VendorIdentifier,
  asked: AskedCredentials | undefined,
  environmentType: EnvironmentType,
): Credentials | null {
  if (vendor !== collectingVendor) {
    if (asked === undefined) return null;
    const message = `credentials: ${vendor} is called by nothing here, customers are linked to it only; leave credentials out`;
    throw new DomainError('UnsupportedParameter', message);
  }
  const credentials = asked && wholeOf(asked);
  if (!credentials)
    throw refused(`${vendor} needs secretKey and webhookSecret, or sandbox: true and nothing else`);
  requireFitting(credentials, environmentType);
  return credentials;
}

/** Nobody's money is moved by a clock that was set, and nobody is served for none. @throws IntegrationValidationError */
export function requireFitting(credentials: Credentials, environmentType: EnvironmentType): void {
  const isProduction = environmentType === 'PRODUCTION';
  if (isSandbox(credentials)) {
    if (isProduction)
      throw refused('the sandbox moves no money; a PRODUCTION environment needs keys of a provider');
    return;
  }
  const { secretKey, webhookSecret } = credentials;
  const [, mode] = secretKeyForm.exec(secretKey) ?? [];
  if (!mode) throw refused('secretKey is none: it begins with sk_ or rk_, then test_ or live_');
  if (!webhookSecretForm.test(webhookSecret)) throw refused('webhookSecret is none: it begins with whsec_');
  if (mode === 'live' && !isProduction)
    throw refused(`secretKey is of live mode, and a ${environmentType} environment may not move real money`);
}

function wholeOf({ sandbox, secretKey, webhookSecret }: AskedCredentials): Credentials | undefined {
  const isKeyed = secretKey !== undefined || webhookSecret !== undefined;
  if (sandbox) return isKeyed ? undefined : { sandbox };
  return secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret };
}

const refused = (why: string): DomainError =>
  new DomainError('IntegrationValidationError', `credentials: ${why}`);
