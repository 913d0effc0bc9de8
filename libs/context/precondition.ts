import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { entityTag, objectOf } from './entity-tag';
import type { Revised } from './revision';

const any = '*';
const tagPattern = /^(W\/)?"([^"]*)"$/;
const maxTags = 20;

/**
 * `If-Match` of one write: the states of the object that its caller has read. The object is held against it under its lock,
 * so no writer can come between. Domain: catalog C10
 */
export class Precondition {
  private isMet = false;

  constructor(private readonly tags: readonly string[]) {}

  /** An object was locked for writing. @throws ObjectAlreadyBeingUsedByAnotherRequestError when it was read in an older state */
  meet(subject: Revised): void {
    if (this.tags.includes(any) || this.tags.includes(entityTag(subject))) this.isMet = true;
    else if (this.tags.some((tag) => tag.startsWith(`"${objectOf(subject)}.`))) {
      throw refused('the object was changed since; read it again and send the ETag of that answer');
    }
  }

  /** @throws ObjectAlreadyBeingUsedByAnotherRequestError when the write changed none of the named objects */
  requireMet(): void {
    if (!this.isMet) throw refused('no object that this request changes has that ETag; read it again');
  }
}

// Repeated, the request would be refused again: unlike the lock of another writer, this conflict stays.
const refused = (why: string): DomainError =>
  new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError', `If-Match: ${why}`, { isDefinite: true });

/** The tags of the header. Weak ones never match. @throws BadUserInput for anything but `*` or quoted tags */
export function readIfMatch(header: string): string[] {
  const parts = header.split(',').map((part) => part.trim());
  if (parts.length === 1 && parts[0] === any) return [any];
  if (parts.length > maxTags) throw badInput(`If-Match takes at most ${maxTags} entity tags`);
  for (const part of parts) {
    if (!tagPattern.test(part))
      throw badInput('If-Match must be * or the ETag of an answer, with its quotes');
  }
  return parts.filter((part) => !part.startsWith('W/'));
}
