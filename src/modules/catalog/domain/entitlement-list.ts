import type { EntitlementInputCredit, EntitlementInputFeature } from '#modules/packages';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { keyOf } from './differences';
import { lean } from './lean';

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
const usualReset = { accordingTo: 'SubscriptionStart' } as const;

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
    const hasSoftLimit = soft.has(keyOf(entitlement)) || entitlement.hasSoftLimit;
    const place = order === next ? undefined : order;
    const normal = normalEntitlement({ ...entitlement, hasSoftLimit, order: place });
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

function normalEntitlement(given: EntitlementDocument): EntitlementDocument {
  const { type, id, displayNameOverride, description, isGranted, isCustom, behavior, order } = given;
  const head = { type, id, displayNameOverride, description, isGranted, isCustom, behavior };
  const hidden = given.hiddenFromWidgets;
  const hiddenFromWidgets = hidden && widgets.filter((widget) => hidden.includes(widget));
  const value = given.type === 'FEATURE' ? featureValue(given) : creditValue(given);
  const said = lean<EntitlementDocument>({ ...head, ...value, hiddenFromWidgets, order }, restingValues);
  // The doors want it said that an amount is left open.
  return given.type === 'CREDIT' && given.amount === null ? Object.assign(said, { amount: null }) : said;
}

function featureValue(given: EntitlementInputFeature): object {
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, resetPeriod, enumValues } = given;
  const { yearlyResetPeriodConfiguration, monthlyResetPeriodConfiguration } = given;
  const configurations = {
    yearlyResetPeriodConfiguration,
    monthlyResetPeriodConfiguration,
    weeklyResetPeriodConfiguration: given.weeklyResetPeriodConfiguration,
  };
  const distinct = enumValues && [...new Set(enumValues)];
  return {
    ...{ usageLimit, hasUnlimitedUsage, hasSoftLimit, resetPeriod },
    ...lean(plainly(configurations), {
      yearlyResetPeriodConfiguration: usualReset,
      monthlyResetPeriodConfiguration: usualReset,
      weeklyResetPeriodConfiguration: usualReset,
    }),
    enumValues: distinct,
  };
}

const creditValue = ({
  amount,
  cadence,
  dependencyFeatureId,
  hasSoftLimit,
}: EntitlementInputCredit): object => ({
  ...{ amount, cadence, dependencyFeatureId, hasSoftLimit },
});

type Configurations = Record<string, { accordingTo: string } | null | undefined>;

/** Without the classes that a request was read into. */
const plainly = (configurations: Configurations): Configurations =>
  Object.fromEntries(
    Object.entries(configurations).map(([name, given]) => [
      name,
      given && { accordingTo: given.accordingTo },
    ]),
  );

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

const isSame = (a: object, b: object): boolean => canonicalJson(a) === canonicalJson(b);

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
