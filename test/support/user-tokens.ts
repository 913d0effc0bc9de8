import { exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '#libs/kernel/clock';

const issuer = 'https://sign-in.test';
const audience = 'entitlements';

export interface UserTokens {
  /** The variables under which the application believes these tokens. */
  variables: Record<'JWT_ISSUER' | 'JWT_AUDIENCE' | 'JWT_PUBLIC_KEY', string>;
  /** A token of one hour by the test's clock; `claims` win over the usual ones. */
  sign(subject: string, claims?: JWTPayload): Promise<string>;
}

/** Signs in users with a key pair of this run. */
export async function userTokens(clock: Clock): Promise<UserTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    variables: {
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
      JWT_PUBLIC_KEY: await exportSPKI(publicKey),
    },
    sign: (subject, claims = {}) => {
      const now = Math.floor(clock.now().getTime() / 1000);
      const usual = { sub: subject, iss: issuer, aud: audience, iat: now, exp: now + 3600 };
      return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    },
  };
}
