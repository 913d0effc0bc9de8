import type { PublishedName } from '#modules/billing/subscriptions';
import type { CatalogObject, ObjectChange } from '../domain/catalog-object';
import { isSame } from '../domain/differences';
import { metadataPatch } from '../domain/lean';
import type { PartForm } from '../domain/part-form';

/**
 * In this order over the whole catalog. MAKE: new objects without their links. CHANGE: changes, drafts, links, publication.
 * SETTLE: what names objects of later kinds. RETIRE: what leaves, in the opposite order of kinds.
 */
export const stages = ['MAKE', 'CHANGE', 'SETTLE', 'RETIRE'] as const;

export type Stage = (typeof stages)[number];

/** One call of a use case, which refuses before it writes. */
export type Step = () => Promise<unknown>;

/** What a change of one object takes, each list in its order. */
export type Steps = Partial<Record<Stage, Step[]>>;

export interface ReleaseOptions {
  /** Who gets the new versions. Domain: catalog L6 */
  migrationType: 'NEW_CUSTOMERS' | 'ALL_CUSTOMERS';
  /** Told of each publication that moves running subscriptions. */
  movedBy(movement: Movement): void;
}

/** Running subscriptions go to the new version of a package, by a task. Domain: catalog L6 */
export interface Movement extends PublishedName {
  taskId: string;
}

/** An object with what its document form leaves out. */
export interface PartObject<D extends CatalogObject> {
  object: D;
  isArchived?: boolean;
  hasNextDraft?: boolean;
  /** Its time is over: nobody could make it anew. */
  isOver?: boolean;
}

/** One kind of object: how it is read, and how the use cases of its own module bring a change about. */
export interface CatalogPart<D extends CatalogObject = CatalogObject> {
  readonly form: PartForm<D>;
  /** All of the environment. @param hold against other writers until the end of the unit of work */
  read(hold: boolean): Promise<PartObject<D>[]>;
  /**
   * Makes new objects without their links together, where their module can; else each is made by a step. Refusals begin with the
   * place of the object in the document.
   */
  makeAll?(changes: readonly ObjectChange<D>[]): Promise<unknown>;
  /** The refusals of its module's use cases, when a step is taken. */
  steps(change: ObjectChange<D>, options: ReleaseOptions): Steps;
}

type WithMetadata = CatalogObject & { metadata?: Record<string, string> | null };

/**
 * The members of a PATCH: those that differ, what is gone as `cleared` says. Metadata is merged by the doors, so what is gone of
 * it is named.
 */
export function patchOf<D extends WithMetadata>(
  before: D,
  after: D,
  cleared: Partial<Record<keyof D & string, unknown>>,
): Record<string, unknown> {
  const differs = (name: string): boolean =>
    !isSame(before[name as keyof D] ?? null, after[name as keyof D] ?? null);
  const changed = Object.entries(cleared).filter(([name]) => differs(name));
  const patch = Object.fromEntries(changed.map(([name, empty]) => [name, after[name as keyof D] ?? empty]));
  if (!Object.hasOwn(patch, 'metadata')) return patch;
  return { ...patch, metadata: metadataPatch(before.metadata ?? {}, after.metadata ?? {}) };
}

export const saysNothing = (patch: object): boolean => Object.keys(patch).length === 0;
