import { flatMapInTurns } from '#libs/kernel/turns';
import { partNames, type CatalogObject, type CatalogParts, type PartName } from './catalog-object';
import type { ToldObjects } from './part-form';
import { partForms } from './part-forms';

type Objects = ReadonlyMap<string, CatalogObject>;

/** The objects of one kind that an environment has. */
export interface CurrentPart {
  /** In normal form, by id; what is archived is not among them. */
  objects: Objects;
  /** The same of what was archived. */
  archived: Objects;
  /** Somebody works on a next version of these, which the document does not tell. */
  draftedIds: ReadonlySet<string>;
  /** Their time is over: nobody could make them anew. */
  overIds: ReadonlySet<string>;
}

/** What an environment sells, as a document would tell it. */
export class CurrentCatalog {
  private constructor(
    private readonly parts: ReadonlyMap<PartName, CurrentPart>,
    private readonly toldParts: ReadonlyMap<PartName, Objects>,
  ) {}

  /**
   * Told is what can be made anew elsewhere: without what is archived, what names only that, and what is over. The parts are told in the
   * order in which they refer to each other, so what is told nowhere is known before who names it.
   */
  static async of(parts: ReadonlyMap<PartName, CurrentPart>): Promise<CurrentCatalog> {
    const told = new Map<PartName, Objects>();
    const toldOf: ToldObjects = (part) => told.get(part) ?? partIn(parts, part).objects;
    for (const { part, toldBeside } of partForms) {
      const { objects, overIds } = partIn(parts, part);
      const left = await flatMapInTurns([...objects.values()], (object): CatalogObject[] => {
        if (overIds.has(object.id)) return [];
        const rest = toldBeside ? toldBeside(object, toldOf) : object;
        return rest ? [rest] : [];
      });
      told.set(part, new Map(left.map((object) => [object.id, object])));
    }
    return new CurrentCatalog(parts, told);
  }

  of(part: PartName): CurrentPart {
    return partIn(this.parts, part);
  }

  /** Of one part, by id. */
  toldOf(part: PartName): Objects {
    return this.toldParts.get(part) as Objects;
  }

  /** The parts in their order, each by id: the same catalog always reads the same. */
  told(parts: readonly PartName[] = partNames): CatalogParts {
    return listed(parts, (part) => this.toldOf(part));
  }

  /** The same with what is left out of it. */
  whole(): CatalogParts {
    return listed(partNames, (part) => this.of(part).objects);
  }
}

function partIn(parts: ReadonlyMap<PartName, CurrentPart>, part: PartName): CurrentPart {
  const current = parts.get(part);
  if (!current) throw new Error(`${part} was not read`);
  return current;
}

function listed(parts: readonly PartName[], of: (part: PartName) => Objects): CatalogParts {
  const byId = (a: CatalogObject, b: CatalogObject): number => (a.id < b.id ? -1 : 1);
  return Object.fromEntries(parts.map((part) => [part, [...of(part).values()].sort(byId)]));
}
