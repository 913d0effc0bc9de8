import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

export const clientId = 'console';
export const audience = 'entitlements';

interface Asked {
  subject: string;
  challenge: string;
  redirectUri: string;
}

/** An issuer of OpenID Connect as far as a public client with PKCE needs one. Whoever comes is signed in at once, as `subject`. */
export class SignInIssuer {
  subject = 'nobody';
  /** Refuses whoever comes. */
  isRefusing = false;
  readonly refused: string[] = [];
  private readonly codes = new Map<string, Asked>();
  private readonly server: Server;
  private key: CryptoKey;
  private jwk: JWK;

  private constructor(private readonly now: () => Date) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    });
  }

  /** @param now by which tokens are issued */
  static async start(now: () => Date): Promise<SignInIssuer> {
    const issuer = new SignInIssuer(now);
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    issuer.key = privateKey;
    issuer.jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    await new Promise<void>((listening) => issuer.server.listen(0, '127.0.0.1', listening));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The variables of a service that believes it. */
  get variables(): Record<string, string> {
    return {
      ...{
        JWT_ISSUER: this.url,
        JWT_AUDIENCE: audience,
        JWT_JWKS_URL: `${this.url}/keys`,
        JWT_PUBLIC_KEY: '',
      },
      CONSOLE_OIDC_CLIENT_ID: clientId,
    };
  }

  /** As the service takes it, without a browser. */
  tokenOf(subject: string): Promise<string> {
    return this.signed(subject, audience);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    if (pathname === '/.well-known/openid-configuration') return this.tell(response, this.discovery());
    if (pathname === '/keys') return this.tell(response, { keys: [this.jwk] });
    if (pathname === '/authorize') return this.authorize(searchParams, response);
    if (pathname === '/token') return this.token(new URLSearchParams(await bodyOf(request)), response);
    response.statusCode = 404;
    response.end();
  }

  private discovery(): object {
    const at = (path: string) => `${this.url}/${path}`;
    return {
      ...{ issuer: this.url, authorization_endpoint: at('authorize'), token_endpoint: at('token') },
      ...{
        jwks_uri: at('keys'),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
    };
  }

  private authorize(asked: URLSearchParams, response: ServerResponse): void {
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (this.isRefusing) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      const challenge =
        asked.get('code_challenge_method') === 'S256' ? (asked.get('code_challenge') ?? '') : '';
      this.codes.set(code, {
        subject: this.subject,
        challenge,
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      back.searchParams.set('code', code);
    }
    response.statusCode = 302;
    response.setHeader('location', back.href);
    response.end();
  }

  /** Each code once, to who has the verifier. */
  private async token(given: URLSearchParams, response: ServerResponse): Promise<void> {
    const code = given.get('code') ?? '';
    const asked = this.codes.get(code);
    this.codes.delete(code);
    const proof = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      asked?.challenge === proof &&
      asked.redirectUri === given.get('redirect_uri') &&
      given.get('client_id') === clientId;
    if (!isGood) {
      this.refused.push(code);
      response.statusCode = 400;
      return this.tell(response, { error: 'invalid_grant' });
    }
    const { subject } = asked;
    this.tell(response, {
      ...{
        access_token: await this.signed(subject, audience),
        id_token: await this.signed(subject, clientId),
      },
      ...{ token_type: 'Bearer', expires_in: 3600, scope: 'openid' },
    });
  }

  private signed(subject: string, aud: string): Promise<string> {
    const iat = Math.floor(this.now().getTime() / 1000);
    return new SignJWT({ sub: subject, iss: this.url, aud, iat, exp: iat + 3600 })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(this.key);
  }

  private tell(response: ServerResponse, body: object): void {
    response.end(JSON.stringify(body));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
