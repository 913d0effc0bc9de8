import { v7, validate } from 'uuid';

/** Ordered by creation, so `order by uid` is `order by time`. */
export const newUid = (): string => v7();

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
