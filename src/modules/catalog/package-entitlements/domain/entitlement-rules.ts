import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PackageKind } from '#modules/catalog/package-versions';
import type { Behavior, EntitlementKind } from './entitlement-request';

export const maxEntitlements = 500;

/** What names an entitlement of a version: a feature and a currency may share an id. Domain: catalog E3, E4 */
export interface EntitlementName {
  kind: EntitlementKind;
  refId: string;
}

const keyOf = ({ kind, refId }: EntitlementName): string => `${kind} ${refId}`;

/** @throws CannotAddOverrideEntitlementToPlan. Domain: catalog E8 */
export function requireBehavior(packageKind: PackageKind, behavior: Behavior | undefined, at = ''): void {
  if (packageKind === 'ADDON' || behavior !== 'Override') return;
  const message = `${at}behavior: Override is for addons; a plan's entitlement is Increment`;
  throw new DomainError('CannotAddOverrideEntitlementToPlan', message);
}

/** @throws FeatureConfigurationExceededLimitError. Domain: catalog E13 */
export function requireRoomForEntitlements(stored: number, added: number): void {
  if (stored + added <= maxEntitlements) return;
  throw new DomainError(
    'FeatureConfigurationExceededLimitError',
    `entitlements: the version would have ${stored + added}, at most ${maxEntitlements}`,
  );
}

/** One entitlement per version, kind and id. @throws DuplicatedEntityNotAllowed. Domain: catalog E4 */
export function requireDistinct(stored: readonly EntitlementName[], added: readonly EntitlementName[]): void {
  const taken = new Set(stored.map(keyOf));
  for (const [index, name] of added.entries()) {
    const key = keyOf(name);
    if (taken.has(key)) {
      const message = `entitlements[${index}]: the draft or this request has an entitlement ${key} already`;
      throw new DomainError('DuplicatedEntityNotAllowed', message);
    }
    taken.add(key);
  }
}

/**
 * Places for entitlements without one: after all that are there, in the order of the request. Domain: catalog E5
 * @param stored orders on the version
 * @param asked the order of each element, where it states one
 */
export function displayOrders(stored: readonly number[], asked: readonly (number | undefined)[]): number[] {
  let highest = stored.length > 0 ? Math.max(...stored) : undefined;
  return asked.map((order) => {
    const place = order ?? (highest === undefined ? 1 : highest + 1);
    highest = highest === undefined ? place : Math.max(highest, place);
    return place;
  });
}
