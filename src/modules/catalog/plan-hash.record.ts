import { createHash } from 'node:crypto';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

/** What a plan was made of. */
export interface PlanFacts {
  environmentId: string;
  /** What the environment sold. */
  state: unknown;
  /** The document with the options. */
  request: unknown;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The environment by a digest, because the caller of another one learns nothing from it. */
const parts = ({ environmentId, state, request }: PlanFacts): [string, string, string] => [
  digest(`catalog ${environmentId}`).slice(0, 16),
  digest(canonicalJson(state)),
  digest(canonicalJson(request)),
];

/** `<environment>.<state>.<request>` */
export const planHash = (facts: PlanFacts): string => parts(facts).join('.');

const form = /^([\w-]{16})\.[\w-]{43}\.[\w-]{43}$/;

/** @throws BadUserInput for what is no hash, EnvironmentMismatch for the hash of another environment */
export function requireOwnHash(hash: string, environmentId: string): void {
  const [, environment] = form.exec(hash) ?? [];
  if (environment === undefined)
    throw badInput('hash is none of a plan; send the hash that planCatalog answered');
  if (environment === parts({ environmentId, state: null, request: null })[0]) return;
  throw new DomainError(
    'EnvironmentMismatch',
    'hash is of a plan for another environment; plan with this credential and send that hash',
  );
}

/**
 * @throws BadUserInput for the hash of another document or other options, ObjectAlreadyBeingUsedByAnotherRequestError when the
 *   catalog was changed since the plan
 */
export function requireSameFacts(hash: string, facts: PlanFacts): void {
  const [, state, request] = hash.split('.');
  const [, stateNow, requestNow] = parts(facts);
  if (request !== requestNow) {
    throw badInput(
      'hash is of a plan for another document or other options; send what was planned, or plan anew',
    );
  }
  if (state === stateNow) return;
  // Repeated, it would be refused again: as with If-Match, this conflict stays.
  throw new DomainError(
    'ObjectAlreadyBeingUsedByAnotherRequestError',
    'hash: the catalog was changed since the plan; plan anew',
    { isDefinite: true },
  );
}
