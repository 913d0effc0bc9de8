import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** The only signatures a user JWT may carry. Spec: operations.md JWT_*; security.md 3.2 wants the list literal. */
export const jwtAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;

const minimumRsaBits = 2048;

const readKey = (text: string): KeyObject | undefined => {
  if (!text.startsWith('{')) {
    // createPublicKey would silently take the public half of a private key that was set by mistake.
    const isSpki = text.startsWith('-----BEGIN PUBLIC KEY-----');
    return isSpki ? createPublicKey(text.replaceAll('\\n', '\n')) : undefined;
  }
  const jwk = JSON.parse(text) as JsonWebKey;
  return jwk.d === undefined ? createPublicKey({ key: jwk, format: 'jwk' }) : undefined;
};

const fitsAnAlgorithm = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean =>
  type === 'ed25519' ||
  (type === 'ec' && details?.namedCurve === 'prime256v1') ||
  (type === 'rsa' && (details?.modulusLength ?? 0) >= minimumRsaBits);

/**
 * Reads PEM (SPKI; its line ends may be written `\n`) or JWK JSON. Undefined for anything that cannot verify one of
 * `jwtAlgorithms`: another form, a private key, another curve, an RSA key under 2048 bits.
 */
export const parseJwtPublicKey = (text: string): KeyObject | undefined => {
  try {
    const key = readKey(text.trim());
    return key && fitsAnAlgorithm(key) ? key : undefined;
  } catch {
    return undefined;
  }
};
