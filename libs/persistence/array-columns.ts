/**
 * Columns for `unnest`, in the form in which PostgreSQL holds arrays: as text each value would be written here and read there, character by
 * character. A column in which nothing stands is null, and then unnests to nulls.
 */
type Column<T> = (values: readonly (T | null)[]) => Buffer | null;

interface Kind<T> {
  /** Of the type, in every PostgreSQL. */
  oid: number;
  sizeOf(value: T): number;
  write(value: T, into: Buffer, at: number): void;
}

const headBytes = 20;
const lengthBytes = 4;
const isThere = (value: unknown): boolean => value !== null;

function column<T>({ oid, sizeOf, write }: Kind<T>): Column<T> {
  return (values) => {
    if (!values.some(isThere)) return values.length === 0 ? empty(oid) : null;
    let bytes = headBytes;
    for (const value of values) bytes += lengthBytes + (value === null ? 0 : sizeOf(value));
    const into = Buffer.allocUnsafe(bytes);
    let hasNulls = 0;
    let at = headBytes;
    for (const value of values) {
      const size = value === null ? -1 : sizeOf(value);
      at = into.writeInt32BE(size, at);
      if (value === null) hasNulls = 1;
      else {
        write(value, into, at);
        at += size;
      }
    }
    writeHead(into, hasNulls, oid, values.length);
    return into;
  };
}

/** One dimension, counted from 1. */
function writeHead(into: Buffer, hasNulls: number, oid: number, length: number): void {
  let at = into.writeInt32BE(1, 0);
  for (const word of [hasNulls, oid, length, 1]) at = into.writeInt32BE(word, at);
}

function empty(oid: number): Buffer {
  const into = Buffer.alloc(12);
  into.writeInt32BE(oid, 8);
  return into;
}

const two32 = 2 ** 32;

/** Both halves of a whole number of 64 bits. */
function writeHalves(high: number, low: number, into: Buffer, at: number): void {
  into.writeInt32BE(high, at);
  into.writeUInt32BE(low, at + 4);
}

export const booleans = column<boolean>({
  oid: 16,
  sizeOf: () => 1,
  write: (value, into, at) => void into.writeUInt8(value ? 1 : 0, at),
});

/** Of 32 bits. */
export const places = column<number>({
  oid: 23,
  sizeOf: () => 4,
  write: (value, into, at) => void into.writeInt32BE(value, at),
});

/** bigint; as exact as a number is. */
export const wholeNumbers = column<number>({
  oid: 20,
  sizeOf: () => 8,
  write: (value, into, at) => writeHalves(Math.floor(value / two32), value >>> 0, into, at),
});

const epochMs = Date.UTC(2000, 0, 1);

/** timestamptz: microseconds, which a number does not hold exactly for a far year. */
export const instants = column<Date>({
  oid: 1184,
  sizeOf: () => 8,
  write: (value, into, at) => {
    const ms = value.getTime() - epochMs;
    const low = (ms >>> 0) * 1000;
    writeHalves(Math.floor(ms / two32) * 1000 + Math.floor(low / two32), low >>> 0, into, at);
  },
});

/** Digits and dashes as in `newUid`. */
export const uids = column<string>({
  oid: 2950,
  sizeOf: () => 16,
  write: (value, into, at) => {
    for (let byte = 0; byte < 16; byte++) {
      const from = byte * 2 + dashesBefore(byte);
      into[at + byte] = digit(value.charCodeAt(from)) * 16 + digit(value.charCodeAt(from + 1));
    }
  },
});

/** uuid; 16 bytes, a character each. */
export const digests = column<string>({
  oid: 2950,
  sizeOf: () => 16,
  write: (value, into, at) => void into.write(value, at, 16, 'latin1'),
});

/** bytea; their hexadecimal text. */
export const hexadecimals = column<string>({
  oid: 17,
  sizeOf: (value) => value.length / 2,
  write: (value, into, at) => void into.write(value, at, 'hex'),
});

const dashesBefore = (byte: number): number =>
  byte < 4 ? 0 : byte < 6 ? 1 : byte < 8 ? 2 : byte < 10 ? 3 : 4;

const digit = (code: number): number => (code < 58 ? code - 48 : (code | 32) - 87);

export const texts = column<string>({
  oid: 25,
  sizeOf: (value) => Buffer.byteLength(value),
  write: (value, into, at) => void into.write(value, at),
});
