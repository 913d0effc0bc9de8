import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { lastFour } from '#libs/credentials/key-secret';
import { newWebhookSecret } from '#libs/credentials/webhook-secret';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { addMs } from '#libs/kernel/period';
import { EventAudience } from '#libs/messaging/event-audience';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { IdReference } from '#libs/shape/id-reference';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { endpointOf } from './domain/endpoint';
import { eventPatterns, readsOf } from './domain/event-patterns';
import { requireRoom, Webhook as StoredWebhook } from './domain/webhook';
import { ReceiverAddresses } from './receiver-addresses.service';
import { WebhookHealths } from './webhook-health.repository';
import { WebhookSecrets } from './webhook-secrets.service';
import type {
  CreateWebhookBody,
  ListWebhooksQuery,
  RotateWebhookSecretBody,
  UpdateWebhookBody,
} from './webhooks.inputs';
import { WebhooksRepository } from './webhooks.repository';
import { pictureOf, Webhook } from './webhooks.views';

const hourMs = 3_600_000;
const defaultGraceHours = 24;

/** Who hears of events outside. Domain: access-and-events W1 */
@Injectable()
export class WebhooksService {
  private readonly changes: Changes<StoredWebhook, Webhook>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly healths: WebhookHealths,
    private readonly secrets: WebhookSecrets,
    private readonly addresses: ReceiverAddresses,
    private readonly audience: EventAudience,
    private readonly clock: MachineClock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(webhooks, {
      entity: 'WEBHOOK',
      noun: 'webhook',
      view: async (webhook) => Webhook.from(webhook, await this.healthOf(webhook)),
      picture: pictureOf,
    });
  }

  /**
   * Active at once. Its secret is told now and never again.
   * @throws BadUserInput, IdentityForbidden for who may not read what it hears, IntegrityViolation for one too many
   */
  @UseCase('createWebhook', {
    needs: 'webhooks:write',
    answers: one(Webhook),
    summary: 'Have events sent to an endpoint. An addition.',
    answersSecret: 'secret',
  })
  async create({ name, endpoint, eventTypes, status = 'ACTIVE' }: CreateWebhookBody): Promise<Webhook> {
    this.secrets.requireSeal();
    const terms = {
      ...{ name, status },
      endpoint: endpointOf(endpoint, this.addresses.rules),
      eventTypes: eventPatterns(eventTypes),
    };
    requireReadable(terms.eventTypes);
    const secret = newWebhookSecret();
    const seal = (uid: string) => this.secrets.sealed(secret, uid);
    const webhook = StoredWebhook.create(terms, lastFour(secret), seal, this.clock.now());
    await this.audience.change(async () => {
      requireRoom(await this.webhooks.count());
      await this.changes.create(webhook);
      return this.webhooks.heardPatterns();
    });
    return Webhook.from(webhook, undefined, secret);
  }

  /** @throws WebhookNotFound */
  @UseCase('getWebhook', {
    needs: 'webhooks:read',
    answers: one(Webhook),
    summary: 'Get a webhook. An addition.',
  })
  async get(id: string): Promise<Webhook> {
    return this.changes.get(id);
  }

  @UseCase('listWebhooks', {
    needs: 'webhooks:read',
    answers: page(Webhook),
    summary: 'List webhooks, newest first. An addition.',
  })
  async list(query: ListWebhooksQuery): Promise<Page<Webhook>> {
    const page = await this.webhooks.list(pageRequestOf(query), query.status);
    const healths = await this.healths.findByUids(page.items.map(({ uid }) => uid));
    return mapPage(page, (webhook) => Webhook.from(webhook, healths.get(webhook.uid)));
  }

  /** @throws WebhookNotFound, BadUserInput, IdentityForbidden for who may not read what it hears */
  @UseCase('updateWebhook', {
    needs: 'webhooks:write',
    answers: one(Webhook),
    summary: 'Change a webhook, or make it active or inactive. An addition.',
  })
  async update(id: string, { endpoint, eventTypes, ...terms }: UpdateWebhookBody): Promise<Webhook> {
    return this.told(() =>
      this.changes.apply(id, 'updated', async (webhook) => {
        const wasActive = webhook.isActive;
        webhook.change({
          ...terms,
          ...(endpoint === undefined ? {} : { endpoint: endpointOf(endpoint, this.addresses.rules) }),
          ...(eventTypes === undefined ? {} : { eventTypes: eventPatterns(eventTypes) }),
        });
        requireReadable(webhook.eventTypes);
        if (webhook.isActive && !wasActive) await this.healths.forget(webhook.uid);
      }),
    );
  }

  /** What waits for it is not sent any more. @throws WebhookNotFound */
  @UseCase('deleteWebhook', {
    needs: 'webhooks:write',
    answers: one(IdReference),
    summary: 'Delete a webhook; what waits for it is sent no more. An addition.',
  })
  async delete(id: string): Promise<{ id: string }> {
    await this.told(async () => {
      const webhook = await this.webhooks.lockOrThrow(id);
      await this.changes.remove(webhook);
      await this.healths.forget(webhook.uid);
    });
    return { id };
  }

  /** Two sign while one takes the place of the other. @throws WebhookNotFound, BadUserInput, IdentityForbidden, IntegrityViolation */
  @UseCase('rotateWebhookSecret', {
    needs: 'webhooks:write',
    answers: one(Webhook),
    summary: 'Give a webhook a new secret. An addition.',
    answersSecret: 'secret',
  })
  async rotateSecret(
    id: string,
    { graceHours = defaultGraceHours }: RotateWebhookSecretBody,
  ): Promise<Webhook> {
    this.secrets.requireSeal();
    const now = this.clock.now();
    const secret = newWebhookSecret();
    const webhook = await this.webhooks.lockOrThrow(id);
    requireReadable(webhook.eventTypes);
    const sealed = this.secrets.sealed(secret, webhook.uid);
    await this.changes.apply(webhook, 'secret_rotated', () =>
      webhook.rotate(sealed, lastFour(secret), addMs(now, graceHours * hourMs), now),
    );
    return Webhook.from(webhook, await this.healthOf(webhook), secret);
  }

  /**
   * By the service, because nothing has reached it for days: the activity log and what `getWebhook` answers tell so.
   * Domain: access-and-events W3
   * @param id which is its key, too
   */
  async stop(id: string): Promise<void> {
    await this.told(async () => {
      const webhook = await this.webhooks.find(id, true);
      if (webhook?.isActive)
        await this.changes.apply(webhook, 'stopped', () => webhook.stop(this.clock.now()));
    });
  }

  /** Whoever decides on the webhooks of an environment stands in line before those who change them: what they hear is told with the change. */
  private async told<T>(change: () => Promise<T>): Promise<T> {
    let answer: T | undefined;
    await this.audience.change(async () => {
      answer = await change();
      return this.webhooks.heardPatterns();
    });
    return answer as T;
  }

  private async healthOf({ uid }: StoredWebhook) {
    return (await this.healths.findByUids([uid])).get(uid);
  }
}

/** Nobody hears through a webhook what they may not read. @throws IdentityForbidden */
export function requireReadable(eventTypes: readonly string[]): void {
  const { principal } = requireContext();
  const missing = readsOf(eventTypes).find((permission) => !principal?.may(permission));
  if (missing === undefined) return;
  throw new DomainError(
    'IdentityForbidden',
    `eventTypes of this webhook need the permission ${missing} beside webhooks:write`,
  );
}
