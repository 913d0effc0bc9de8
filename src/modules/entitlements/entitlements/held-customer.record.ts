import type { FeatureFacts } from './domain/feature-answer';
import { HeldLevel } from './held-level.record';
import type { GrantFacts, ReadFacts, StoredFacts, StoredScope } from './stored-facts.record';

// About what objects, their strings and their places in maps take beside the numbers. Measured: bench/results/latest.md
const customerBytes = 300;
const resourceBytes = 300;
/** Of one customer; with more, those that are asked about again are read again. */
const mostResources = 10_000;

/** Under what usage is held: another meter counts anew. */
export const usageKeyOf = ({ uid, meter }: FeatureFacts): string => meter?.uid ?? uid;

class HeldResource extends HeldLevel {
  constructor(
    readonly uid: string,
    scope: StoredScope | undefined,
  ) {
    super(scope);
  }
}

/** One customer in memory, with those of its resources that were asked about. */
export class HeldCustomer extends HeldLevel {
  readonly id: string;
  readonly uid: string;
  private readonly isArchived: boolean;
  private resources?: { byId: Map<string, HeldResource>; byUid: Map<string, HeldResource>; bytes: number };

  constructor({ id, uid, isArchived, scopes }: ReadFacts) {
    super(scopes.find(({ scope }) => scope === ''));
    [this.id, this.uid, this.isArchived] = [id, uid, isArchived];
  }

  override get bytes(): number {
    return customerBytes + super.bytes + (this.resources?.bytes ?? 0);
  }

  /** In the place of what was held of this resource. */
  holdResource({ resource, scopes }: ReadFacts): void {
    if (!resource) return;
    const held = new HeldResource(
      resource.uid,
      scopes.find(({ scope }) => scope === resource.uid),
    );
    if (!this.resources || this.resources.byId.size >= mostResources)
      this.resources = { byId: new Map(), byUid: new Map(), bytes: 0 };
    const before = this.resources.byUid.get(resource.uid);
    if (before) held.takeOver(before);
    else this.resources.bytes += resourceBytes;
    this.resources.byId.set(resource.id, held);
    this.resources.byUid.set(resource.uid, held);
  }

  /** What was known before, of resources and of usage, and is not known better. */
  override takeOver(before: HeldCustomer): void {
    super.takeOver(before);
    this.resources ??= before.resources;
  }

  /** Features that a source names, by uid. Undefined where the resource is not held. */
  featuresOf(resourceId: string | null): string[] | undefined {
    if (resourceId === null) return this.features;
    const resource = this.resources?.byId.get(resourceId);
    return resource && [...new Set([...this.features, ...resource.features])];
  }

  /** All that a question about this feature asks. Undefined where something of it is not known. */
  factsOn(feature: FeatureFacts, resourceId: string | null): StoredFacts | undefined {
    const grants = this.grantsOn(feature, resourceId);
    if (!grants) return undefined;
    if (feature.meterType === 'None') return Object.assign(grants, { counters: [] });
    const usage = usageKeyOf(feature);
    const own = this.countersOn(usage, '');
    if (!own || resourceId === null) return own && Object.assign(grants, { counters: own });
    const resource = this.resources?.byId.get(resourceId);
    const counters = resource?.countersOn(usage, resource.uid);
    return counters && Object.assign(grants, { counters: [...own, ...counters] });
  }

  /** The same without usage. */
  grantsOn(feature: FeatureFacts | null, resourceId: string | null): GrantFacts | undefined {
    const resource = resourceId === null ? undefined : this.resources?.byId.get(resourceId);
    if (resourceId !== null && !resource) return undefined;
    const own = this.scopesOn(feature?.uid, '');
    return {
      customerUid: this.uid,
      isArchived: this.isArchived,
      resourceUid: resource?.uid ?? null,
      feature,
      scopes: resource ? [...own, ...resource.scopesOn(feature?.uid, resource.uid)] : own,
    };
  }

  /** What is held of a resource, by its key, or of the customer's own level by ''. */
  levelOf(key: string): HeldLevel | undefined {
    return key === '' ? this : this.resources?.byUid.get(key);
  }
}
