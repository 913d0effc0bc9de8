import { badInput } from '#libs/kernel/errors/domain-error';
import { isStorableText } from '#libs/kernel/ids';

/** Values of the keys by which usage is divided, in their order; null where it has none. */
export type SeriesTags = readonly (string | null)[];

/** The most keys that usage is divided by. */
export const mostKeys = 3;

/** What a cursor may be as text: three values of 500 characters, whatever these are. */
export const longestCursor = 13_000;

/** Names a series by what sets it apart, so that a page goes on from there whatever was used meanwhile. */
export const placeOf = (tags: SeriesTags): string => Buffer.from(JSON.stringify(tags)).toString('base64url');

/** @throws BadUserInput for what names no series by these keys */
export function tagsAt(place: string, keys: number): (string | null)[] {
  const tags = readTags(place);
  if (tags?.length !== keys) throw badInput('The cursor names no series by the keys of groupBy');
  return tags;
}

function readTags(place: string): (string | null)[] | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(place, 'base64url').toString());
    return Array.isArray(read) && read.every(isTag) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isTag = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && isStorableText(value));
