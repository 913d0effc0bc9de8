import { createHash } from 'node:crypto';
import { shownBy, type Revised } from './revision';

/** The entity tag of a view, where its service said whose it is. */
export function entityTagOf(view: unknown): string | undefined {
  const subject = shownBy(view);
  return subject && entityTag(subject);
}

/** `"<object>.<revision>"`: names the object without telling its key, so that an object made anew never matches. */
export const entityTag = (subject: Revised): string => `"${objectOf(subject)}.${subject.revision}"`;

export const objectOf = ({ uid }: Revised): string =>
  createHash('sha256').update(uid).digest('base64url').slice(0, 12);
