import { tellCharge, tellChargeName, tellEntitlement } from './telling';
import type { Charge, Entitlement, Package } from './package-reads';

export interface Difference {
  about: string;
  before: string | undefined;
  after: string | undefined;
}

export interface Version {
  of: Package;
  entitlements: readonly Entitlement[];
  charges: readonly Charge[];
}

const facts = (of: Package): [string, string][] => [
  ['Name', of.displayName],
  ['Description', of.description ?? ''],
  ['Pricing', of.pricingType ?? ''],
];

/** Each thing that a draft would change, by what it was and what it becomes. */
export function differencesOf(before: Version, after: Version): Difference[] {
  return [
    ...between(facts(before.of), facts(after.of)),
    ...between(before.entitlements.map(entitled), after.entitlements.map(entitled)),
    ...between(before.charges.map(priced), after.charges.map(priced)),
  ];
}

const entitled = (of: Entitlement): [string, string] => [
  `Entitlement ${of.id}${of.type === 'CREDIT' ? ' (credits)' : ''}`,
  tellEntitlement(of),
];

const priced = (of: Charge): [string, string] => [
  `Price: ${tellChargeName(of)}, ${of.billingPeriod.toLowerCase()}`,
  `${tellCharge(of)}${(of.tiers ?? []).length > 0 ? ` ${JSON.stringify(of.tiers)}` : ''}`,
];

function between(before: [string, string][], after: [string, string][]): Difference[] {
  const was = new Map(before);
  const becomes = new Map(after);
  return [...new Set([...was.keys(), ...becomes.keys()])]
    .map((about) => ({ about, before: was.get(about), after: becomes.get(about) }))
    .filter(({ before: one, after: other }) => one !== other);
}
