import type { FeatureFacts } from './domain/feature-answer';

/** Of all environments; a catalog has hundreds. */
const mostFeatures = 200_000;

interface Catalog {
  byId: Map<string, FeatureFacts>;
  byUid: Map<string, FeatureFacts>;
}

/** Features in memory, of an environment together: a change of one forgets them all, because there are few and they change seldom. */
export class HeldFeatures {
  private readonly catalogs = new Map<string, Catalog>();
  private size = 0;

  find(environmentId: string, id: string): FeatureFacts | undefined {
    return this.catalogs.get(environmentId)?.byId.get(id);
  }

  findByUid(environmentId: string, uid: string): FeatureFacts | undefined {
    return this.catalogs.get(environmentId)?.byUid.get(uid);
  }

  put(environmentId: string, feature: FeatureFacts): void {
    if (this.size >= mostFeatures) this.clear();
    let catalog = this.catalogs.get(environmentId);
    if (!catalog) this.catalogs.set(environmentId, (catalog = { byId: new Map(), byUid: new Map() }));
    if (!catalog.byUid.has(feature.uid)) this.size++;
    catalog.byId.set(feature.id, feature);
    catalog.byUid.set(feature.uid, feature);
  }

  drop(environmentId: string): void {
    this.size -= this.catalogs.get(environmentId)?.byUid.size ?? 0;
    this.catalogs.delete(environmentId);
  }

  clear(): void {
    this.catalogs.clear();
    this.size = 0;
  }
}
