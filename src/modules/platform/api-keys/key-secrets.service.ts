import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { lastFour, newKeySecret, routeTagOf, type KeyPrefix } from '#libs/credentials/key-secret';
import type { KeptSecret } from './domain/api-key';

/** Secrets of keys of the environment of the context, as they are shown and as they are kept. Domain: access-and-events Y1, Y9 */
@Injectable()
export class KeySecrets {
  constructor(private readonly pepper: KeyPepper) {}

  make(prefix: KeyPrefix): { secret: string; kept: KeptSecret } {
    const secret = newKeySecret(prefix, routeTagOf(currentEnvironmentId()));
    return { secret, kept: this.kept(secret) };
  }

  /** Of one that was made elsewhere. */
  kept(secret: string): KeptSecret {
    return { ...this.pepper.made(secret), lastFour: lastFour(secret) };
  }
}
