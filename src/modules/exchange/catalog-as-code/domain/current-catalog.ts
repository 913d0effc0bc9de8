import { partNames, type CatalogObject, type CatalogParts, type PartName } from './catalog-object';

/** The objects of one kind that an environment has. */
export interface CurrentPart {
  /** In normal form, by id; what is archived is not among them. */
  objects: ReadonlyMap<string, CatalogObject>;
  /** The same of what was archived. */
  archived: ReadonlyMap<string, CatalogObject>;
  /** Somebody works on a next version of these, which the document does not tell. */
  draftedIds: ReadonlySet<string>;
}

/** What an environment sells, as a document would tell it. */
export class CurrentCatalog {
  constructor(private readonly parts: ReadonlyMap<PartName, CurrentPart>) {}

  of(part: PartName): CurrentPart {
    const current = this.parts.get(part);
    if (!current) throw new Error(`${part} was not read`);
    return current;
  }

  /** The parts in their order, each by id: the same catalog always reads the same. */
  told(parts: readonly PartName[] = partNames): CatalogParts {
    const byId = (a: CatalogObject, b: CatalogObject): number => (a.id < b.id ? -1 : 1);
    return Object.fromEntries(parts.map((part) => [part, [...this.of(part).objects.values()].sort(byId)]));
  }
}
