import { createHash } from 'node:crypto';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { fingerprintInTurns } from '#libs/persistence/fingerprint';

/** What a plan was made of. */
export interface PlanFacts {
  environmentId: string;
  /** What the environment sold. */
  state: unknown;
  /** The document with the options. */
  request: unknown;
}

/**
 * By a digest, because the caller of another one learns nothing from it. In hexadecimal digits, because a hash is typed after
 * `--hash`, and what begins with a dash would be read as the next option.
 */
const ofEnvironment = (environmentId: string): string =>
  createHash('sha256').update(`catalog ${environmentId}`).digest('hex').slice(0, 16);

/** The lists of a document stand below its names, which stand below the options. */
const levels = 3;

/** `<environment>.<state>.<request>` */
export async function planHash({ environmentId, state, request }: PlanFacts): Promise<string> {
  return [
    ofEnvironment(environmentId),
    await fingerprintInTurns(state, levels),
    await fingerprintInTurns(request, levels),
  ].join('.');
}

const form = /^([\da-f]{16})\.[\w-]{43}\.[\w-]{43}$/;

/** @throws BadUserInput for what is no hash, EnvironmentMismatch for the hash of another environment */
export function requireOwnHash(hash: string, environmentId: string): void {
  const [, environment] = form.exec(hash) ?? [];
  if (environment === undefined)
    throw badInput('hash is none of a plan; send the hash that planCatalog answered');
  if (environment === ofEnvironment(environmentId)) return;
  throw new DomainError(
    'EnvironmentMismatch',
    'hash is of a plan for another environment; plan with this credential and send that hash',
  );
}

/**
 * @throws BadUserInput for the hash of another document or other options, ObjectAlreadyBeingUsedByAnotherRequestError when the
 *   catalog was changed since the plan
 */
export async function requireSameFacts(hash: string, facts: PlanFacts): Promise<void> {
  const [, state, request] = hash.split('.');
  const [, stateNow, requestNow] = (await planHash(facts)).split('.');
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
