import { requireContext, type Principal } from '#libs/context/request-context';
import { fingerprintOf } from '#libs/persistence/fingerprint';

/**
 * The same key of another credential is another key. As a digest, because the column is part of the primary key that the
 * last release writes too.
 */
export function ownKey(principal: Principal | undefined, key: string): string {
  const owner = [principal?.kind === 'USER' ? 'user' : 'key', principal?.actor];
  return fingerprintOf([...owner, key]);
}

/** Of the request that runs, for who keeps more of it than its answer; undefined where it came without an Idempotency-Key. */
export function requestKey(): string | undefined {
  const { idempotencyKey: key, principal } = requireContext();
  return key === undefined ? undefined : ownKey(principal, key);
}
