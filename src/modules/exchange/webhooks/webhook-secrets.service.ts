import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { MachineClock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { sealedPlace, type Webhook } from './domain/webhook';

/** By which messages are signed: they must be read again, so they lie sealed. Domain: access-and-events W4 */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly seal: CredentialSeal,
    private readonly clock: MachineClock,
  ) {}

  /** @throws BadUserInput where the operator gave no key to seal it with */
  requireSeal(): void {
    if (!this.seal.isReady)
      throw badInput('The service has no key to seal secrets with; its operator sets SEALING_KEYS');
  }

  /** @param uid of the webhook */
  sealed(secret: string, uid: string): string {
    return this.seal.seal(secret, sealedPlace(currentEnvironmentId(), uid));
  }

  /** Those that sign now; none where the operator took away the key that opens them. */
  signing(webhook: Webhook): string[] {
    const place = sealedPlace(webhook.environmentId, webhook.uid);
    return webhook.sealedSecretsAt(this.clock.now()).flatMap((sealed) => this.seal.open(sealed, place) ?? []);
  }
}
