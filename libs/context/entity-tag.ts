import { createHash } from 'node:crypto';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { shownBy, type Revised } from './revision';

/** The entity tag of a view, where its service said whose it is. */
export function entityTagOf(view: unknown): string | undefined {
  const subject = shownBy(view);
  return subject && entityTag(subject);
}

/** `"<object>.<revision>"`: names the object without telling its key, so that an object made anew never matches. */
export const entityTag = (subject: Revised): string => `"${objectOf(subject)}.${subject.revision}"`;

export function objectOf({ uid }: Revised): string {
  const known = digests.get(uid);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(uid).digest('base64url').slice(0, 12);
  digests.set(uid, digest);
  return digest;
}

/** Of the objects that were told last: every answer tells one. */
const digests = new BoundedMap<string, string>(20_000);
