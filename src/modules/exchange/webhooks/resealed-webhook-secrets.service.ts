import { Injectable } from '@nestjs/common';
import { requireSystem } from '#libs/context/require-system';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { MachineClock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { sealedPlace } from './domain/webhook';
import { WebhooksRepository } from './webhooks.repository';
import { ResealedWebhookSecrets } from './webhooks.views';

/** What `npm run admin` does with secrets that lie sealed. No door leads here. Domain: access-and-events W4 */
@Injectable()
export class ResealedWebhookSecretsService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly seal: CredentialSeal,
    private readonly clock: MachineClock,
  ) {}

  /** Under the key that seals now, but for those that do not open: they sign nothing already. @throws IdentityForbidden for anybody but the system */
  @UseCase('resealWebhookSecrets', {
    needs: 'webhooks:write',
    answers: one(ResealedWebhookSecrets),
    summary: 'Seal the secrets of webhooks anew.',
  })
  async reseal(): Promise<ResealedWebhookSecrets> {
    requireSystem('Secrets are sealed anew');
    const now = this.clock.now();
    const stale = (await this.webhooks.everything(true)).filter((webhook) => {
      const place = sealedPlace(webhook.environmentId, webhook.uid);
      return webhook.reseal((sealed) => this.seal.resealed(sealed, place));
    });
    await this.webhooks.saveAll(stale, now);
    return { resealed: stale.length };
  }
}
