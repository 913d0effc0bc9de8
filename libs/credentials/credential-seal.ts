import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keyIdBytes = 6;
const version = 'v1';

interface SealKey {
  id: string;
  key: Buffer;
}

/**
 * Secrets of third parties that must be read again, as they lie in the database: encrypted under a key of the operator, bound to the row
 * that they stand in. A stolen database alone opens none.
 */
export class CredentialSeal {
  private readonly keys: readonly SealKey[];

  /** @param secrets the first one seals; what the others sealed can still be opened */
  constructor(secrets: readonly string[]) {
    this.keys = secrets.map(keyOf);
  }

  /** Without a key nothing is kept. */
  get isReady(): boolean {
    return this.keys.length > 0;
  }

  /** Is what the key of this id has sealed opened here? */
  knows(id: string): boolean {
    return this.keys.some((key) => key.id === id);
  }

  /** @param about what it belongs to: elsewhere it does not open */
  seal(text: string, about: string): string {
    const [first] = this.keys;
    if (!first) throw new Error('There is no key to seal credentials with');
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, first.key, nonce).setAAD(Buffer.from(about, 'utf8'));
    const sealed = Buffer.concat([
      nonce,
      sealing.update(text, 'utf8'),
      sealing.final(),
      sealing.getAuthTag(),
    ]);
    return [version, first.id, sealed.toString('base64url')].join('.');
  }

  /** @returns undefined where none of the keys has sealed it, or it was sealed for something else */
  open(sealed: string, about: string): string | undefined {
    const [is, keyId, body] = sealed.split('.');
    const known = this.keys.find(({ id }) => id === keyId);
    if (is !== version || !known || body === undefined) return undefined;
    const bytes = Buffer.from(body, 'base64url');
    if (bytes.length < nonceBytes + tagBytes) return undefined;
    const opening = createDecipheriv(cipher, known.key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(about, 'utf8'))
      .setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = opening.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([text, opening.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** The same secret by the key that seals now; undefined where that has sealed it, or none of the keys opens it. @param about as `open` */
  resealed(sealed: string, about: string): string | undefined {
    if (this.isCurrent(sealed)) return undefined;
    const opened = this.open(sealed, about);
    return opened === undefined ? undefined : this.seal(opened, about);
  }

  /** Was it sealed by the key that seals now? */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${version}.${this.keys[0]?.id}.`);
  }
}

function keyOf(secret: string): SealKey {
  const derived = (use: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `integration credentials: ${use}`, length));
  return { id: derived('key id', keyIdBytes).toString('base64url'), key: derived('key', 32) };
}
