import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NearbyChapter, Scene } from '../scene';
import type { Received, WebhookReceiver } from '../webhook-receiver';

const promises = {
  failed: 'a receiver that answers 500 has the message kept for it, and tried again',
  replayed: 'once it is repaired the message is replayed, under the same id',
  signed: 'and its signature is the HMAC of id, time and body under the secret of the webhook',
};

const patienceMs = 30_000;
const askAgainMs = 100;

interface Delivery {
  id: string;
  messageId: string;
  type: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
}

const shown = ['type', 'state', 'attempts', 'lastStatus', 'lastError', 'nextAttemptAt'];

/** What another system hears, though it was down when it happened. */
export const hearByWebhook: NearbyChapter = {
  title: 'A webhook that fails and is replayed',
  about:
    'Messages are written with what they tell of, signed, tried ten times over three days, and sent once more when you ask for it.',
  promises: Object.values(promises),
  async tell(scene, receiver) {
    const { stage, called } = scene;
    const { id, secret } = receiver.webhook;
    await scene.perform('POST', '/customers', { id: called('heard') }, ['id']);
    const failed = await becomes(scene, receiver, ({ attempts }) => attempts > 0);
    stage.check(promises.failed, [failed.state, failed.lastStatus], ['PENDING', 500]);
    receiver.status = 204;
    const path = `/webhooks/${id}/deliveries/${failed.id}/replay`;
    await scene.perform('POST', path, undefined, shown);
    const delivered = await becomes(scene, receiver, ({ state }) => state === 'DELIVERED');
    const came = receiver.received.filter(({ body }) => body.data.customer?.id === called('heard'));
    const ids = new Set(came.map(({ body }) => body.messageId));
    stage.check(promises.replayed, [delivered.state, came.length > 1, ids.size], ['DELIVERED', true, 1]);
    const message = came.at(-1) as Received;
    stage.say(`Received: ${message.text}`);
    stage.check(promises.signed, message.headers['webhook-signature'], signatureOf(message, secret));
    await receiver.leave();
  },
};

/** The message of this chapter, once it is as awaited; as it is then, where that takes too long. */
async function becomes(
  scene: Scene,
  { webhook }: WebhookReceiver,
  isAwaited: (delivery: Delivery) => boolean,
): Promise<Delivery> {
  const path = `/webhooks/${webhook.id}/deliveries?limit=1`;
  for (let waitedMs = 0; ; waitedMs += askAgainMs) {
    const [delivery] = (await scene.service.rest<Delivery[]>('GET', path)).data();
    if (delivery && (isAwaited(delivery) || waitedMs > patienceMs)) {
      await scene.perform('GET', path, undefined, shown);
      return delivery;
    }
    if (waitedMs > patienceMs) throw new Error('No message was made for the webhook');
    await pause(askAgainMs);
  }
}

/** As any library of Standard Webhooks does it. */
function signatureOf({ headers, text }: Received, secret: string): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
