import { createSecretKey, type KeyObject } from 'node:crypto';
import { digestKeySecret } from './key-secret';

/** The secret half of every key digest: a stolen database alone confirms no key. */
export abstract class KeyPepper {
  abstract readonly value: string;
  /** The value as the cipher library keeps it: half the cost of a digest is else in reading it anew. */
  private key: KeyObject | undefined;

  digest(secret: string): string {
    this.key ??= createSecretKey(this.value, 'utf8');
    return digestKeySecret(secret, this.key).toString('base64url');
  }
}
