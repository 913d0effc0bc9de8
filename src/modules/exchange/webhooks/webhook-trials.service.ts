import { Injectable } from '@nestjs/common';
import { currentActor, currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { one } from '#libs/use-cases/answer';
import { LastCommit } from '#libs/use-cases/last-commit';
import { UseCase } from '#libs/use-cases/use-case';
import { messageOf } from './domain/message';
import { MessagePost } from './message-post.service';
import { requireReadable } from './webhooks.service';
import { WebhooksRepository } from './webhooks.repository';
import { pictureOf, WebhookTrial } from './webhooks.views';

/** Does a receiver take what it is sent? Asked by its keeper, and answered at once. Domain: access-and-events W1 */
@Injectable()
export class WebhookTrialsService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly messages: MessagePost,
    private readonly lastCommit: LastCommit,
    private readonly clock: MachineClock,
  ) {}

  /** Tried once, whether the webhook is active or not; how it goes with it is not told by it. @throws WebhookNotFound, IdentityForbidden */
  @UseCase('testWebhook', {
    needs: 'webhooks:write',
    answers: one(WebhookTrial),
    summary: 'Send a message of type webhook.test, once, and tell what became of it. An addition.',
    commits: 'last',
  })
  async test(id: string): Promise<WebhookTrial> {
    const webhook = await this.webhooks.getOrThrow(id);
    requireReadable(webhook.eventTypes);
    const { createdAt: _, updatedAt: __, ...told } = pictureOf(webhook);
    const message = messageOf({
      ...{ uid: newUid(), environmentId: currentEnvironmentId(), actor: currentActor() },
      ...{ type: 'webhook.test', version: webhook.revision },
      ...{ payload: { webhook: told }, occurredAt: this.clock.now() },
    });
    const trial = WebhookTrial.from(message.messageId, await this.messages.bring(message, webhook));
    return this.lastCommit.run(async () => trial);
  }
}
