const sampleWords =
  /change.?(?:me|this|it)|replace.?(?:me|this)|example|placeholder|insecure|default|your.?|01234567/i;
const leastDifferentCharacters = 8;

/** A command that prints a random secret when pasted. */
export const makeSecretCommand = `node -p "crypto.randomBytes(32).toString('base64url')"`;

/** Values out of samples and tutorials, which anyone can guess. Source: security.md 3.5 and case H-13 */
export const hasSampleWords = (secret: string): boolean => sampleWords.test(secret);

/** The same, and texts of few different characters such as a word or a letter said several times. */
export const isSampleSecret = (secret: string): boolean =>
  hasSampleWords(secret) || new Set(secret).size < leastDifferentCharacters;
