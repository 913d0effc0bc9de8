import { customerTokenOf } from '#libs/credentials/customer-token';
import { expectOk, type ApiClient } from './client';

/** What a page sends beside its publishable key. */
export interface CustomerHeaders extends Record<string, string> {
  'x-customer-id': string;
  'x-customer-token': string;
}

/** As the vendor's server hands it to the page of its customer. */
export const inTheNameOf = (customerId: string, secret: string): CustomerHeaders => ({
  'x-customer-id': customerId,
  'x-customer-token': customerTokenOf(customerId, secret),
});

export interface SigningSecret {
  id: string;
  status: string;
  lastFour: string;
  endsAt: string | null;
  secret: string;
}

export const makeSigningSecret = (api: ApiClient, body: object = {}): Promise<SigningSecret> =>
  expectOk<SigningSecret>(api.rest('POST', '/customer-token-secrets', body));

export const newSigningSecret = async (api: ApiClient): Promise<string> =>
  (await makeSigningSecret(api)).secret;
