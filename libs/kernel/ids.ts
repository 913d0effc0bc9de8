import { v5, v7, validate } from 'uuid';
import { SystemClock } from './clock';

const clock = new SystemClock();

const bytesOfOne = 16;
/** Of many ids at once: to ask the system for sixteen bytes takes longer than all else of an id. */
const random = new Uint8Array(256 * bytesOfOne);
let used = random.length;

/** Bytes that no other id has. */
function nextRandom(): Uint8Array {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  return random.subarray(used, (used += bytesOfOne));
}

const sequences = 2 ** 32;
let latestMs = 0;
let sequence = 0;

/**
 * Ordered by creation, so `order by uid` is `order by time`: within a millisecond, and where the clock is set back, by a sequence, which
 * begins in the lower half.
 */
export function newUid(): string {
  const bytes = nextRandom();
  const now = clock.now().getTime();
  if (now > latestMs) {
    latestMs = now;
    sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) & 0x7fffffff;
  } else if (++sequence === sequences) {
    latestMs++;
    sequence = 0;
  }
  return v7({ random: bytes, msecs: latestMs, seq: sequence });
}

/** No id that was made at that instant, by the clock of the machine, comes before it. */
export function firstUidOf(instant: Date): string {
  const digits = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Of what has none of its own yet: the same each time. @param within a key that no other of this name lies under */
export const uidOf = (within: string, name: string): string => v5(name, within);

export const isUid = (text: string): boolean => validate(text);

/** Spec: pattern of addonId and dependencyFeatureId, used for the id of every new object (catalog C1). */
export const slugPattern = /^[a-zA-Z0-9][a-zA-Z0-9_|.-]*$/;

/** A customer's id may also hold `@` after the first character (openapi.json). */
export const customerIdPattern = /^[a-zA-Z0-9][a-zA-Z0-9_|.@-]*$/;

/** Limits count Unicode code points, not UTF-16 units (catalog C1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** PostgreSQL text refuses NUL, and a lone surrogate would silently become U+FFFD. */
export const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
