import type { SeededRandom } from '../support/seeded-random';

type Json = Record<string, unknown>;

/** Of which kind of object a field or a parameter holds the id. */
const kindOfName: Record<string, string> = {
  ...{ customerId: 'customers', payingCustomerId: 'customers', targetCustomerId: 'customers' },
  ...{ customerExternalId: 'customers', featureId: 'features', dependencyFeatureId: 'features' },
  ...{ featureIds: 'features', planId: 'plans', parentPlanId: 'plans', downgradePlanId: 'plans' },
  ...{ subscriptionStartPlanId: 'plans', productId: 'products', targetProductId: 'products' },
  ...{ couponId: 'coupons', currencyId: 'custom-currencies', topUpCustomCurrencyId: 'custom-currencies' },
  ...{ subscriptionId: 'subscriptions', subscriptionIds: 'subscriptions', addonId: 'addons' },
  ...{ existingSubscriptionId: 'subscriptions', addonIds: 'addons', compatibleAddonIds: 'addons' },
  ...{ dependencies: 'addons', legalEntityId: 'legal-entities', paymentAccountId: 'payment-accounts' },
  ...{ accountId: 'payment-accounts', integrationId: 'integrations', resourceId: 'resources' },
  ...{ destinationResourceId: 'resources', promotionCode: 'promotion-codes', invoiceRef: 'invoices' },
  ...{ invoiceId: 'invoices', creditNoteRef: 'credit-notes', creditNoteId: 'credit-notes' },
  ...{ itemRef: 'items', itemId: 'items', taskId: 'tasks', deliveryId: 'deliveries' },
  ...{ environmentId: 'environments', contractId: 'contracts', grantId: 'grants', eventName: 'event-names' },
  contractExternalId: 'contracts',
  ...{ entityId: 'entities', scopeEntityIds: 'entities', entityTypeId: 'entity-types' },
  ...{ entityTypeIds: 'entity-types', destinationId: 'destinations', token: 'invitations' },
  ...{ starting_after: 'cursors', ending_before: 'cursors', after: 'cursors', before: 'cursors' },
};

/** `{id}` below a collection whose objects it does not name. */
const kindBelow: Record<string, string> = {
  entitlements: 'features',
  'promotional-entitlements': 'features',
};

const most = 60;
/** Of the story, so that what it has made is gone deeper into. */
const oftenAsked = 5;
/** What callers name as they like, whatever there is. */
const freelyNamed = new Set(['resources', 'event-names', 'cursors', 'items', 'environments', 'invitations']);

/** Does a field of this name refer to an object that must be there? */
export const isReference = (name: string): boolean => {
  const kind = kindOfName[name];
  return kind !== undefined && !freelyNamed.has(kind);
};

/** Ids that the service has told, by the kind of what they name; of each kind the latest ones. */
export class KnownIds {
  private readonly ids = new Map<string, string[]>();
  private readonly spared = new Set<string>();

  /** Never asked for: what is asked with is gone when it is rotated or revoked. */
  spare(id: string): void {
    this.spared.add(id);
  }

  note(kind: string, id: unknown): void {
    if (typeof id !== 'string' || id === '' || this.spared.has(id)) return;
    const known = this.ids.get(kind) ?? [];
    this.ids.set(kind, known);
    if (known.includes(id)) return;
    // The first ones were made as they should be, and go on being asked for.
    if (known.push(id) > most) known.splice(Math.floor(most / 2), 1);
  }

  any(kind: string, random: SeededRandom): string | undefined {
    const known = this.ids.get(kind) ?? [];
    if (known.length === 0) return undefined;
    return random.pick(random.next() < 0.45 ? known.slice(0, oftenAsked) : known);
  }

  latest(kind: string): string | undefined {
    return this.ids.get(kind)?.at(-1);
  }

  ofName(name: string, random: SeededRandom): string | undefined {
    const kind = kindOfName[name];
    return kind === undefined ? undefined : this.any(kind, random);
  }

  get all(): string[] {
    return [...this.ids.values()].flat();
  }

  /** What an answer tells of an operation at this path. */
  learn(path: string, body: unknown): void {
    const collection = collectionOf(path);
    const { data } = (body ?? {}) as Json;
    for (const each of [data].flat().slice(0, 20)) {
      if (typeof each !== 'object' || each === null) continue;
      this.learnFrom(each as Json, collection, 0);
    }
  }

  private learnFrom(object: Json, collection: string, depth: number): void {
    this.note(collection, object['id']);
    this.note('cursors', object['id']);
    for (const [name, value] of Object.entries(object)) {
      const kind = kindOfName[name];
      if (kind !== undefined && kind !== 'cursors')
        [value]
          .flat()
          .slice(0, 20)
          .forEach((id) => this.note(kind, id));
      if (depth < 2 && typeof value === 'object' && value !== null) {
        const inner = Array.isArray(value) ? value.slice(0, 3) : [value];
        for (const each of inner) if (isObject(each)) this.learnFrom(each, name, depth + 1);
      }
    }
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The last literal segment: what a list lists and a creation adds to. */
const collectionOf = (path: string): string =>
  path.split('/').findLast((segment) => !segment.startsWith('{')) ?? '';

/** What the parameter of a path names: `{planId}`, or `{id}` behind `plans`. */
export function kindOfParameter(path: string, name: string): string {
  const segments = path.split('/');
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  if (name !== 'id' && name !== 'currencyId') return kindOfName[name] ?? before;
  return kindBelow[before] ?? before;
}
