import { Injectable } from '@nestjs/common';
import { codePoints, isStorableText } from '#libs/kernel/ids';
import { MachineClock } from '#libs/kernel/clock';
import {
  decodeProtectedHeader,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type ProtectedHeaderParameters,
} from 'jose';
import { Environment, type JwtSettings, type SsoClaim } from '#libs/config/env';
import { jwtAlgorithms } from '#libs/credentials/jwt-public-key';
import { remoteKeys } from './remote-keys';

const longestToken = 8192;
const toleranceSeconds = 30;
const longestSubject = 255;
// The last second that a Date can hold; past it a claim is no time.
const lastSecond = 8.64e12;

// RFC 9068 and RFC 7519 §5.1, with and without the media type's first half.
const accessTokenTypes = new Set(['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt']);
// A kid is only ever compared with the ids of our own keys; what cannot be one is refused before any look-up.
const saneKid = /^(?!.*\.\.)[\w.~:+/=@-]{1,255}$/;

const isAcceptableHeader = ({
  typ,
  kid,
  crit,
  b64,
}: ProtectedHeaderParameters & { b64?: unknown }): boolean =>
  (typ === undefined || (typeof typ === 'string' && accessTokenTypes.has(typ.toLowerCase()))) &&
  (kid === undefined || (typeof kid === 'string' && saneKid.test(kid))) &&
  crit === undefined &&
  b64 === undefined;

/** What jose leaves open: issue dates ahead, dates that are none, ID tokens, subjects that are no text. */
const isAcceptableClaims = (claims: JWTPayload, nowSeconds: number): boolean =>
  (claims.iat === undefined || claims.iat <= nowSeconds + toleranceSeconds) &&
  (claims.exp ?? Infinity) <= lastSecond &&
  !Object.hasOwn(claims, 'nonce') &&
  typeof claims.sub === 'string' &&
  claims.sub !== '' &&
  codePoints(claims.sub) <= longestSubject &&
  isStorableText(claims.sub);

/** A user, as a token proves it. */
export interface SignedIn {
  subject: string;
  /** Set where the token says that single sign-on was the way (JWT_SSO_CLAIM). */
  isSso?: true;
}

/** A claim of several values, such as `amr`, says each of them. */
const says = (claims: JWTPayload, { name, value }: SsoClaim): boolean =>
  Object.hasOwn(claims, name) && [claims[name]].flat().some((told) => told === value);

const keysOf = ({ keys }: JwtSettings): JWTVerifyGetKey =>
  'jwksUrl' in keys ? remoteKeys(keys.jwksUrl) : () => Promise.resolve(keys.publicKey);

/**
 * Access tokens of users. Keys come from the environment alone: `jku`, `x5u`, `jwk` and `x5c` of a token are never read.
 * Source: security.md 3.2, cases
 */
@Injectable()
export class JwtVerifier {
  private readonly settings: JwtSettings | undefined;
  private readonly keys: JWTVerifyGetKey | undefined;

  constructor(
    environment: Environment,
    private readonly clock: MachineClock,
  ) {
    this.settings = environment.jwt;
    this.keys = this.settings && keysOf(this.settings);
  }

  /** The user whom the token names, or null for every fault alike. Never throws. */
  async verify(token: string): Promise<SignedIn | null> {
    if (!this.settings || !this.keys || token.length > longestToken) return null;
    try {
      if (!isAcceptableHeader(decodeProtectedHeader(token))) return null;
      const currentDate = this.clock.now();
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms: [...jwtAlgorithms],
        issuer: this.settings.issuer,
        audience: this.settings.audience,
        clockTolerance: toleranceSeconds,
        requiredClaims: ['exp', 'sub'],
        currentDate,
      });
      if (!isAcceptableClaims(payload, currentDate.getTime() / 1000)) return null;
      const { ssoClaim } = this.settings;
      const isSso = ssoClaim !== undefined && says(payload, ssoClaim);
      return { subject: payload.sub as string, ...(isSso ? { isSso } : {}) };
    } catch {
      return null;
    }
  }
}
