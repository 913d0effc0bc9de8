/** A name that nobody else has. `crypto.randomUUID` is there on HTTPS alone, and a console may stand on a plain address within a house. */
export const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
