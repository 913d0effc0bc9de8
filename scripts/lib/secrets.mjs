import { crc32 } from 'node:zlib';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

// The library measures itself and goes through all that it has measured again after each file: half a minute for this project.
performance.mark = () => undefined;

const preset = '@secretlint/secretlint-rule-preset-recommend';
const config = { rules: [{ id: preset, rule: creator }] };

const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphabet = digits + upper + upper.toLowerCase();

/** Whether the last six characters are the CRC32 of the others, as in keys of this service: noise of that form is no key. */
function isOwnKey(text) {
  const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
  return value === crc32(text.slice(0, -6));
}

const always = () => true;
/** What the library does not know: our own secrets, those of the providers that we speak to, tokens of users. Source: security.md S-07 */
const own = [
  { what: 'an API key', form: /\b(?:server|client)-[0-9A-Za-z]{49}\b/g, isSecret: isOwnKey },
  { what: 'a secret of webhooks', form: /\bwhsec_[0-9A-Za-z+/=]{32,}/g, isSecret: always },
  { what: 'a key of a payment provider', form: /\b[rs]k_live_[0-9A-Za-z]{16,200}/g, isSecret: always },
  { what: 'a signed token', form: /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,4000}\.[\w-]{20,}/g, isSecret: always },
  {
    what: 'a password in an address',
    form: /:\/\/[^\s:/@'"`$<>{}]{1,100}:(?!\.{3}|…)[^\s:/@'"`$<>{}]{1,200}@[^\s'"`]{1,200}/g,
    isSecret: always,
  },
];

const lineOf = (text, place) => text.slice(0, place).split('\n').length;

/** @returns what looks like a secret in the text, with its line, as `{ what, line, found }`, each place once */
export async function secretsIn(path, text) {
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text', ext: /\.[^./]*$/.exec(path)?.[0] ?? '' },
    options: { config, noPhysicFilePath: true },
  });
  const byLibrary = messages.map(({ message, range, loc }) => ({
    what: message.replace(/:[^]*$/, ''),
    line: loc.start.line,
    found: text.slice(...range),
  }));
  const byUs = own.flatMap(({ what, form, isSecret }) =>
    [...text.matchAll(form)]
      .filter(([found]) => isSecret(found))
      .map((match) => ({ what, line: lineOf(text, match.index), found: match[0] })),
  );
  return [...byLibrary, ...byUs];
}
