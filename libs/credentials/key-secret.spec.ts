import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import {
  digestKeySecret,
  isWellFormedKeySecret,
  lastFour,
  makeKeyCommand,
  newKeySecret,
  routeTagOf,
} from './key-secret';

// Domain: access-and-events

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const valueOf = (text: string, alphabet: string): number =>
  [...text].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0);
const replaceAt = (text: string, index: number, digit: string): string =>
  text.slice(0, index) + digit + text.slice(index + 1);

describe('API key secrets', () => {
  it.each(['server-', 'client-'] as const)(
    'Y1: a %s key is the prefix, 43 and 6 base62 characters',
    (prefix) => {
      expect(newKeySecret(prefix)).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
    },
  );

  it('Y1: the last six characters are the CRC32 of all before them', () => {
    const secret = newKeySecret('server-');

    expect(valueOf(secret.slice(-6), base62)).toBe(crc32(secret.slice(0, -6)));
  });

  it('Y1: a thousand new keys are well formed and all different', () => {
    const secrets = Array.from({ length: 1000 }, () => newKeySecret('client-'));

    expect(secrets.filter(isWellFormedKeySecret)).toHaveLength(1000);
    expect(new Set(secrets).size).toBe(1000);
  });

  it('Y1: one character changed anywhere after the prefix breaks the checksum', () => {
    const secret = newKeySecret('server-');

    for (let index = 'server-'.length; index < secret.length; index++) {
      const other = secret.charAt(index) === 'x' ? 'y' : 'x';
      expect(isWellFormedKeySecret(replaceAt(secret, index, other))).toBe(false);
    }
  });

  it('Y1: the prefix is under the checksum, so a publishable key cannot pose as a server key', () => {
    expect(isWellFormedKeySecret(newKeySecret('client-').replace('client-', 'server-'))).toBe(false);
  });

  it('Y9: a key bears the route tag of its environment behind the prefix; form and checksum stay', () => {
    const tag = routeTagOf('01a1fbe8-4373-7546-bea7-334b281bb5a6');
    expect(tag).toMatch(/^[0-9A-Za-z]{3}$/);
    const secrets = Array.from({ length: 1000 }, () => newKeySecret('server-', tag));
    expect(
      secrets.filter((each) => each.startsWith(`server-${tag}`) && isWellFormedKeySecret(each)),
    ).toHaveLength(1000);
    expect(new Set(secrets).size).toBe(1000);
    // The digit behind the tag is as random as all others are.
    expect(new Set(secrets.map((each) => each.charAt('server-'.length + 3))).size).toBe(62);
  });

  it('Y9: a tag follows from the id of the environment alone, and tags spread over all that there are', () => {
    const tags = Array.from({ length: 2000 }, (_, n) => routeTagOf(`environment ${n}`));
    expect(tags).toEqual(Array.from({ length: 2000 }, (_, n) => routeTagOf(`environment ${n}`)));
    // Of 2,000 of 238,328 some eight are expected to be shared.
    expect(new Set(tags).size).toBeGreaterThan(1960);
    expect(new Set(tags.map((tag) => tag.charAt(0))).size).toBe(62);
  });

  it.each([
    ['digits, lower, upper', '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    ['letters before digits', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'],
  ])('Y1: a key made elsewhere with the digits in the order %s is taken', (_, alphabet) => {
    const body = `server-${'Ab3'.repeat(14)}Z`;
    let checksum = '';
    for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
      checksum = alphabet.charAt(rest % 62) + checksum;

    expect(isWellFormedKeySecret(body + checksum)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['white space around a key', ` ${newKeySecret('server-')}`],
    ['a line end after a key', `${newKeySecret('server-')}\n`],
    ['another prefix', newKeySecret('server-').replace('server-', 'secret-')],
    ['a prefix in capitals', newKeySecret('server-').replace('server-', 'SERVER-')],
    ['64 KiB', 'server-'.padEnd(65_536, 'A')],
    ['full width digits of the right length', `server-${'０'.repeat(49)}`],
    ['lone surrogates of the right length', `server-${'\ud800'.repeat(49)}`],
    ['NUL of the right length', `server-${'\u0000'.repeat(49)}`],
    ['no text at all', undefined],
    ['a list', [newKeySecret('server-')]],
  ])('A-03: refuses %s', (_, text) => {
    expect(isWellFormedKeySecret(text)).toBe(false);
  });

  it('never throws and never takes noise for a key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => !isWellFormedKeySecret(text)),
    );
  });

  it('Y1: the digest is the HMAC-SHA-256 of the secret under the pepper', () => {
    // RFC 4231, test case 2.
    expect(digestKeySecret('what do ya want for nothing?', 'Jefe').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('A-17: another pepper gives another digest, and the digest holds nothing of the secret', () => {
    const secret = newKeySecret('server-');
    const digest = digestKeySecret(secret, 'first pepper');

    expect(digest.equals(digestKeySecret(secret, 'second pepper'))).toBe(false);
    expect(digest.toString('latin1')).not.toContain(secret.slice(7, 15));
  });

  it('digests hostile texts without throwing', () => {
    for (const text of ['', '\ud800', '\u0000', 'ü'.repeat(65_536)])
      expect(digestKeySecret(text, 'some pepper')).toHaveLength(32);
  });

  it('Y1: of a stored key the last four characters are shown', () => {
    expect(lastFour(`server-${'a'.repeat(45)}WXYZ`)).toBe('WXYZ');
    expect(lastFour('ab')).toBe('ab');
  });

  it('the command that makes a key names this file and the prefix', () => {
    expect(makeKeyCommand('client-')).toContain("libs/credentials/key-secret').newKeySecret('client-')");
  });
});
