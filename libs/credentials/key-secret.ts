import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type KeyPrefix = 'server-' | 'client-';

// Domain: access-and-events Y1. Both prefixes have 7 characters, so every secret has one length.
const randomLength = 43;
const routeTagLength = 3;
const checksumLength = 6;
const bodyLength = 'server-'.length + randomLength;
const secretLength = bodyLength + checksumLength;
const secretForm = /^(?:server|client)-[0-9A-Za-z]{49}$/;

/** How a key is written, for messages that refuse one. */
export const keySecretForm =
  '`server-` or `client-`, 43 base62 characters and the 6 base62 characters of the CRC32 of all before them';

/** A command that prints a new key when pasted in the project's folder after a build. */
export const makeKeyCommand = (prefix: KeyPrefix): string =>
  `node -p "require('./dist/libs/credentials/key-secret').newKeySecret('${prefix}')"`;

const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = 'abcdefghijklmnopqrstuvwxyz';

// Choice: access-and-events Y1 says base62 without the order of the digits. Keys are made in the first one; a BOOTSTRAP key that another
// tool made in either other order has the form too.
const alphabets = [digits + upper + lower, digits + lower + upper, upper + lower + digits] as const;

const toBase62 = (value: bigint, length: number, alphabet: string): string => {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, alphabet.charAt(0));
};

/**
 * By which a proxy finds the cell of an environment in a key: three base62 characters that follow from its id, so nobody keeps a list and a
 * move changes none. Several environments may share one. Domain: access-and-events Y9
 */
export const routeTagOf = (environmentId: string): string => {
  const hash = createHash('sha256').update(environmentId, 'utf8').digest().readUIntBE(0, 6);
  return toBase62(BigInt(hash % 62 ** routeTagLength), routeTagLength, alphabets[0]);
};

/**
 * A new secret with its checksum; to be shown once and stored only as its digest. Domain: access-and-events Y1
 * @param routeTag of its environment, where that is known already: it takes the place of 18 of the 256 random bits
 */
export const newKeySecret = (prefix: KeyPrefix, routeTag = ''): string => {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = prefix + routeTag + toBase62(random, randomLength, alphabets[0]).slice(routeTag.length);
  return withChecksum(body);
};

/** The whole of a secret whose other characters are these. */
export const withChecksum = (body: string): string =>
  body + toBase62(BigInt(crc32(body)), checksumLength, alphabets[0]);

/**
 * Whether the text can be a key at all, so that noise and typing mistakes are refused without a query. Domain: access-and-events Y1
 * Constant work: anything of another length is refused unread. Never throws, whatever it is given.
 */
export const isWellFormedKeySecret = (text: unknown): boolean => {
  if (typeof text !== 'string' || text.length !== secretLength || !secretForm.test(text)) return false;
  const checksum = BigInt(crc32(text.slice(0, bodyLength)));
  const given = text.slice(bodyLength);
  return alphabets.some((alphabet) => toBase62(checksum, checksumLength, alphabet) === given);
};

/** Does it say that it is a publishable key? */
export const isPublishableSecret = (text: unknown): boolean =>
  typeof text === 'string' && text.startsWith('client-');

/** HMAC-SHA-256 of the secret under the pepper, 32 bytes: the only form in which a key is stored. Domain: access-and-events Y1 */
export const digestKeySecret = (secret: string, pepper: string | KeyObject): Buffer =>
  createHmac('sha256', pepper).update(secret, 'utf8').digest();

/** What a list of keys may show of a secret. */
export const lastFour = (secret: string): string => secret.slice(-4);
