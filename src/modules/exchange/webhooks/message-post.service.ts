import { Injectable } from '@nestjs/common';
import { signedHeaders } from '#libs/credentials/webhook-secret';
import { MachineClock } from '#libs/kernel/clock';
import { post } from '#libs/outbound/post';
import { currentSpan, traced } from '#libs/telemetry/tracing';
import type { Message } from './domain/message';
import type { Webhook } from './domain/webhook';
import type { AttemptOutcome } from './domain/webhook-delivery';
import { answerMs, ReceiverAddresses } from './receiver-addresses.service';
import { WebhookSecrets } from './webhook-secrets.service';

const failed = (error: string, more: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  ...{ status: null, error },
  ...more,
});

/** By the code of the fault: what a receiver's keeper can act upon, and nothing of our own network. */
const faults: Readonly<Record<string, string>> = {
  ERR_ADDRESS_REFUSED: 'its host is at no public address',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke off the connection',
  EPIPE: 'it broke off the connection',
  UND_ERR_SOCKET: 'it broke off the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it could not be connected to in time',
  ETIMEDOUT: 'it could not be connected to in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too large',
};

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause);
};

function faultOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `it did not answer within ${answerMs / 1000} s`;
  const code = codeOf(error);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `its certificate was not accepted (${code})`;
  return faults[code] ?? 'the connection failed';
}

/** Brings one message to one receiver, once. Domain: access-and-events W3–W5 */
@Injectable()
export class MessagePost {
  constructor(
    private readonly addresses: ReceiverAddresses,
    private readonly secrets: WebhookSecrets,
    private readonly clock: MachineClock,
  ) {}

  /** @param stopped ends the attempt; then nothing is known of it @throws the reason of that */
  async bring(
    { messageId, body, isTooLarge }: Message,
    webhook: Webhook,
    stopped?: AbortSignal,
  ): Promise<AttemptOutcome> {
    if (isTooLarge) return failed('the message is larger than 256 KB', { isFinal: true });
    const secrets = this.secrets.signing(webhook);
    if (secrets.length === 0) return failed('its secret opens by none of SEALING_KEYS; rotate it');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...signedHeaders(secrets, messageId, this.clock.now(), body),
    };
    try {
      const { agent } = this.addresses;
      const answer = await traced({ name: 'webhook attempt', kind: 'CLIENT' }, () => {
        const told = { ...headers, ...currentSpan()?.headers() };
        return post(agent, webhook.endpoint, body, told, answerMs, stopped);
      });
      const { status, retryAfter } = answer;
      return status >= 200 && status < 300
        ? { status, error: null }
        : failed(`it answered ${status}`, { status, retryAfter });
    } catch (error) {
      if (stopped?.aborted) throw error;
      return failed(faultOf(error));
    }
  }
}
