import { digestKeySecret } from './key-secret';

/** The secret half of every key digest: a stolen database alone confirms no key. */
export abstract class KeyPepper {
  abstract readonly value: string;

  digest(secret: string): string {
    return digestKeySecret(secret, this.value).toString('base64url');
  }
}
