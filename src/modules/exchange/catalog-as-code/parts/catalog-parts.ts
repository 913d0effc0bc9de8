import type { CatalogObject, ObjectChange, PartName } from '../domain/catalog-object';
import { CurrentCatalog, type CurrentPart } from '../domain/current-catalog';
import type { CatalogPart, PartObject } from './catalog-part';

/** Every kind of object of a catalog. */
export class CatalogParts {
  /** @param all in the order in which they refer to each other */
  constructor(readonly all: readonly CatalogPart[]) {}

  of({ part }: Pick<ObjectChange, 'part'>): CatalogPart {
    return this.all.find(({ form }) => form.part === part) as CatalogPart;
  }

  /**
   * All that the environment sells. Held in the opposite order: who publishes holds a package and then its features, and two
   * who wait for each other would deadlock.
   */
  async current(hold: boolean): Promise<CurrentCatalog> {
    const parts = new Map<PartName, CurrentPart>();
    for (const part of this.all.toReversed()) parts.set(part.form.part, currentPart(await part.read(hold)));
    return CurrentCatalog.of(parts);
  }
}

function currentPart(read: readonly PartObject<CatalogObject>[]): CurrentPart {
  const byId = (some: readonly PartObject<CatalogObject>[]) =>
    new Map(some.map(({ object }) => [object.id, object]));
  const drafted = read.filter(({ hasNextDraft }) => hasNextDraft);
  return {
    objects: byId(read.filter(({ isArchived }) => !isArchived)),
    archived: byId(read.filter(({ isArchived }) => isArchived)),
    draftedIds: new Set(drafted.map(({ object }) => object.id)),
    overIds: new Set(read.filter(({ isOver }) => isOver).map(({ object }) => object.id)),
  };
}
