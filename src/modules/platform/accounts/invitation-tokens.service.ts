import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyPepper } from '#libs/credentials/key-pepper';

const prefix = 'invitation-';
const tokenBytes = 32;
const form = /^invitation-[\w-]{43}$/;

/** 256 random bits: whoever knows a token is whom it was passed on to. Domain: access-and-events A7 */
@Injectable()
export class InvitationTokens {
  constructor(private readonly pepper: KeyPepper) {}

  /** The token is told once; stored is its digest. */
  make(): { token: string; digest: string } {
    const token = `${prefix}${randomBytes(tokenBytes).toString('base64url')}`;
    return { token, digest: this.pepper.digest(token) };
  }

  /** Under which it may lie, also where the pepper was changed since; none for what is no token. */
  digestsOf(token: string): string[] {
    return form.test(token) ? [this.pepper.digest(token), ...this.pepper.formerDigests(token)] : [];
  }
}
