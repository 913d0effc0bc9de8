import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret of a webhook, as Standard Webhooks writes it: 256 random bits. Domain: access-and-events W4 */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

const signatureBy = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(signed, 'utf8').digest('base64')}`;

/**
 * Headers by which a receiver knows who sends a message, and when: one signature by each secret that is valid. Domain: access-and-events W4
 * @param sentAt of this attempt
 */
export function signedHeaders(
  secrets: readonly string[],
  messageId: string,
  sentAt: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signed = `${messageId}.${timestamp}.${body}`;
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureBy(secret, signed)).join(' '),
  };
}
