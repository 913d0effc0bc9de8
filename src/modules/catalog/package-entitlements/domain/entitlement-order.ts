import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { EntitlementKind } from './entitlement-request';
import type { EntitlementName } from './entitlement-rules';
import { unknownEntitlement } from './new-entitlement';

/** How a request names an entitlement that it puts somewhere. */
export interface PlacedEntitlement {
  id?: string;
  /** A FEATURE, or else a CREDIT, when left out. */
  type?: EntitlementKind;
  /** The package that the caller has it from. */
  packageId?: string;
}

/**
 * Does a list of entitlements speak of one package, the one of the path? Domain: catalog E12
 * @throws EntityIdDifferentFromRefIdError, MissingEntityIdError, EntitlementsMustBelongToSamePackage
 */
export function requireOnePackage(
  packageId: string,
  bodyId: string | undefined,
  entitlements: readonly PlacedEntitlement[],
): void {
  if (bodyId !== undefined && bodyId !== packageId) {
    const message = `id: the body is about ${bodyId} and the path about ${packageId}; send the same or leave it out`;
    throw new DomainError('EntityIdDifferentFromRefIdError', message);
  }
  for (const [index, { id, packageId: owner = packageId }] of entitlements.entries()) {
    if (id === undefined) {
      const message = `entitlements[${index}].id is missing; send the id of its feature or custom currency`;
      throw new DomainError('MissingEntityIdError', message);
    }
    if (owner !== packageId) {
      const message = `entitlements[${index}]: ${id} is of ${owner}, not of ${packageId}; order one package at a time`;
      throw new DomainError('EntitlementsMustBelongToSamePackage', message);
    }
  }
}

/**
 * Those that the request names, in its order; the others follow in the order that they have.
 * @param stored in display order
 * @throws FeatureNotFound, CustomCurrencyNotFound, BadUserInput for one that is named twice. Domain: catalog E10, E12
 */
export function inOrder<E extends EntitlementName>(
  stored: readonly E[],
  asked: readonly PlacedEntitlement[],
): E[] {
  const placed = new Set<E>();
  for (const [index, { id = '', type }] of asked.entries()) {
    const found = requireNamed(stored, id, type);
    if (placed.has(found)) throw badInput(`entitlements[${index}]: ${found.kind} ${id} stands twice`);
    placed.add(found);
  }
  return [...placed, ...stored.filter((each) => !placed.has(each))];
}

/**
 * @param type a FEATURE, or else a CREDIT, when left out
 * @throws FeatureNotFound, CustomCurrencyNotFound for one that is not among them
 */
export function requireNamed<E extends EntitlementName>(
  stored: readonly E[],
  id: string,
  type: EntitlementKind | undefined,
): E {
  const kinds: EntitlementKind[] = type ? [type] : ['FEATURE', 'CREDIT'];
  const ofId = stored.filter(({ refId }) => refId === id);
  const found = kinds.map((kind) => ofId.find((each) => each.kind === kind)).find((each) => each);
  if (!found) throw unknownEntitlement(type ?? 'FEATURE', id);
  return found;
}

/**
 * The one to be taken away: nothing is guessed, for a call that is repeated would take the other one too.
 * @throws BadUserInput where a feature and a currency have the id and no type is said; as `requireNamed`. Domain: catalog E3
 */
export function requireOnlyNamed<E extends EntitlementName>(
  stored: readonly E[],
  id: string,
  type: EntitlementKind | undefined,
): E {
  if (type === undefined && stored.filter(({ refId }) => refId === id).length > 1) {
    throw badInput(
      `type: the draft has an entitlement of feature ${id} and one of custom currency ${id}; ` +
        'send ?type=FEATURE or ?type=CREDIT (over GraphQL the argument type)',
    );
  }
  return requireNamed(stored, id, type);
}
