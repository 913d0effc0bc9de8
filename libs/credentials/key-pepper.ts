import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { digestKeySecret } from './key-secret';

const idBytes = 6;

/** How a secret is stored. */
export interface KeyDigest {
  /** base64url, 43 characters. */
  digest: string;
  /** Of the pepper under which it was made. */
  pepperId: string;
}

interface Pepper {
  id: string;
  /** As the cipher library keeps it: half the cost of a digest is else in reading it anew. */
  key: KeyObject;
}

/**
 * The secret half of every key digest: a stolen database alone confirms no key. While one takes the place of another there are several.
 * Domain: access-and-events Y8
 */
export class KeyPepper {
  private readonly first: Pepper;
  private readonly others: readonly Pepper[];

  /** @param secrets the first makes digests; what the others have made is still found */
  constructor(secrets: readonly string[]) {
    const [first, ...others] = secrets.map(pepperOf);
    if (!first) throw new Error('There is no pepper to make digests of keys with');
    this.first = first;
    this.others = others;
  }

  /** Of the one that makes digests; tells nothing of what it is. */
  get id(): string {
    return this.first.id;
  }

  /** Are digests found that the pepper of this id has made? */
  knows(id: string): boolean {
    return [this.first, ...this.others].some((pepper) => pepper.id === id);
  }

  digest(secret: string): string {
    return digestUnder(this.first, secret);
  }

  /** Under the pepper of now, to be stored. */
  made(secret: string): KeyDigest {
    return { digest: this.digest(secret), pepperId: this.id };
  }

  /** Under those that are on their way out. */
  formerDigests(secret: string): string[] {
    return this.others.map((pepper) => digestUnder(pepper, secret));
  }
}

const pepperOf = (secret: string): Pepper => ({
  id: Buffer.from(hkdfSync('sha256', secret, '', 'API key pepper: id', idBytes)).toString('base64url'),
  key: createSecretKey(secret, 'utf8'),
});

const digestUnder = ({ key }: Pepper, secret: string): string =>
  digestKeySecret(secret, key).toString('base64url');
