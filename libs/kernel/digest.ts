import { hash } from 'node:crypto';

/** 128 bits, a character each. */
export type Digest = string;

const bytes = 16;

/** Of values that JSON can tell: equal for equal ones, and for others different as far as anybody can bring about. */
export const digestOf = (parts: readonly unknown[]): Digest =>
  // One byte a character: it serves as key of a map here and is written to the database as it is.
  hash('sha256', JSON.stringify(parts), 'binary').slice(0, bytes);

/** 256 bits of a text, hexadecimal. */
export const sha256Of = (text: string): string => hash('sha256', text, 'hex');
