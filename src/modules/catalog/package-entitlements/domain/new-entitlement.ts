import { DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { StoredFeature } from '#modules/catalog/features';
import type { PackageKind } from '#modules/catalog/package-versions';
import type { CreditRequest, EntitlementKind, FeatureRequest } from './entitlement-request';
import { requireBehavior } from './entitlement-rules';
import { PackageEntitlement, type Placement } from './package-entitlement';

/** A new entitlement: what it is for, and its value. Spec: addon entitlement (request) */
export type NewEntitlement =
  | ({ type: 'FEATURE'; id: string } & FeatureRequest)
  | ({ type: 'CREDIT'; id: string } & CreditRequest);

/** What a request names, by public id. */
export interface NamedTargets {
  features: ReadonlyMap<string, StoredFeature>;
  currencies: ReadonlyMap<string, StoredCurrency>;
}

/** @throws CannotAddOverrideEntitlementToPlan and what the values of either kind throw */
export function newEntitlement(
  kind: PackageKind,
  asked: NewEntitlement,
  { features, currencies }: NamedTargets,
  place: Placement,
  now: Date,
): PackageEntitlement {
  requireBehavior(kind, asked.behavior, place.at);
  if (asked.type === 'FEATURE') {
    const feature = features.get(asked.id);
    if (!feature) throw unknownEntitlement('FEATURE', asked.id);
    return PackageEntitlement.ofFeature(feature, asked, place, now);
  }
  const currency = currencies.get(asked.id);
  if (!currency) throw unknownEntitlement('CREDIT', asked.id);
  const dependency = features.get(asked.dependencyFeatureId ?? '');
  return PackageEntitlement.ofCurrency(currency, asked, dependency, place, now);
}

export const unknownEntitlement = (type: EntitlementKind, refId: string): DomainError =>
  new DomainError(
    type === 'FEATURE' ? 'FeatureNotFound' : 'CustomCurrencyNotFound',
    `The draft has no ${type} entitlement ${refId}`,
  );
