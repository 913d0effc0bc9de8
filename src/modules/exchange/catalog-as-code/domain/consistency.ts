import { canonicalJson } from '#libs/kernel/canonical-json';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import {
  nounOf,
  type CatalogObject,
  type CatalogParts,
  type ObjectChange,
  type PartName,
} from './catalog-object';
import { isDraft } from './comparison';
import { keyOf } from './differences';
import type { CurrentCatalog } from './current-catalog';
import { requireOwnLimits } from './overage-limits';
import type { PartForm, Reference } from './part-form';
import { partForms } from './part-forms';
import type { PackageDocument } from './package-document';
import type { PlanDocument } from './plan-form';
import { releaseOrder } from './release-order';
import { requireStatedCharges } from './stated-charges';

const inconsistent = (message: string): DomainError =>
  new DomainError('MergeEnvironmentValidationError', message);

/** Each object, each entitlement and each offer stands in the document once. @throws MergeEnvironmentValidationError */
export async function requireDistinct(document: CatalogParts): Promise<void> {
  const turn = new Turn();
  for (const { part } of partForms) {
    const objects = document[part] ?? [];
    requireOnce(
      objects.map(({ id }) => id),
      (index, id) => `document.${part}[${index}].id: ${id} stands there twice`,
    );
    for (const [index, object] of objects.entries()) {
      const { entitlements = [], packageGroups = [] } = object as PlanDocument;
      for (const [name, elements] of Object.entries({ entitlements, packageGroups })) {
        const named = (_place: number, key: string) =>
          `document.${part}[${index}].${name}: ${key} stands there twice; keep one`;
        requireOnce(elements.map(keyOf), named);
      }
      if (turn.isOver) await turn.pause();
    }
  }
}

function requireOnce(ids: readonly string[], message: (index: number, id: string) => string): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw inconsistent(message(index, id));
    seen.add(id);
  }
}

/**
 * May the catalog become as the changes say, as far as the document itself can tell? The doors refuse the rest.
 * Domain: catalog L10, C1
 * @throws EntityIsArchivedError, CannotUpsertToPackageThatHasDraft, BadUserInput, MergeEnvironmentValidationError
 */
export async function requireConsistent(
  changes: readonly ObjectChange[],
  catalog: CurrentCatalog,
): Promise<void> {
  const turn = new Turn();
  for (const change of changes) {
    requireFreeId(change, catalog);
    requireFixed(change);
    requireStatus(change);
    requireNoNextDraft(change, catalog);
    requireStatedCharges(change as ObjectChange<PackageDocument>);
    if (turn.isOver) await turn.pause();
  }
  const after = catalogAfter(changes, catalog);
  await turn.pause();
  const places = new Map(changes.map((change) => [nameOf(change), change]));
  for (const form of partForms) {
    await turn.pause();
    await requireReferences(form, places, after);
    requireNoCircle(form, changes, after);
  }
  const plans = after.get('plans') as ReadonlyMap<string, PlanDocument>;
  for (const change of changes)
    if (change.part === 'plans') requireOwnLimits(change as ObjectChange<PlanDocument>, plans);
}

/** Domain: catalog C1. A currency's id may be taken again (credits Y2). */
function requireFreeId({ part, kind, id, action, at }: ObjectChange, catalog: CurrentCatalog): void {
  if (action !== 'CREATE' || !catalog.of(part).archived.has(id)) return;
  const message = `${at}: ${nounOf[kind]} ${id} is archived here and its id stays taken; choose another one`;
  throw new DomainError('EntityIsArchivedError', message);
}

function requireFixed({ part, before, after, at }: ObjectChange): void {
  if (!before || !after) return;
  const fixed = partForms.find((form) => form.part === part)?.fixed ?? [];
  for (const name of fixed) {
    const [was, is] = [before[name], after[name]].map((value) => canonicalJson(value ?? null));
    if (was !== is)
      throw inconsistent(`${at}.${name} is ${was} here and cannot change; make an object of another id`);
  }
}

function requireStatus({ before, after, at }: ObjectChange): void {
  if (!before || !isDraft(after) || isDraft(before)) return;
  throw inconsistent(
    `${at}.status: it is published here and does not become a draft again; leave status out`,
  );
}

/** Somebody's work that the document does not tell would be published or lost. Domain: catalog L10 */
function requireNoNextDraft({ part, kind, id, at }: ObjectChange, catalog: CurrentCatalog): void {
  if (!catalog.of(part).draftedIds.has(id)) return;
  const message = `${at}: ${nounOf[kind]} ${id} has an open draft; publish or discard it, then plan again`;
  throw new DomainError('CannotUpsertToPackageThatHasDraft', message);
}

type Objects = ReadonlyMap<PartName, ReadonlyMap<string, CatalogObject>>;

function catalogAfter(changes: readonly ObjectChange[], catalog: CurrentCatalog): Objects {
  const after = new Map(partForms.map(({ part }) => [part, new Map(catalog.of(part).objects)]));
  for (const { part, id, after: object } of changes) {
    if (object) after.get(part)?.set(id, object);
    else after.get(part)?.delete(id);
  }
  return after;
}

const nameOf = ({ part, id }: Pick<Reference, 'part' | 'id'>): string => `${part} ${id}`;

/** What was there before may stay as it was, even beside what is archived; nothing new leads nowhere. */
async function requireReferences(
  form: PartForm,
  places: ReadonlyMap<string, ObjectChange>,
  after: Objects,
): Promise<void> {
  const turn = new Turn();
  const isRetired = (reference: Reference) => places.get(nameOf(reference))?.action === 'ARCHIVE';
  for (const object of after.get(form.part)?.values() ?? []) {
    if (turn.isOver) await turn.pause();
    const change = places.get(nameOf({ part: form.part, id: object.id }));
    const former = new Set(change?.before ? form.references(change.before).map(nameOf) : []);
    for (const reference of form.references(object)) {
      if (after.get(reference.part)?.has(reference.id)) continue;
      const isOld = change ? former.has(nameOf(reference)) : true;
      if (isOld && !isRetired(reference)) continue;
      const at = change?.at ?? `${form.part}: ${object.id}`;
      throw inconsistent(
        `${at}.${reference.path}: ${reference.part} has no ${reference.id}; add it or take it off`,
      );
    }
  }
}

function requireNoCircle(
  { part, follows }: PartForm,
  changes: readonly ObjectChange[],
  after: Objects,
): void {
  if (!changes.some((change) => change.part === part)) return;
  const { circle } = releaseOrder([...(after.get(part)?.values() ?? [])], follows);
  if (circle)
    throw inconsistent(`document.${part}: ${circle.join(' → ')} leads back to its start; break the circle`);
}
