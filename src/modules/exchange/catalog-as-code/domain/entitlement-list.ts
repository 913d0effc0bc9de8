import type { EntitlementInputCredit, EntitlementInputFeature } from '#modules/catalog/package-entitlements';
import { isSame, keyOf } from './differences';
import { normalCredits, say } from './lean';

/** An entitlement as the doors of plans and addons take it. Spec: addon entitlement (request) */
export type EntitlementDocument = EntitlementInputFeature | EntitlementInputCredit;

/** What an entitlement is when it does not say so, and what a PATCH sends to make it so again. Domain: catalog E5 */
export const restingValues = {
  isGranted: true,
  isCustom: false,
  behavior: 'Increment',
  hiddenFromWidgets: [],
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  dependencyFeatureId: null,
} as const;

const widgets = ['PAYWALL', 'CUSTOMER_PORTAL', 'CHECKOUT'] as const;

/**
 * In display order, those of one place by their ids; a place is told only where it is not the next one. Domain: catalog E5, E10
 * @param soft keys of those whose limit is soft in any case
 */
export function normalEntitlements(
  given: readonly EntitlementDocument[] | undefined,
  soft: ReadonlySet<string> = new Set(),
): EntitlementDocument[] {
  const placed = withPlaces(given ?? []);
  placed.sort((a, b) => a.order - b.order || (keyOf(a.entitlement) < keyOf(b.entitlement) ? -1 : 1));
  let next = 1;
  return placed.map(({ entitlement, order }) => {
    const hasSoftLimit = (soft.size > 0 && soft.has(keyOf(entitlement))) || entitlement.hasSoftLimit;
    const normal = normalEntitlement(entitlement, hasSoftLimit, order === next ? undefined : order);
    next = order + 1;
    return normal;
  });
}

/** Each with its place among the others. */
export function withPlaces(
  given: readonly EntitlementDocument[],
): { entitlement: EntitlementDocument; order: number }[] {
  let highest: number | undefined;
  return given.map((entitlement) => {
    const order = entitlement.order ?? (highest === undefined ? 1 : highest + 1);
    highest = highest === undefined ? order : Math.max(highest, order);
    return { entitlement, order };
  });
}

/** Member by member into one object, because a catalog has ten thousand of them. */
function normalEntitlement(
  given: EntitlementDocument,
  hasSoftLimit: boolean | undefined,
  order: number | undefined,
): EntitlementDocument {
  const said = { type: given.type, id: given.id };
  say(said, 'displayNameOverride', given.displayNameOverride);
  say(said, 'description', given.description);
  say(said, 'isGranted', given.isGranted, restingValues.isGranted);
  say(said, 'isCustom', given.isCustom, restingValues.isCustom);
  say(said, 'behavior', given.behavior, restingValues.behavior);
  if (given.type === 'FEATURE') sayFeatureValue(said, given, hasSoftLimit);
  else sayCreditValue(said, given, hasSoftLimit);
  const hidden = given.hiddenFromWidgets;
  if (hidden) {
    say(
      said,
      'hiddenFromWidgets',
      widgets.filter((widget) => hidden.includes(widget)),
    );
  }
  say(said, 'order', order);
  return said as EntitlementDocument;
}

function sayFeatureValue(
  said: object,
  given: EntitlementInputFeature,
  hasSoftLimit: boolean | undefined,
): void {
  say(said, 'usageLimit', given.usageLimit);
  say(said, 'hasUnlimitedUsage', given.hasUnlimitedUsage, restingValues.hasUnlimitedUsage);
  say(said, 'hasSoftLimit', hasSoftLimit, restingValues.hasSoftLimit);
  say(said, 'resetPeriod', given.resetPeriod);
  say(said, 'yearlyResetPeriodConfiguration', unusual(given.yearlyResetPeriodConfiguration));
  say(said, 'monthlyResetPeriodConfiguration', unusual(given.monthlyResetPeriodConfiguration));
  say(said, 'weeklyResetPeriodConfiguration', unusual(given.weeklyResetPeriodConfiguration));
  say(said, 'enumValues', given.enumValues && [...new Set(given.enumValues)]);
}

function sayCreditValue(
  said: object,
  { amount, cadence, dependencyFeatureId }: EntitlementInputCredit,
  hasSoftLimit: boolean | undefined,
): void {
  // The doors want it said that an amount is left open.
  Object.assign(said, { amount: amount === null ? null : normalCredits(amount) });
  say(said, 'cadence', cadence);
  say(said, 'dependencyFeatureId', dependencyFeatureId);
  say(said, 'hasSoftLimit', hasSoftLimit, restingValues.hasSoftLimit);
}

/** Without the class that a request was read into; undefined where it is as by default. */
const unusual = (given: { accordingTo: string } | null | undefined): { accordingTo: string } | undefined =>
  !given || given.accordingTo === 'SubscriptionStart' ? undefined : { accordingTo: given.accordingTo };

/** What must be done to make of one list the other; places are said throughout. */
export interface EntitlementEdits {
  added: EntitlementDocument[];
  patched: EntitlementDocument[];
  removed: EntitlementDocument[];
}

/**
 * An entitlement that loses what a PATCH cannot take away is removed and added again.
 * @param before, after in normal form
 */
export function entitlementEdits(
  before: readonly EntitlementDocument[],
  after: readonly EntitlementDocument[],
): EntitlementEdits {
  const [had, has] = [whole(before), whole(after)];
  const edits: EntitlementEdits = { added: [], patched: [], removed: [] };
  for (const [key, entitlement] of had) if (!has.has(key)) edits.removed.push(entitlement);
  for (const [key, entitlement] of has) {
    const former = had.get(key);
    if (!former) edits.added.push(entitlement);
    else if (isSame(former, entitlement)) continue;
    else if (canBePatched(former, entitlement)) edits.patched.push(patchOf(former, entitlement));
    else {
      edits.removed.push(former);
      edits.added.push(entitlement);
    }
  }
  return edits;
}

const whole = (given: readonly EntitlementDocument[]): Map<string, EntitlementDocument> =>
  new Map(withPlaces(given).map(({ entitlement, order }) => [keyOf(entitlement), { ...entitlement, order }]));

const lost = (before: object, after: object): string[] =>
  Object.keys(before).filter((name) => !Object.hasOwn(after, name));

const canBePatched = (before: EntitlementDocument, after: EntitlementDocument): boolean =>
  lost(before, after).every((name) => Object.hasOwn(restingValues, name)) &&
  (before.type !== 'FEATURE' || after.type !== 'FEATURE' || before.resetPeriod === after.resetPeriod) &&
  (after.type !== 'CREDIT' || after.amount !== null);

function patchOf(before: EntitlementDocument, after: EntitlementDocument): EntitlementDocument {
  const resting = lost(before, after).map((name) => [
    name,
    restingValues[name as keyof typeof restingValues],
  ]);
  return { ...after, ...Object.fromEntries(resting) } as EntitlementDocument;
}
