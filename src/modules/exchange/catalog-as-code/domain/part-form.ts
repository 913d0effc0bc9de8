import type { CatalogKind, CatalogObject, FieldChange, PartName } from './catalog-object';

/** An object that another one names, and where. */
export interface Reference {
  path: string;
  part: PartName;
  id: string;
}

/** Objects of one kind by id that are told: neither archived nor gone otherwise. */
export type ToldObjects = (part: PartName) => ReadonlyMap<string, CatalogObject>;

/** How the document writes one kind of object. */
export interface PartForm<D extends CatalogObject = CatalogObject> {
  readonly part: PartName;
  readonly kind: CatalogKind;
  /** Of the scopes that allow reading and writing it. */
  readonly resource: string;
  /** Members that stay as they were when the object was made. */
  readonly fixed: readonly (keyof D & string)[];
  /** Members in a fixed order, without what is said by leaving it out. */
  normal(given: D): D;
  references(object: D): Reference[];
  /**
   * As it can be made anew elsewhere: without what it names that is not told. The same object where nothing is left out; undefined where nothing
   * is left to tell. Absent where nothing that it names can be archived before it is.
   */
  toldBeside?(object: D, told: ToldObjects): D | undefined;
  /** Whether what was archived can come back; else its id stays taken (catalog C1). */
  readonly canReturn: boolean;
  /** Ids of its own kind that must stand before it: parents, addons that it needs. */
  follows(object: D): readonly string[];
  /** Whether it lives in versions and these differences make a new one. */
  makesVersion(fields: readonly FieldChange[]): boolean;
}

/** What most kinds have in common: nothing fixed but the id, nothing named, no versions, a way back. */
export const plainForm = {
  fixed: [],
  references: () => [],
  follows: () => [],
  makesVersion: () => false,
  canReturn: true,
} as const satisfies Partial<PartForm>;
