import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

const tokenForm = /^[0-9a-f]{64}$/i;
const longestId = 255;

/** A secret under which a vendor's server signs ids of its customers. */
export interface SigningSecret {
  id: string;
  secret: string;
  /** From then on it proves nothing; null: until it is ended. */
  endsAt: Date | null;
}

/** In whose name a publishable key speaks, and by what it was believed. */
export interface ProvenCustomer {
  readonly id: string;
  /** The secret that signed its id; null: the id alone was believed. */
  readonly secretId: string | null;
}

/** A new signing secret: 256 random bits behind a prefix by which scanners and our own log know it. */
export const newSigningSecret = (): string => `cts_${randomBytes(32).toString('base64url')}`;

const signed = (customerId: string, secret: string | KeyObject): Buffer =>
  createHmac('sha256', secret).update(customerId, 'utf8').digest();

/** What a vendor's server hands to the browser of its customer. Domain: access-and-events B4 */
export const customerTokenOf = (customerId: string, secret: string | KeyObject): string =>
  signed(customerId, secret).toString('hex');

/** In whose name the publishable key of an environment may speak. Domain: access-and-events B4 */
export class CustomerTokens {
  private readonly secrets: readonly { id: string; key: KeyObject; endsAt: Date | null }[];

  /** @param isRequired false: the id alone is believed */
  constructor(
    private readonly isRequired: boolean,
    secrets: readonly SigningSecret[],
    private readonly now: () => Date,
  ) {
    this.secrets = secrets.map(({ id, secret, endsAt }) => ({
      id,
      key: createSecretKey(secret, 'utf8'),
      endsAt,
    }));
  }

  /** Undefined where nothing proves it. Every secret is tried, and each comparison takes the same time. */
  proofOf(customerId: string, token: string | undefined): ProvenCustomer | undefined {
    if (customerId === '' || customerId.length > 2 * longestId) return undefined;
    if (!this.isRequired) return { id: customerId, secretId: null };
    if (token === undefined || !tokenForm.test(token)) return undefined;
    const given = Buffer.from(token, 'hex');
    let secretId: string | undefined;
    for (const { id, key, endsAt } of this.secrets) {
      const isEqual = timingSafeEqual(signed(customerId, key), given);
      if (isEqual && this.isInForce(endsAt)) secretId = id;
    }
    return secretId === undefined ? undefined : { id: customerId, secretId };
  }

  /** Would it be believed once more? For what lasts longer than a request. */
  stillProves({ secretId }: ProvenCustomer): boolean {
    if (secretId === null) return !this.isRequired;
    return this.secrets.some(({ id, endsAt }) => id === secretId && this.isInForce(endsAt));
  }

  private isInForce(endsAt: Date | null): boolean {
    return endsAt === null || endsAt > this.now();
  }
}
